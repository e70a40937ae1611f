import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { listen } from '../support/listen.js';
import { liveConfig, openLive, startServer, story } from '../support/live-site.js';

/** A cache that outlives the process: it has files, and notes what is purged. It refuses while a file says so. */
const provider = `import { appendFileSync, existsSync } from 'node:fs';
export default () => ({
	name: 'lasting',
	setHeaders: () => new Headers(),
	async invalidate({ tags }) {
		if (existsSync('refuse')) throw new Error('refused');
		appendFileSync('purged.log', [tags].flat().join() + '\\n');
	},
});`;

it('goes on after a process was killed: purges a cache that outlives it, and starts the build', async () => {
	const builds: number[] = [];
	let isDown = true;
	const host = await listen((_, response) => {
		if (!isDown) builds.push(1);
		response.writeHead(isDown ? 500 : 200).end();
	});
	const env = { SLUGLINE_BUILD_HOOK: `${host.url}/` };
	const live = await openLive(
		{
			'astro.config.mjs': liveConfig().replace(
				'memoryCache()',
				"{ name: 'lasting', entrypoint: new URL('./cache.mjs', import.meta.url) }",
			),
			'cache.mjs': provider,
			'content/hello.md': story('Hello'),
			'src/pages/live.astro': `---
import { getLiveEntry } from 'astro:content';

export const prerender = false;
const { entry } = await getLiveEntry('live', 'hello');
---
<html><body>{entry.data.name}</body></html>`,
			refuse: '',
		},
		env,
	);
	const { site, service, server } = live;
	expect(await server.call('story.published', { story_id: 1, full_slug: 'hello' })).toBe(202);
	await server.stop('SIGKILL');
	await site.remove('refuse', 'purged.log');
	isDown = false;
	const next = await startServer(site, { ...service.env, ...env });
	expect((await next.ask('/live')).text).toContain('Hello');
	await expect.poll(() => builds.length).toBe(1);
	const purged = () => readFile(join(site.folder, 'purged.log'), 'utf8').catch(() => '');
	await expect.poll(purged).toContain('space');
});
