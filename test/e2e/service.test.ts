import { beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { usePackedPackage } from '../support/packed.js';
import {
	type Fault,
	type ServedStory,
	type Service,
	type ServiceOptions,
	startService,
} from '../support/service.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';

usePackedPackage();

const stories: ServedStory[] = [
	{ slug: 'home', path: '/' },
	{ slug: 'about', languages: { de: { slug: 'ueber-uns' }, 'pt-br': { published: false } } },
	{ slug: 'blog', folder: true },
	{ slug: 'blog/index', startpage: true, languages: { de: { slug: 'magazin/index' } } },
	{ slug: 'blog/hello', languages: { de: { slug: 'de/magazin/hallo' } } },
	{ slug: 'blog/secret', published: false },
	...Array.from({ length: 60 }, (_, number) => ({ slug: `blog/post-${number}`, component: 'article' })),
];
const languages = ['de', 'pt-br'];

const configOf = ({ token, url }: Service, more = '') =>
	config(`{ token: '${token}', baseUrl: '${url}', defaultLanguage: 'en', ${more} }`);

async function siteOf(options: Partial<ServiceOptions> = {}): Promise<{ site: Site; service: Service }> {
	const service = await startService({ stories, languages, ...options });
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': configOf(service),
	});
	return { site, service };
}

describe('a service', () => {
	let isFailing = false;
	let site: Site;
	let service: Service;
	let first: Record<string, string>;

	beforeAll(async () => {
		({ site, service } = await siteOf({ fault: () => (isFailing ? '401' : undefined) }));
		expect(await site.built()).toContain('Small service, cv 1700000000: all');
		first = await site.output();
	});

	it('is asked a few requests for every published story and variant, each with a page at its path', async () => {
		const pages = await site.pages();
		expect(pages.filter((page) => !page.includes('post-'))).toEqual([
			'/',
			'/about/',
			'/blog/',
			'/blog/hello/',
			'/de/',
			'/de/magazin/',
			'/de/magazin/hallo/',
			'/de/ueber-uns/',
			'/pt-br/',
			'/pt-br/blog/',
			'/pt-br/blog/hello/',
		]);
		expect(pages).toHaveLength(11 + 3 * 60);

		expect(JSON.parse(first['slugline.json'] ?? '')).toEqual({
			cv: 1_700_000_000,
			spaceVersion: 1_700_000_000,
			settled: true,
			space: { id: 7, name: 'Small service' },
			version: 'published',
			defaultLanguage: 'en',
			languages: ['de', 'pt-br'],
			counts: { stories: 64, variants: 191, folders: 1, routes: 191 },
		});
		expect(first['de/ueber-uns/index.html']).toContain('<h1>about in de</h1>');
		const alternates = ['de" href="/de/ueber-uns/"', 'en" href="/about/"', 'x-default" href="/about/"'];
		for (const alternate of alternates)
			expect(first['about/index.html']).toContain(`<link rel="alternate" hreflang="${alternate}>`);
		expect(first['about/index.html']).not.toContain('pt-BR');
		expect(Object.values(first).join('\n')).not.toContain(service.token);

		// 64 published stories and 65 links: 1 + ⌈65/1000⌉ + 3·⌈64/25⌉.
		expect(service.requests.length).toBeLessThanOrEqual(1 + 1 + 3 * 3);
		expect(service.maxOpen).toBeLessThanOrEqual(30);
	});

	it('is asked one request when nothing changed, which gives the same output', async () => {
		service.requests.length = 0;
		expect(await site.built()).toContain(
			'Small service, cv 1700000000: unchanged, 64 stories and 127 translations (1 request, ',
		);
		expect(service.requests).toEqual([expect.stringContaining('/v2/cdn/spaces/me')]);
		expect(await site.output()).toEqual(first);

		// A new collection clears Astro's own store, but not the cached state, so it costs no extra request.
		await site.write({
			'src/content.config.ts': plainSite['src/content.config.ts']
				.replace('{ stories }', '{ links, stories }')
				.replace('= {', '= { links: defineCollection({ loader: links() }),'),
		});
		service.requests.length = 0;
		await site.built();
		expect(service.requests).toHaveLength(1);
		expect(await site.output()).toEqual(first);
	});

	it('fails the build with one sentence, and leaves the last good state', async () => {
		isFailing = true;
		const { code, output } = await site.build();
		expect(code).not.toBe(0);
		expect(output).not.toContain(service.token);
		expect(sentence(output, service)).toBe(
			'[SluglineServiceError] The API responded to GET <service>/v2/cdn/spaces/me/ with status 401: "Unauthorized". Hint: Check the access token: it may be mistyped, deleted, or belong to another space. The token comes from the option `token`. More: docs/errors.md of astro-slugline.',
		);
		await site.built({ SLUGLINE_OFFLINE: '1' });
		expect(await site.output()).toEqual(first);
		await site.write({ 'astro.config.mjs': configOf(service, `onError: 'keep'`) });
		expect(await site.built()).toContain('built from the cached state');
		expect(await site.output()).toEqual(first);
	});
});

it.each(isLong ? (['no total', 'none'] as const) : (['none'] as const))(
	'builds without language codes, with paging of stories: %s',
	async (paging) => {
		const { site } = await siteOf({ paging, listsLanguages: false });
		const { code } = await site.build();
		expect(code).toBe(0);
		expect(await site.pages()).toHaveLength(191);
	},
);

it('gives the same output when requests of a sync fail at first', async () => {
	// Each retry waits longer than the one before. The client's own tests try more faults, with an injected clock.
	const faults: Fault[] = ['500', '429', 'drop', 'cut'];
	const calm = await siteOf();
	const rough = await siteOf({ fault: (number) => faults[number] });
	await calm.site.built();
	await rough.site.built();
	expect(await rough.site.output()).toEqual(await calm.site.output());
});

/** The error that Astro prints, without what differs between runs. It has no stack, which would say nothing about the site. */
const sentence = (output: string, service: Service): string =>
	output
		.slice(output.search(/^\[?\w*Error/m))
		.replaceAll(service.url, '<service>')
		.replace(/\s+/g, ' ')
		.trim();
