import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import {
	type ServedStory,
	type Service,
	type ServiceOptions,
	startService,
	uuidOfStory,
} from '../support/service.js';
import { config, createSite, plainSite, type Site, storyRoute } from '../support/site.js';

const packageFolder = fileURLToPath(new URL('../../packages/astro-slugline/', import.meta.url));

const stories: ServedStory[] = [
	{ slug: 'home', path: '/' },
	{ slug: 'blog', folder: true },
	{ slug: 'blog/one', component: 'article', content: { price: '1.50' } },
	{ slug: 'blog/two', component: 'article', languages: { de: { published: false } } },
	{ slug: 'authors/ann', component: 'author' },
];

const serve = (options: Partial<ServiceOptions> = {}): Promise<Service> =>
	startService({ stories, languages: ['de'], ...options });

const contentConfig = (collections: string) => `
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { datasource, datasources, links, stories, storySchema } from 'astro-slugline/loaders';
export const collections = { ${collections} };`;

const dump = (...collections: string[]) => `
import { getCollection } from 'astro:content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
export const GET = async () => Response.json({
	${collections.map((name) => `${name}: await getCollection('${name}'),`).join('\n')}
});`;

/** Builds a site that writes its collections to a file. */
async function collectionsOf(service: Service, collections: string, names: string[], options = '') {
	const site = await createSite({
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en', ${options} }`,
		),
		'src/content.config.ts': contentConfig(collections),
		'src/pages/dump.json.ts': dump(...names),
	});
	const { code, output } = await site.build();
	const file = (await site.output())['dump.json'];
	type Entry = { id: string; data: Record<string, unknown> };
	return { code, output, site, dumped: JSON.parse(file ?? '{}') as Record<string, Entry[]> };
}

const idsOf = (entries: { id: string }[] = []) => entries.map(({ id }) => id);

it('loads the selected stories into each collection with a single sync', async () => {
	const service = await serve();
	const { code, dumped } = await collectionsOf(
		service,
		`all: defineCollection({ loader: stories() }),
		blog: defineCollection({ loader: stories({ startsWith: 'blog/' }) }),
		people: defineCollection({ loader: stories({ contentType: ['author', 'editor'] }) }),
		numbered: defineCollection({ loader: stories({ contentType: 'article', id: (story) => story.uuid + story.lang }) }),
		links: defineCollection({ loader: links({ startsWith: 'blog' }) }),`,
		['all', 'blog', 'people', 'numbered', 'links'],
	);
	expect(code).toBe(0);
	expect(idsOf(dumped['all'])).toEqual([
		'authors/ann',
		'blog/one',
		'blog/two',
		'de/authors/ann',
		'de/blog/one',
		'de/home',
		'home',
	]);
	expect(idsOf(dumped['blog'])).toEqual(['blog/one', 'blog/two', 'de/blog/one']);
	expect(idsOf(dumped['people'])).toEqual(['authors/ann', 'de/authors/ann']);
	expect(idsOf(dumped['numbered']).sort()).toEqual(
		[
			`${uuidOfStory('blog/one')}de`,
			`${uuidOfStory('blog/one')}default`,
			`${uuidOfStory('blog/two')}default`,
		].sort(),
	);
	expect(idsOf(dumped['links']).sort()).toEqual(['blog', 'blog/one', 'blog/two'].map(uuidOfStory).sort());
	expect(dumped['all']?.[1]?.data).toMatchObject({
		uuid: uuidOfStory('blog/one'),
		full_slug: 'blog/one',
		lang: 'default',
		content: { component: 'article', price: '1.50', title: 'blog/one in default' },
		tag_list: [],
		path: null,
	});
	// The space, the links, and the stories in each language.
	expect(service.requests.map((request) => /cdn\/(\w+)/.exec(request)?.[1]).sort()).toEqual([
		...['links', 'spaces', 'stories', 'stories'],
	]);
});

it('builds the languages in `languages`, and always the default language', async () => {
	const service = await serve({ languages: ['de', 'fr', 'it'] });
	const { dumped } = await collectionsOf(
		service,
		`all: defineCollection({ loader: stories({ contentType: 'author' }) }),
		some: defineCollection({ loader: stories({ contentType: 'author', languages: ['fr'] }) }),`,
		['all', 'some'],
		`languages: ['de', 'fr']`,
	);
	expect(idsOf(dumped['all'])).toEqual(['authors/ann', 'de/authors/ann', 'fr/authors/ann']);
	expect(idsOf(dumped['some'])).toEqual(['authors/ann', 'fr/authors/ann']);
	expect(service.requests.filter((request) => request.includes('language=it'))).toEqual([]);
});

it("applies a collection's own ids and schema, and builds routes without the fields that it drops, also if nothing changed", async () => {
	const service = await serve();
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en' }`,
		),
		'src/content.config.ts': contentConfig(`pages: defineCollection({
			loader: stories({ id: (story) => 'x' + story.uuid + story.lang }),
			schema: z.object({ name: z.string().toUpperCase(), lang: z.string(), content: z.object({}) }),
		})`),
	});
	for (const _time of ['first', 'second']) {
		await site.built();
		expect(await site.pages()).toEqual([
			...['/', '/authors/ann/', '/blog/one/', '/blog/two/', '/de/', '/de/authors/ann/', '/de/blog/one/'],
		]);
		const files = await site.output();
		expect(files['blog/one/index.html']).toContain('<h1>BLOG/ONE</h1><p></p>');
		expect(files['blog/one/index.html']).toContain('hreflang="de" href="/de/blog/one/"');
	}
});

it('names the story and the field that fail a schema', async () => {
	const { code, output } = await collectionsOf(
		await serve(),
		`posts: defineCollection({
			loader: stories({ contentType: 'article' }),
			schema: storySchema({ content: z.looseObject({ price: z.string() }) }),
		})`,
		['posts'],
	);
	expect(code).not.toBe(0);
	expect(output).toContain('posts → blog/two');
	expect(output).toContain('content.price');
});

it("names the file of a folder's story that fails a schema", async () => {
	const site = await createSite({
		'astro.config.mjs': config("{ defaultLanguage: 'en' }"),
		'src/content.config.ts': contentConfig(
			'posts: defineCollection({ loader: stories(), schema: storySchema({ content: z.looseObject({ price: z.string() }) }) })',
		),
		'space/space.yaml': 'name: Harbor\nlanguages: [de]\n',
		'space/blog/two.md': '---\ncontent: { component: post, price: "2" }\n---\n',
		'space/blog/two.de.md': '---\ncontent: { price: [2] }\n---\n',
	});
	const { code, output } = await site.build();
	expect(code).not.toBe(0);
	expect(output).toContain('posts → de/blog/two');
	expect(output).toContain('The story is in space/blog/two.de.md.');
	await site.write({ 'space/blog/two.md': '---\ncontent: { component: post }\n---\n' });
	expect((await site.build()).output).toMatch(/posts → blog\/two.*The story is in space\/blog\/two\.md\.\n/s);
});

describe('a site of two spaces, with a page component for one of them', () => {
	let site: Site;
	let output: string;

	beforeAll(async () => {
		const blog = await serve({ stories: [...stories, { slug: 'constructor' }, { slug: '__proto__' }] });
		const shop = await serve({
			token: 'token-of-the-shop',
			stories: [{ slug: 'shop/bike', component: 'product' }],
			languages: [],
		});
		site = await createSite({
			'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [
	slugline({ token: '${blog.token}', baseUrl: '${blog.url}', routes: { page: './src/Story.astro', collection: 'pages', exclude: ['authors/**'] } }),
	slugline({ id: 'shop', token: '${shop.token}', baseUrl: '${shop.url}' }),
] });`,
			'src/data/teams.json':
				'[{ "id": "a", "lead": "authors/ann", "size": "3" }, { "id": "b", "lead": "authors/bob", "size": "4" }]',
			'src/content.config.ts': `
import { defineCollection as define, reference, z } from 'astro:content';
import { file } from 'astro/loaders';
import { stories } from 'astro-slugline/loaders';
import { counted } from './counted';
const schema = z.object({ lead: reference('authors'), size: z.coerce.number() });
export const collections = {
	pages: define({ loader: stories() }),
	products: define({ loader: stories({ space: 'shop' }) }),
	authors: define({ loader: stories({ startsWith: 'authors/' }) }),
	teams: define({ loader: file('src/data/teams.json'), schema }),
	counted,
};`,
			'src/counted.ts': `
import * as content from 'astro:content';
import { defineCollection, getCollection } from 'astro:content';
const loader = async () => [{ id: 'functions', count: [getCollection, content.getEntry, content.render].filter((one) => typeof one === 'function').length }];
export const counted = defineCollection({ loader });`,
			'src/Story.astro': '<html><head><title>{Astro.props.story.data.name}</title></head></html>',
			'src/pages/plain.astro': '<p>plain</p>',
			'src/pages/shop/[...path].astro': storyRoute('<p>{story.data.name}</p>').replace(
				"'pages'",
				"'products'",
			),
			'src/pages/dump.json.ts': dump('authors', 'teams', 'counted'),
		});
		output = await site.built();
	});

	it('has a route for the page component, and treats `constructor` and `__proto__` as ordinary slugs', async () => {
		expect(await site.pages()).toEqual([
			...['/', '/__proto__/', '/blog/one/', '/blog/two/', '/constructor/', '/de/', '/de/__proto__/'],
			...['/de/blog/one/', '/de/constructor/', '/plain/', '/shop/bike/'],
		]);
	});

	it('has a report of each space', async () => {
		const files = await site.output();
		expect(JSON.parse(files['slugline.json'] ?? '').counts).toMatchObject({ stories: 6 });
		expect(JSON.parse(files['slugline.shop.json'] ?? '').counts).toMatchObject({ stories: 1 });
	});

	it('supports named and namespace imports of `astro:content` in a content config', async () => {
		const dumped = JSON.parse((await site.output())['dump.json'] ?? '{}');
		expect(idsOf(dumped.authors)).toEqual(['authors/ann', 'de/authors/ann']);
		expect(dumped.teams[0].data).toEqual({ lead: { id: 'authors/ann', collection: 'authors' }, size: 3 });
		expect(dumped.counted[0].data).toEqual({ id: 'functions', count: 3 });
		expect(output).toContain(
			'references "authors/bob" in collection "authors", but that entry does not exist',
		);
		expect(output).not.toContain('references "authors/ann"');
	});
});

it.runIf(isLong)("works if it is installed but not listed in the site's package.json", async () => {
	const service = await serve();
	const site = await createSite({
		...plainSite,
		'astro.config.mjs': config(
			`{ token: '${service.token}', baseUrl: '${service.url}', defaultLanguage: 'en' }`,
		),
	});
	await site.remove('node_modules/astro-slugline');
	await cp(packageFolder, join(site.folder, 'node_modules/astro-slugline'), { recursive: true });
	await site.built();
	expect(await site.pages()).toContain('/de/blog/one/');
});

const wrong: [name: string, options: Partial<ServiceOptions>, collection: string, sentence: string][] = [
	[
		'two entries with one id',
		{},
		`stories({ id: () => 'x' })`,
		`[SluglineCollectionError] Two stories of the collection \`pages\` have the id \`x\`: home (default, ${uuidOfStory('home')}) and blog/one (default, ${uuidOfStory('blog/one')}). Hint: The \`id\` function of the loader must return a different id for each story. More: docs/errors.md of astro-slugline.`,
	],
	[
		'an unknown language',
		{},
		`stories({ languages: ['fr'] })`,
		'[SluglineCollectionError] A collection loads the language `fr`, which is not built. Hint: The languages besides the default one are: de. They come from the space, or from the option `languages` of slugline(). More: docs/errors.md of astro-slugline.',
	],
	[
		'an unknown datasource',
		{},
		`datasource('colors')`,
		'[SluglineCollectionError] The collection `pages` loads the datasource `colors`, which the space does not have. Hint: The datasources of the space are: none. More: docs/errors.md of astro-slugline.',
	],
	[
		'an unknown space',
		{},
		`stories({ space: 'shop' })`,
		"[SluglineCollectionError] A collection uses the space `shop`, but no slugline() in astro.config has that id. Hint: The ids are: default. Pass one of them to the loader: `space: '<id>'`. More: docs/errors.md of astro-slugline.",
	],
];

it.each(isLong ? wrong : wrong.slice(0, 1))(
	'fails the build with a sentence for %s',
	async (_, options, collection, sentence) => {
		const pages = `pages: defineCollection({ loader: ${collection} })`;
		const { code, output } = await collectionsOf(await serve(options), pages, ['pages']);
		expect(code).not.toBe(0);
		const shown = output.slice(output.search(/^\[?\w*Error/m));
		expect(shown.trim().replace(/\s+/g, ' ')).toBe(sentence);
	},
);
