import { expect, it } from 'vitest';
import { type ServedStory, type Service, startService } from '../support/service.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';

const stories: ServedStory[] = [
	{ slug: 'home', path: '/' },
	...Array.from({ length: 40 }, (_, number) => ({ slug: `blog/post-${number}` })),
];

async function siteOf(service: Service): Promise<Site> {
	return createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en' }`,
		),
	});
}

it('sends one request and gives the same output when nothing changed', async () => {
	const service = await startService({ stories, languages: ['de'] });
	const site = await siteOf(service);
	await site.built();
	const first = await site.output();

	service.requests.length = 0;
	const output = await site.built();
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
	await site.built();
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
	const site = await siteOf(service);
	await site.built();
	const first = await site.output();

	failing = true;
	const failed = await site.build();
	expect(failed.code).not.toBe(0);

	await site.built({ SLUGLINE_OFFLINE: '1' });
	expect(await site.output()).toEqual(first);

	await site.write({
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en', onError: 'keep' }`,
		),
	});
	const fromCache = await site.built();
	expect(fromCache).toContain('built from the cached state');
	expect(await site.output()).toEqual(first);
});
