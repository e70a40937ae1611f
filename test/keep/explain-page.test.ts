import { expect, it } from 'vitest';
import {
	type CachedPage,
	type PageState,
	unknownIsolation,
	writeState,
} from '../../packages/astro-keep/src/decide/page-state.js';
import { explainPage } from '../../packages/astro-keep/src/explain-page.js';
import { type Read, readOf } from '../../packages/astro-keep/src/tracking/index.js';
import { addStoryKinds } from '../../packages/astro-slugline/src/astro/explain/index.js';
import { createTestFolder } from '../support/test-folder.js';

// Some of the reads here are of stories.
addStoryKinds();

const reading = (read: Read, importer = '') => ({ read, importer, digest: '' });

const post = 'src/pages/blog/[slug].astro /blog/a';
const clock = 'src/pages/now.astro /now';

const images = {
	staticImages: [
		{ originalPath: '/_astro/a.png', originalSrcPath: undefined, hash: '', finalPath: '', transform: 0 },
	],
	referencedImages: [],
};

const page: CachedPage = {
	propsDigest: 'g',
	code: 'c',
	copy: { pack: 'p', at: 0, length: 1, digest: 'd' },
	images,
	headers: undefined,
};

const state: PageState = {
	...{ globalCode: '', code: '', siteCode: '', content: '', isolation: unknownIsolation, kinds: new Set() },
	pages: new Map([
		[post, page],
		[clock, { ...page, propsDigest: '', copy: undefined, images: undefined }],
	]),
	globalReads: [
		reading(readOf('members', 'menu'), 'src/nav.ts'),
		...Array.from({ length: 12 }, (_, at) => reading(readOf('loaded', `node_modules/a/${at + 10}.js`))),
	],
	provisionalReads: [],
	reads: () =>
		new Map([
			[
				post,
				[
					reading(
						readOf('fields', ['blog', ['a'], [['data'], ['data', 'title'], ['rendered', 'html'], ['body']]]),
					),
					reading(readOf('fields', ['blog', 0, [['data', 'date']]])),
					reading(readOf('lookup', 'hero')),
					reading(readOf('lookup', 'map')),
					reading(readOf('env', 'LANG')),
					reading(readOf('notice', ['a warning', null, null])),
					reading(readOf('query', ['blog', '{"limit":3}']), 'src/Latest.astro'),
				],
			],
			[clock, [reading(readOf('always', null), 'src/pages/now.astro')]],
		]),
	parts: () =>
		new Map([
			['', new Map([['astro.config.mjs', '1']])],
			[
				'src/pages/blog/[slug].astro',
				new Map([
					['src/pages/blog/[slug].astro', '1'],
					['\0virtual', '2'],
				]),
			],
			['src/pages/now.astro', new Map([['src/pages/now.astro', '1']])],
			['lookup hero', new Map([['src/bloks/Hero.astro', '1']])],
		]),
	reasons: () => new Map([[post, 'the body of `a` in `blog` changed']]),
};

async function cacheOf(state?: PageState) {
	const { path, write, url } = await createTestFolder();
	await write({ 'astro-keep/key': '' });
	if (state) await writeState(new URL('astro-keep/pages.state', url), state);
	return path;
}

it('says why a page was rendered last, and what would render it again', async () => {
	const cache = await cacheOf(state);
	expect(await explainPage(cache, 'blog/a/')).toMatchInlineSnapshot(`
		[
		  "/blog/a (src/pages/blog/[slug].astro)",
		  "It was rendered last because the body of \`a\` in \`blog\` changed.",
		  "It is rendered again if one of these changes:",
		  "  its code: src/pages/blog/[slug].astro",
		  "  what \`getStaticPaths\` gives it",
		  "  \`data.date\` of all entries in \`blog\`",
		  "  the body and \`data.title\` of \`a\` in \`blog\`",
		  "  the code of the blok \`hero\`: src/bloks/Hero.astro",
		  "  the code of the blok \`map\`: there is none",
		  "  the environment variable LANG",
		  "  the result of query({"limit":3}) (src/Latest.astro)",
		  "  its images: /_astro/a.png",
		  "Each page is rendered again if one of these changes:",
		  "  the code that runs for all: astro.config.mjs",
		  "  which entries \`menu\` has, and their order (src/nav.ts)",
		  "  what pages load while they run: node_modules/a/10.js, node_modules/a/11.js, node_modules/a/12.js, node_modules/a/13.js, node_modules/a/14.js, node_modules/a/15.js, node_modules/a/16.js, node_modules/a/17.js and 4 more",
		]
	`);
	expect(await explainPage(cache, '/now')).toMatchInlineSnapshot(`
		[
		  "/now (src/pages/now.astro)",
		  "Why it was rendered last is not known.",
		  "It is rendered in every build. It depends on:",
		  "  its code: src/pages/now.astro",
		  "  the time of the build: it asks to be rendered in each (src/pages/now.astro)",
		  "Each page is rendered again if one of these changes:",
		  "  the code that runs for all: astro.config.mjs",
		  "  which entries \`menu\` has, and their order (src/nav.ts)",
		  "  what pages load while they run: node_modules/a/10.js, node_modules/a/11.js, node_modules/a/12.js, node_modules/a/13.js, node_modules/a/14.js, node_modules/a/15.js, node_modules/a/16.js, node_modules/a/17.js and 4 more",
		]
	`);
});

it('takes the address of a page, as browsers show it', async () => {
	const cache = await cacheOf(state);
	const ofPath = await explainPage(cache, '/now');
	expect(await explainPage(cache, 'http://localhost:4321/now/?sort=date#first')).toEqual(ofPath);
});

it('lists all files and entries if it is asked to', async () => {
	const ids = Array.from({ length: 12 }, (_, at) => `b${at}`);
	const files = new Map(Array.from({ length: 9 }, (_, at) => [`src/part-${at}.ts`, '1']));
	const cache = await cacheOf({
		...state,
		reads: () => new Map([[post, [reading(readOf('fields', ['blog', ids, [['data', 'title']]]))]]]),
		parts: () => new Map([['src/pages/blog/[slug].astro', files]]),
	});
	const [some, all] = await Promise.all(
		(['some', 'all'] as const).map(async (lists) => (await explainPage(cache, '/blog/a', lists))?.join('\n')),
	);
	expect(some).toContain('12 entries, such as `b0`');
	expect(some).toContain('src/part-7.ts and 1 more');
	expect(all).toContain('`b10`, `b11` in `blog`');
	expect(all).toContain('src/part-8.ts');
});

it('names pages that there are if the last build kept none with the path', async () => {
	await expect(explainPage(await cacheOf(state), '/blgo/a')).rejects.toThrow(
		'The last build kept no page with the path /blgo/a. Did you mean /blog/a? A path that',
	);
	await expect(explainPage(await cacheOf(state), '/about')).rejects.toThrowErrorMatchingInlineSnapshot(
		`[Error: The last build kept no page with the path /about. It kept 2 pages, such as /blog/a, /now. A path that no \`getStaticPaths\` returns has no page; pages with server islands, redirects, and pages on demand are rendered each time.]`,
	);
});

it('knows nothing without the state of a build', async () => {
	expect(await explainPage(await cacheOf(), '/')).toBeUndefined();
});

it('joins the fields of entries, unless all are asked for', async () => {
	const fields = (id: string, ...names: string[]) =>
		names.map((name) => reading(readOf('fields', ['docs', [id], [['data', name]]]), 'src/Sidebar.astro'));
	const read = [...'abcde'].flatMap((id) => fields(id, 'title', 'order'));
	const cache = await cacheOf({ ...state, globalReads: [...read, ...fields('f', 'title', 'draft')] });
	const said = async (lists?: 'all') =>
		(await explainPage(cache, '/now', lists))?.filter((line) => line.includes('docs'));
	expect(await said()).toEqual([
		'  `data.draft` and `data.title` of `f` in `docs` (src/Sidebar.astro)',
		'  `data.order` and `data.title` of 5 entries, such as `a` in `docs` (src/Sidebar.astro)',
	]);
	expect(await said('all')).toHaveLength(12);
});
