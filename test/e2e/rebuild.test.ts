import { readFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createManagementClient } from 'astro-slugline/management';
import type { Space } from 'astro-slugline/space';
import { expect, it } from 'vitest';
import { bodyOf, headersOf } from '../rebuild/support/calls.js';
import { startBrowser } from '../support/browser.js';
import { liveConfig, secret, startServer } from '../support/live-site.js';
import { readTree } from '../support/read-tree.js';
import { checking, config, createSite, plainSite, type Site, shellEnvironment } from '../support/site.js';
import { start } from '../support/started.js';
import { serveFolder } from '../support/static-server.js';

const modules = fileURLToPath(new URL('../../node_modules/', import.meta.url));
const cli = fileURLToPath(new URL('../../packages/astro-slugline/dist/cli/main.js', import.meta.url));

const browser = await startBrowser();

const story = (title: string) => `---
name: Hello
content:
  component: article
  title: ${title}
---
Text.
`;

async function siteOf(files: Record<string, string>): Promise<Site> {
	return createSite({
		...plainSite,
		'content/space.yaml': 'name: Small\n',
		'content/hello.md': story('First'),
		'content/other.md': story('Other'),
		...files,
	});
}

/** Serves the site's folder `content` as a service. */
async function serve(site: Site): Promise<{ space: Space; env: Record<string, string> }> {
	const space = site.space('content');
	const { url, tokens } = await space.listen();
	return { space, env: { SLUGLINE_TOKEN: tokens.public, SLUGLINE_BASE_URL: url } };
}

/** Creates a webhook endpoint as an editor does. */
async function subscribe(space: Space, endpoint: string): Promise<void> {
	const { oauth: token } = space.tokens;
	const management = createManagementClient({ token, managementUrl: space.url, fetch: space.fetch });
	const { id } = await management.spaceInfo();
	await management.webhooks.create(id, {
		name: 'Rebuild',
		endpoint,
		secret,
		actions: ['story.published', 'story.unpublished', 'datasource.entries_updated'],
	});
}

/** Starts a program in the site's folder and resolves to the first address that it prints. */
async function startIn(site: Site, args: string[], env: Record<string, string>) {
	const path = `${join(modules, '.bin')}${delimiter}${process.env['PATH']}`;
	const started = start('node', args, {
		cwd: site.folder,
		env: { ...shellEnvironment(), PATH: path, ...env },
	});
	site.onDelete(started.stop);
	const { output, until } = started;
	return { url: await until(() => /http:\/\/[\w.]+:\d+/.exec(output())?.[0]), output };
}

const call = async (url: string, trigger: string, fields: Record<string, unknown>, key: string | null) => {
	const body = bodyOf(trigger, fields);
	const response = await fetch(url, {
		method: 'POST',
		body,
		headers: headersOf(trigger, body, { secret: key }),
	});
	await response.text();
	return response.status;
};

it('shows an edit on the served site after its webhook call', async () => {
	const site = await siteOf({
		'astro.config.mjs': config("{ defaultLanguage: 'en' }", 'experimental: { incrementalBuild: true }'),
	});
	const { space, env } = await serve(site);
	await site.built({ ...env, ...checking });
	const served = await serveFolder(join(site.folder, 'dist'));
	const cv = async () => JSON.parse(await readFile(join(site.folder, 'dist/slugline.json'), 'utf8')).cv;
	const before = await cv();

	const receiver = await startIn(
		site,
		[cli, 'rebuild', '--run', 'astro build', '--port', '0', '--quiet-ms', '200'],
		{ ...env, SLUGLINE_WEBHOOK_SECRET: secret },
	);
	await subscribe(space, receiver.url);
	// A call with another secret cannot start a build.
	expect(await call(receiver.url, 'story.published', { story_id: 1 }, 'guessed')).toBe(401);

	const page = await browser.newPage();
	await page.goto(`${served.url}/hello/`);
	expect(await page.textContent('h1')).toBe('First');

	await site.write({ 'content/hello.md': story('Second') });
	await expect.poll(receiver.output).toContain('Done after');
	await page.reload();
	expect(await page.textContent('h1')).toBe('Second');
	await page.close();

	expect(receiver.output()).toContain('Building after 1 call (story.published).');
	// The build fetched and rendered only what had changed.
	expect(receiver.output()).toContain(': 1 changed, 1 unchanged (');
	expect(receiver.output()).toContain('1 page rendered, 1 kept');
	const me = await space.fetch(`${space.url}/v2/cdn/spaces/me?token=${space.tokens.public}`);
	const { space: now } = (await me.json()) as { space: { version: number } };
	expect(now.version).not.toBe(before);
	expect(await cv()).toBe(now.version);
});

it('fetches what the rebuild hook names in a build, even if the cache version is unchanged', async () => {
	const site = await siteOf({ 'astro.config.mjs': config("{ defaultLanguage: 'en' }") });
	const { env } = await serve(site);
	const summary = async (again: string) => {
		const output = await site.built({ ...env, SLUGLINE_ASK_AGAIN: again });
		return /\[astro-slugline\] Small, cv \d+: (.*) \(/.exec(output)?.[1];
	};
	expect(await summary('')).toBe('all 2 stories');
	expect(await summary('')).toBe('unchanged, 2 stories');
	const named = { stories: [], slugs: ['hello'], datasources: [], everything: false };
	expect(await summary(JSON.stringify(named))).toBe('2 unchanged');
	expect(await summary(JSON.stringify({ ...named, everything: true }))).toBe('all 2 stories');
	// An unreadable value may have named anything.
	expect(await summary('{ "stories": ')).toBe('all 2 stories');
});

it('loads what a webhook call names in dev', async () => {
	const site = await siteOf({
		'astro.config.mjs': config("{ defaultLanguage: 'en' }"),
		'content/datasources/colors.yaml': 'name: Colors\nentries:\n  - name: red\n    value: "#f00"\n',
		'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { datasource, stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	colors: defineCollection({ loader: datasource('colors') }),
};`,
		'src/pages/colors.astro': `---
import { getCollection } from 'astro:content';
const colors = await getCollection('colors');
---
<html><head><title>Colors</title></head><body>{colors.map(({ data }) => data.value)}</body></html>`,
	});
	const { space, env } = await serve(site);
	const { url, output } = await site.dev({ ...env, SLUGLINE_WEBHOOK_SECRET: secret });
	const textOf = async (path: string) => (await fetch(`${url}${path}`)).text();
	// A page that is requested while Astro writes its store may show the previous content until the next write.
	const loads = (count: number) => expect.poll(() => output().match(/Synced content/g)?.length).toBe(count);
	expect(await textOf('/hello')).toContain('First');
	expect(await textOf('/colors')).toContain('#f00');

	const hook = `${url}/_slugline/rebuild`;
	expect(await call(hook, 'story.published', { story_id: 1 }, null)).toBe(401);
	expect((await fetch(hook)).status).toBe(405);

	await subscribe(space, hook);
	await site.write({ 'content/hello.md': story('Second') });
	await loads(2);
	expect(await textOf('/hello')).toContain('Second');

	// The refresh of the stories did not include the datasources, so they need another sync.
	await site.write({
		'content/datasources/colors.yaml': 'name: Colors\nentries:\n  - name: red\n    value: "#e00"\n',
	});
	await loads(3);
	expect(await textOf('/colors')).toContain('#e00');
	expect(await textOf('/hello')).toContain('Second');
	expect(output()).not.toContain(secret);
	expect(output()).toContain('A webhook call was refused with 401: its signature is missing or wrong.');
});

it('purges the pages of a story from the route cache of a server', async () => {
	const site = await siteOf({
		'astro.config.mjs': liveConfig("defaultLanguage: 'en', rebuild: { path: '/hooks/content' }"),
		'src/pages/[...path].astro': `---
import { createDeliveryClient } from 'astro-slugline/client';
import { tagsOfEntry } from 'astro-slugline/paths';
export const prerender = false;
const client = createDeliveryClient({ token: process.env.SLUGLINE_TOKEN, baseUrl: process.env.SLUGLINE_BASE_URL });
const [data] = await client.stories.all({ startsWith: Astro.params.path });
Astro.cache.set({ maxAge: 3600, tags: tagsOfEntry({ data }) });
---
<html><head><title>{data.name}</title></head><body><h1>{data.content.title}</h1></body></html>`,
	});
	const { space, env } = await serve(site);
	await site.built(env);
	const changes = await readFile(join(site.folder, 'node_modules/.astro/slugline/changes.json'), 'utf8');
	expect(JSON.parse(changes).new).toEqual(Object.keys(await readTree(join(site.folder, 'dist/client'))));

	const server = await startServer(site, env, '/hooks/content');
	const ask = async (path: string) => {
		const { cache, text } = await server.ask(path);
		return `${cache} ${/<h1>.*<\/h1>/.exec(text)?.[0]}`;
	};
	const hook = `${server.url}/hooks/content`;
	const first = await ask('/hello');
	expect([first, await ask('/hello'), await ask('/other'), await ask('/other')]).toEqual([
		'MISS <h1>First</h1>',
		'HIT <h1>First</h1>',
		'MISS <h1>Other</h1>',
		'HIT <h1>Other</h1>',
	]);

	expect(await server.call('story.published', { full_slug: 'hello' }, 'guessed')).toBe(401);
	expect((await fetch(hook)).status).toBe(405);
	expect(await server.call('user.added', { user_id: 1 })).toBe(202);
	expect(await ask('/hello')).toBe('HIT <h1>First</h1>');

	await subscribe(space, hook);
	await site.write({ 'content/hello.md': story('Second') });
	await space.refresh();
	await space.idle();
	expect([await ask('/hello'), await ask('/other'), await ask('/hello')]).toEqual([
		'MISS <h1>Second</h1>',
		'HIT <h1>Other</h1>',
		'HIT <h1>Second</h1>',
	]);

	// Without a secret no call can purge, and the server says what to set.
	const open = await startServer(site, { ...env, SLUGLINE_WEBHOOK_SECRET: '' }, '/hooks/content');
	expect(await open.call('story.published', { story_id: 1 }, null)).toBe(503);
	await expect.poll(open.output).toContain('Set SLUGLINE_WEBHOOK_SECRET to the secret');
});
