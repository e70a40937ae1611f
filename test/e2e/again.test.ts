import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import { afterEach, expect, it } from 'vitest';
import { type ServedStory, type Service, startService } from '../support/service.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
	for (const cleanup of cleanups.splice(0)) await cleanup();
});

const stories: ServedStory[] = [
	{ slug: 'home', path: '/' },
	...Array.from({ length: 40 }, (_, number) => ({ slug: `blog/post-${number}` })),
];

async function siteOf(service: Service): Promise<Site> {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en' }`,
		),
	});
	cleanups.push(site.delete);
	return site;
}

it('sends one request and gives the same output when nothing changed', async () => {
	const service = await startService({ stories, languages: ['de'] });
	cleanups.push(service.close);
	const site = await siteOf(service);
	expect((await site.build()).code).toBe(0);
	const first = await site.output();

	service.requests.length = 0;
	const { code, output } = await site.build();
	expect(code, output).toBe(0);
	expect(output).toContain(
		'Small service, cv 1700000000: unchanged, 41 stories and 41 translations (1 request, ',
	);
	expect(service.requests).toEqual([expect.stringContaining('/v2/cdn/spaces/me')]);
	expect(await site.output()).toEqual(first);

	// A new collection clears Astro's own store, but not the cached state, so it costs no extra request.
	await site.write({
		'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { links, stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }), links: defineCollection({ loader: links() }) };`,
	});
	service.requests.length = 0;
	expect((await site.build()).code).toBe(0);
	expect(service.requests).toHaveLength(1);
	expect(await site.output()).toEqual(first);
});

it('keeps the last good state when a sync fails', async () => {
	let failing = false;
	const cv = { now: 1 };
	const service = await startService({
		stories,
		languages: ['de'],
		get cv() {
			return cv.now;
		},
		fault: () => (failing ? '401' : undefined),
	});
	cleanups.push(service.close);
	const site = await siteOf(service);
	expect((await site.build()).code).toBe(0);
	const first = await site.output();

	failing = true;
	const failed = await site.build();
	expect(failed.code).not.toBe(0);

	const offline = await site.build({ SLUGLINE_OFFLINE: '1' });
	expect(offline.code, offline.output).toBe(0);
	expect(await site.output()).toEqual(first);

	await site.write({
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en', onError: 'keep' }`,
		),
	});
	const fromCache = await site.build();
	expect(fromCache.code, fromCache.output).toBe(0);
	expect(fromCache.output).toContain('built from the cached state');
	expect(await site.output()).toEqual(first);
});

it('never returns to older content when an edge location serves an older version', async () => {
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(`{ defaultLanguage: 'en' }`),
		'content/space.yaml': 'name: Harbour\n',
		'content/about.md': '---\ncontent: { component: page, title: Before }\n---\n',
	});
	cleanups.push(site.delete);
	let now = 1_700_000_000_000;
	let requests = 0;
	const space = createSpace(join(site.folder, 'content'), {
		edge: { locations: 2 },
		clock: () => now,
		log: () => {
			requests += 1;
		},
	});
	cleanups.push(() => space.close());
	const { url, tokens } = await space.listen();
	const env = { SLUGLINE_TOKEN: tokens.public, SLUGLINE_BASE_URL: url };
	/** Requests alternate between the two locations. Each repeats its last answer for two seconds. */
	const versionAt = async (location: number): Promise<number> => {
		const ask = async () => (await fetch(`${url}/v2/cdn/spaces/me/?token=${tokens.public}`)).json();
		if (requests % 2 !== location)
			await fetch(`${url}/v2/cdn/links?token=${tokens.public}`, { redirect: 'manual' });
		return (await ask()).space.version;
	};
	const built = async (location: number) => {
		await versionAt(1 - location);
		const { code, output } = await site.build(env);
		expect(code, output).toBe(0);
		const files = await site.output();
		const marks = JSON.parse(files['slugline.json'] ?? '{}');
		return { page: files['about/index.html'] ?? '', version: marks.spaceVersion, cv: marks.cv, output };
	};

	const first = await built(0);
	expect(first.page).toContain('Before');
	now += 2000;
	await versionAt(0);
	now += 1500;
	await versionAt(1);
	await space.edit.write('about', { content: { title: 'After' } });
	now += 700;
	// The answer has expired at one location, but not yet at the other.
	const second = await built(0);
	expect(second.page).toContain('After');
	expect(second.version).toBeGreaterThan(first.version);
	expect(await versionAt(1)).toBe(first.version);
	const third = await built(1);
	expect(third).toMatchObject({ page: second.page, version: second.version, cv: second.cv });
	expect(third.output).toContain(': unchanged, 1 story (1 request, ');
});
