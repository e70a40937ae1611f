import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createRebuildHook, run } from 'astro-slugline/rebuild';
import { createStorage } from 'unstorage';
import type { BenchOptions } from './main.js';
import { createSite, slugline } from './pages/sites.js';
import { deleteFolder, pathOf } from './processes.js';
import { startService } from './service.js';
import { type BenchSpace, token } from './space.js';
import { count, quantile, seconds } from './table.js';

const publishes = 20;
const boundMs = 4000;
/** Milliseconds after a build in which calls are collected. */
const quietMs = 2000;

/** How long an editor waits: from a publish, with the call of an idle site's webhook, to the changed file in the output. */
export async function runPublish({ stories = 1000, latencyMs }: BenchOptions): Promise<void> {
	const service = await startService({ stories, languages: 1, latencyMs });
	const site = await createSite(slugline(), service.url);
	const PATH = [pathOf('../../node_modules/.bin'), process.env['PATH']].join(delimiter);
	const hook = createRebuildHook({
		unsigned: true,
		targets: [
			run('astro build', { cwd: site.path, env: { PATH, ASTRO_TELEMETRY_DISABLED: '1' }, output() {} }),
		],
		quietMs,
		storage: createStorage(),
		service: { token, baseUrl: service.url },
		built: join(site.path, 'dist/slugline.json'),
		logger: { info() {}, warn: console.error, error: console.error },
	});
	const times: number[] = [];
	try {
		await site.build();
		while (times.length < publishes) {
			await pause(quietMs);
			const [slug = '', title = ''] = publish(service.space).split('\t');
			const file = join(site.path, 'dist', slug, 'index.html');
			const began = performance.now();
			await hook(callFor(slug));
			// A build removes the old file before it writes the new one.
			const shows = async () => (await readFile(file, 'utf8').catch(() => '')).includes(title);
			while (!(await shows())) await pause(5);
			times.push(performance.now() - began);
			console.error(`… publish ${times.length}: ${seconds(times.at(-1) ?? 0)}`);
			await hook.idle();
		}
	} finally {
		await hook.close();
		service.stop();
		await deleteFolder(site.path);
	}
	const middle = quantile(times, 0.5);
	console.log(
		`\nFrom a publish to the changed file: ${count(stories)} pages, ${publishes} publishes: p50 ${seconds(middle)}, fastest ${seconds(quantile(times, 0))}, slowest ${seconds(quantile(times, 1))}; p50 of at most ${seconds(boundMs)} is promised: ${middle <= boundMs ? 'kept' : 'MISSED'}`,
	);
}

/** Publishes new content of one story, and returns its entry. */
function publish(space: BenchSpace): string {
	const before = new Set(space.entries());
	space.change(1);
	return space.entries().find((entry) => !before.has(entry)) ?? '';
}

const callFor = (slug: string) =>
	new Request('http://receiver/', {
		method: 'POST',
		headers: { 'x-storyblok-topic': 'story.published' },
		body: JSON.stringify({
			...{ action: 'published', space_id: 1, full_slug: slug, story_id: Number(slug.split('-').at(-1)) },
		}),
	});
