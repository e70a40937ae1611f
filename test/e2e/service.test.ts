import { expect, it } from 'vitest';
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

async function siteOf(options: Partial<ServiceOptions> = {}): Promise<{ site: Site; service: Service }> {
	const service = await startService({ stories, languages, ...options });
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en' }`,
		),
	});
	return { site, service };
}

it('builds every published story and variant at its path, in few requests', async () => {
	const { site, service } = await siteOf();
	const { code, output } = await site.build();
	expect(output).toContain('Small service, cv 1700000000: all');
	expect(code).toBe(0);

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

	const files = await site.output();
	expect(JSON.parse(files['slugline.json'] ?? '')).toEqual({
		cv: 1_700_000_000,
		spaceVersion: 1_700_000_000,
		settled: true,
		space: { id: 7, name: 'Small service' },
		version: 'published',
		defaultLanguage: 'en',
		languages: ['de', 'pt-br'],
		counts: { stories: 64, variants: 191, folders: 1, routes: 191 },
	});
	expect(files['de/ueber-uns/index.html']).toContain('<h1>about in de</h1>');
	expect(files['about/index.html']).toContain('<link rel="alternate" hreflang="de" href="/de/ueber-uns/">');
	expect(files['about/index.html']).toContain('<link rel="alternate" hreflang="en" href="/about/">');
	expect(files['about/index.html']).toContain('<link rel="alternate" hreflang="x-default" href="/about/">');
	expect(files['about/index.html']).not.toContain('pt-BR');
	expect(Object.values(files).join('\n')).not.toContain(service.token);

	// 64 published stories and 65 links: 1 + ⌈65/1000⌉ + 3·⌈64/25⌉.
	expect(service.requests.length).toBeLessThanOrEqual(1 + 1 + 3 * 3);
	expect(service.maxOpen).toBeLessThanOrEqual(30);
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

it.each<[string, Partial<ServiceOptions>, string]>([
	[
		'every answer is HTML',
		{ fault: () => 'html' },
		'The response to GET <service>/v2/cdn/spaces/me/ is not JSON; it begins with "<html><body>Hello</body></html>" (3 attempts). Hint: This is probably not the address of the API: check `region` and `baseUrl`.',
	],
	[
		'every answer is 401',
		{ fault: () => '401' },
		'The API responded to GET <service>/v2/cdn/spaces/me/ with status 401: "Unauthorized". Hint: Check the access token: it may be mistyped, deleted, or belong to another space or region.',
	],
	[
		'the address is wrong',
		{},
		'GET <service>/v2/cdn/spaces/me/ failed: connect ECONNREFUSED <host> (5 attempts). Hint: Nothing is listening at <host>: check `region` and `baseUrl`.',
	],
])('fails the build with one sentence when %s', async (_, options, said) => {
	const { site, service } = await siteOf(options);
	if (!options.fault) await service.close();
	const { code, output } = await site.build();
	expect(code).not.toBe(0);
	expect(await site.pages()).toEqual([]);
	expect(output).not.toContain(service.token);
	expect(sentence(output, service)).toBe(`[SluglineServiceError] ${said}`);
});

/** The error that Astro prints, without the stack and what differs between runs. */
function sentence(output: string, service: Service): string {
	const lines = output.slice(output.search(/^\[?\w*Error/m)).split('\n');
	const end = lines.findIndex((line) => /^\s+(at |Stack trace|Location)/.test(line));
	return lines
		.slice(0, end)
		.join('\n')
		.replaceAll(service.url, '<service>')
		.replaceAll(new URL(service.url).host, '<host>')
		.replace(/\s+/g, ' ')
		.trim();
}
