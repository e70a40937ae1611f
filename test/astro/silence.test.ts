import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildChannel } from 'astro-keep/tracking';
import { defineCollection } from 'astro-slugline/content-config';
import { datasource, stories } from 'astro-slugline/loaders';
import { routeOf, storyPaths } from 'astro-slugline/paths';
import { bloksOf, headOf } from 'astro-slugline/rendering';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setUpLive } from '../../packages/astro-slugline/src/astro/hooks/live.js';
import type { Setup, SetupHook } from '../../packages/astro-slugline/src/astro/hooks/read-setup.js';
import { loadStories } from '../../packages/astro-slugline/src/astro/loaders/load-stories.js';
import { missed, unmatched } from '../../packages/astro-slugline/src/astro/loaders/unmatched.js';
import {
	collectStoryPaths,
	sentenceFor,
	type Unbuilt,
	unbuiltWarning,
	unknownCollectionWarning,
	unreadWarning,
	unshownWarning,
} from '../../packages/astro-slugline/src/astro/output/unbuilt.js';
import { excludedStory, whyNoPage } from '../../packages/astro-slugline/src/astro/output/why-no-page.js';
import type { Connection } from '../../packages/astro-slugline/src/astro/session/index.js';
import { originOf } from '../../packages/astro-slugline/src/astro/session/report.js';
import { routesOf } from '../../packages/astro-slugline/src/astro/session/routes/routes-of.js';
import { spaceWarnings } from '../../packages/astro-slugline/src/astro/session/space-warnings.js';
import { readEnvironment } from '../../packages/astro-slugline/src/astro/settings/environment.js';
import { readOptions } from '../../packages/astro-slugline/src/astro/settings/options.js';
import {
	refuseMissingPage,
	refuseOldAstro,
} from '../../packages/astro-slugline/src/astro/settings/refusals.js';
import {
	draftsWarning,
	findSource,
	previewSource,
	serverTokenWarning,
} from '../../packages/astro-slugline/src/astro/settings/source.js';
import {
	contentOfEntry,
	missingProp,
	misspelledBlok,
	propsPlugin,
} from '../../packages/astro-slugline/src/astro/virtual-modules/page-plugins/props.js';
import { patternOfPage } from '../../packages/astro-slugline/src/astro/virtual-modules/page-plugins/route-pattern.js';
import type { LaterParts } from '../../packages/astro-slugline/src/astro/virtual-modules/site-parts.js';
import { uuids } from '../support/page-routes.js';
import { temporaryFolder } from '../support/test-folder.js';

// Mistakes that would otherwise lead to empty output without a message. Each message is shown as users read it.

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
afterEach(() => warn.mockClear());
const warned = () => warn.mock.calls.flat();

const row = (defaultSlug: string, component: string) => ({ defaultSlug, component });
const rows = [
	row('home', 'page'),
	row('blog', 'page'),
	row('blog/hello', 'article'),
	row('authors/ann', 'author'),
];

/** The root of a site with these files. */
const siteRoot = async (files = {}) => pathToFileURL(await temporaryFolder(files));

const failure = (fails: () => unknown) => {
	try {
		fails();
	} catch (error) {
		const { message, hint } = error as Error & { hint?: string };
		return `${message}\n${hint}`;
	}
	throw new Error('It did not fail.');
};

describe('a collection', () => {
	it('warns with the existing content types and folders only if no story matches', () => {
		expect([
			...unmatched(rows, {}),
			...unmatched(rows, { startsWith: 'blog/', contentType: ['article', 'author'] }),
			...unmatched([], { contentType: 'article' }),
			...unmatched(rows, { contentType: 'Article' }),
			...unmatched(rows, { contentType: ['article', 'news', 'auhtor'] }),
			...unmatched(rows, { startsWith: 'blogg/' }),
			...unmatched(rows.slice(0, 2), { startsWith: 'docs/' }),
			...unmatched(rows, { startsWith: 'authors/', contentType: 'article' }),
		]).toMatchInlineSnapshot(`
			[
			  "No story has the content type \`Article\`. Did you mean \`article\`?",
			  "No story has the content type \`news\`; there are \`article\`, \`author\` and \`page\`.",
			  "No story has the content type \`auhtor\`. Did you mean \`author\`?",
			  "No story has a full slug that starts with \`blogg/\`. Did you mean \`blog/\`?",
			  "No story has a full slug that starts with \`docs/\`; no story is in a folder.",
			  "No story whose full slug starts with \`authors/\` has the content type \`article\`; there is \`author\`.",
			]
		`);
	});
});

it('a collection misses stories if a name is near that of theirs, and no others', () => {
	const all = rows.map((row, at) => ({ ...row, uuid: String(at), lang: 'default' }));
	const missing = (options: Parameters<typeof missed>[1]) => [...missed(all, options)].join();
	expect(
		[
			{ startsWith: 'blgo/' },
			{ contentType: 'artcle' },
			{ contentType: ['page', 'auhtor'] },
			{ startsWith: 'blgo/', contentType: 'Article' },
			{ startsWith: 'blgo/', contentType: 'author' },
			{ startsWith: 'news/' },
			{ contentType: 'news' },
			{ startsWith: 'blog/', contentType: 'page' },
			{},
		].map(missing),
	).toEqual(['1,2', '2', '3', '2', '', '', '', '', '']);
});

it('a collection cannot have a loader that is not called, which the message cures, because dev prints no hint', () => {
	expect(failure(() => defineCollection({ loader: stories as never }))).toMatchInlineSnapshot(`
		"A collection in the content config has \`loader: stories\`, which does not call the function. Write \`loader: stories()\`.
		More: docs/errors.md of astro-slugline."
	`);
	const loader = stories();
	expect(defineCollection({ loader })).toMatchObject({ loader });
	expect(defineCollection({ loader: () => [] })).toBeDefined();
	expect(failure(() => defineCollection({ loader: datasource as never }))).toContain(
		"Write `loader: datasource('labels')`.",
	);
});

it('says of a loader that it was given something other than options', async () => {
	const context = { collection: 'blog', meta: new Map(), store: new Map() } as never;
	await expect(stories('blog' as never).load(context)).rejects.toMatchObject({
		message: 'The loader stories() of the collection `blog` was given the text "blog" instead of options.',
		hint: expect.stringContaining("Pass an object: `{ startsWith: 'blog/' }`."),
	});
	const load = { context } as never;
	await expect(loadStories(load, { filter: (() => true) as never })).rejects.toMatchObject({
		message: 'The `filter` of the collection `blog` is a function instead of the result of filter.where().',
	});
});

describe('the integration', () => {
	const space = (langs: string[], version: 'published' | 'draft' = 'published') =>
		({
			version,
			rows: langs.map((lang) => ({ lang, slug: 'a' })),
			links: [{ alternates: [{ lang: 'de' }, { lang: 'es' }] }],
		}) as unknown as Parameters<typeof spaceWarnings>[0];

	it('warns with the existing languages if the option names others', () => {
		expect([
			...spaceWarnings(space(['default', 'de']), { languages: ['de', 'fr', 'es'] }, 'en'),
			...spaceWarnings(space(['default', 'de']), { languages: ['en', 'de', 'default'] }, 'en'),
			...spaceWarnings(space([]), {}, undefined),
			...spaceWarnings(space([]), {}, undefined, true),
			...spaceWarnings(space([], 'draft'), {}, undefined),
		]).toMatchInlineSnapshot(`
			[
			  "The option \`languages\` names \`fr\`, but the space has no such language; besides the default one there are \`de\` and \`es\`.",
			  "The option \`languages\` names \`es\`, but no story is published in that language.",
			  "No story of the space is published, so there is nothing to build. Publish one, or build drafts with \`version: 'draft'\` and a preview token.",
			  "No story of the space is published, so there is nothing to build. Add one to its folder, such as \`index.md\`, or remove \`published: false\` from one.",
			  "The space has no stories, so there is nothing to build.",
			]
		`);
	});

	it('fails if the option names no language of the space, or one in another spelling', () => {
		const fails = (languages: string[]) =>
			failure(() => spaceWarnings(space(['default', 'de']), { languages }, 'en'));
		expect([fails(['fr', 'en']), fails(['es', 'DE', 'fr'])]).toMatchInlineSnapshot(`
			[
			  "The option \`languages\` names \`fr\`, but the space has no such language; besides the default one there are \`de\` and \`es\`.
			Correct \`slugline({ languages })\`, or remove it to build all languages. More: docs/errors.md of astro-slugline.",
			  "The option \`languages\` names \`DE\` and \`fr\`, but the space has no such language; besides the default one there are \`de\` and \`es\`.
			Correct \`slugline({ languages })\`, or remove it to build all languages. More: docs/errors.md of astro-slugline.",
			]
		`);
		expect(() => spaceWarnings(space(['default', 'de']), { languages: ['en'] }, 'en')).not.toThrow();
		const alone = { ...space(['default']), links: [] };
		expect(spaceWarnings(alone, { languages: ['fr'] }, 'en')).toHaveLength(1);
	});

	it('warns of drafts in a production build, with the name of the variable', async () => {
		const source = findSource({}, { STORYBLOK_TOKEN: 'x' }, await siteRoot());
		expect(draftsWarning({ version: 'draft' }, source, 'production')).toMatchInlineSnapshot(
			`"This production build publishes drafts, read with the token of the variable STORYBLOK_TOKEN, because the option \`version\` is \`draft\`. Remove the option, or build previews in a mode of their own: \`astro build --mode preview\`."`,
		);
		expect(draftsWarning({ version: 'draft' }, source, 'preview')).toBeUndefined();
		expect(draftsWarning({ version: 'published' }, source, 'production')).toBeUndefined();
		expect(draftsWarning({ version: 'draft' }, { kind: 'folder', folder: '' }, 'production')).toContain(
			'This production build publishes drafts, because',
		);
	});

	it('warns of a server that reads its token from another place than the build', () => {
		const source = { kind: 'service', token: 'a', tokenName: 'the option `token`' } as const;
		expect(serverTokenWarning(source, {})).toMatchInlineSnapshot(
			`"Pages rendered on demand read the token from the variable SLUGLINE_TOKEN, or else STORYBLOK_TOKEN, of the server. This build has its token from astro.config, and does not put it into the server. Set SLUGLINE_TOKEN where the server runs."`,
		);
		expect(serverTokenWarning(source, { SLUGLINE_TOKEN: 'b' })).toBeDefined();
		expect(serverTokenWarning(source, { STORYBLOK_TOKEN: 'a' })).toBeUndefined();
		expect(serverTokenWarning({ kind: 'folder', folder: '' }, {})).toBeUndefined();
	});

	it('warns of live pages that cannot read the folder of the build', async () => {
		const srcDir = new URL(`${await siteRoot({ 'live.config.ts': '' })}/`);
		const built = (environment: object, kind = 'folder', command = 'build') => {
			const said: string[] = [];
			const hook = {
				...{ config: { srcDir }, logger: { warn: (line: string) => said.push(line) } },
				...{ updateConfig: () => {}, addMiddleware: () => {} },
			};
			const options = readOptions({ rebuild: {} });
			const setup = { options, command, prepared: { source: { kind }, environment } };
			setUpLive(setup as unknown as Setup, hook as unknown as SetupHook, {} as LaterParts);
			return said;
		};
		expect(built({})).toEqual([
			'Live pages read the API, not the folder ./space of this build, so they cannot show its stories. Where the server runs, serve the folder with `npx slugline space ./space`, and set SLUGLINE_TOKEN and SLUGLINE_BASE_URL to what it prints.',
		]);
		const others = [built({ SLUGLINE_TOKEN: 'a' }), built({}, 'service'), built({}, 'folder', 'dev')];
		expect(others.flat()).toEqual([]);
	});

	it('throws for a missing page component, and for a version of Astro that is too old', () => {
		const root = new URL('file:///no/such/site/');
		expect(failure(() => refuseMissingPage('./src/Story.astro', root))).toMatchInlineSnapshot(`
			"The file ./src/Story.astro does not exist. The option \`routes.page\` of slugline() names it.
			The path is relative to the site's folder. Create a component there that renders \`Astro.props.story\`, an entry of the collection that \`routes.collection\` names. More: docs/errors.md of astro-slugline."
		`);
		expect(failure(() => refuseOldAstro('6.3.1'))).toMatchInlineSnapshot(`
			"Slugline needs Astro 7.2 or newer, or Astro 6.4, and this site has Astro 6.3.1.
			Run \`npx @astrojs/upgrade\`. More: docs/errors.md of astro-slugline."
		`);
		for (const version of ['6.4.0', '7.2.0', '7.10.0', '8.0.0-beta.1', undefined]) refuseOldAstro(version);
		for (const version of ['7.1.9', '5.0.0']) expect(() => refuseOldAstro(version)).toThrow(version);
	});
});

describe('the source', () => {
	it('is missing if only variables of other integrations are set, and the error names them', async () => {
		const root = await siteRoot();
		expect(failure(() => findSource({}, { STORYBLOK_API_TOKEN: 'x' }, root))).toMatchInlineSnapshot(`
			"Slugline has nothing to build from: no token and no folder ./space.
			The variable STORYBLOK_API_TOKEN is set, but Slugline reads SLUGLINE_TOKEN or STORYBLOK_TOKEN. Rename it to SLUGLINE_TOKEN. More: docs/errors.md of astro-slugline."
		`);
		for (const name of ['STORYBLOK_DELIVERY_API_TOKEN', 'PUBLIC_STORYBLOK_TOKEN', 'STORYBLOK_PREVIEW_TOKEN'])
			expect(failure(() => findSource({}, { [name]: 'x' }, root))).toContain(`The variable ${name} is set`);
		expect(failure(() => findSource({}, { OTHER_TOKEN: 'x' }, root))).toMatchInlineSnapshot(`
			"Slugline has nothing to build from: no token and no folder ./space.
			Set SLUGLINE_TOKEN to an access token of your space, or use \`slugline({ space: "./folder" })\` to build from Markdown without an account. More: docs/errors.md of astro-slugline."
		`);
		expect(failure(() => findSource({ space: './none' }, {}, root))).toMatchInlineSnapshot(`
			"The folder ./none does not exist. The option \`space\` of slugline() names it.
			The path is relative to the site's folder. Create the folder with a \`space.yaml\` that has a name, and stories as Markdown beside it. More: docs/errors.md of astro-slugline."
		`);
	});

	it('is logged, with the folder that is not used because of a token', async () => {
		const root = await siteRoot({ 'space/space.yaml': '' });
		const named = (...given: Parameters<typeof findSource>) =>
			originOf(findSource(...given), given[0].space, 'https://api.storyblok.com');
		expect([
			named({}, { SLUGLINE_TOKEN: 'x' }, root),
			named({}, {}, root),
			named({ space: './space' }, { SLUGLINE_TOKEN: 'x' }, root),
			named({}, { SLUGLINE_TOKEN: 'x' }, await siteRoot()),
			named({}, { SLUGLINE_BASE_URL: 'http://127.0.0.1:4000' }, root),
			named({ region: 'us' }, {}, root),
			named({}, { SLUGLINE_ACCESS_TOKEN: 'x' }, root),
			named({}, readEnvironment({ root, vite: {} }, 'production', { SLUGLINE_TOKEN: '' }), root),
		]).toMatchInlineSnapshot(`
			[
			  "api.storyblok.com; the folder ./space is not used, because there is a token",
			  "./space",
			  "./space",
			  "api.storyblok.com",
			  "./space; SLUGLINE_BASE_URL is not used, because there is no token",
			  "./space; the option \`region\` is not used, because there is no token",
			  "./space; SLUGLINE_ACCESS_TOKEN is not used, because tokens are read from SLUGLINE_TOKEN or STORYBLOK_TOKEN",
			  "./space; the variable SLUGLINE_TOKEN is empty",
			]
		`);
	});

	it('names the variable of the preview token in dev with preview', async () => {
		const environment = { SLUGLINE_TOKEN: 'x', SLUGLINE_PREVIEW_TOKEN: 'y' };
		const source = findSource({}, environment, await siteRoot());
		const preview = previewSource(readOptions({ preview: {} }), environment, source);
		expect(preview?.source).toMatchObject({ token: 'y', tokenName: 'the variable SLUGLINE_PREVIEW_TOKEN' });
	});

	it('is the address of SLUGLINE_BASE_URL, whatever region the config has', async () => {
		const environment = { SLUGLINE_TOKEN: 'x', SLUGLINE_BASE_URL: 'http://127.0.0.1:4000' };
		const source = findSource({ region: 'us' }, environment, await siteRoot());
		expect(source).toMatchObject({ baseUrl: 'http://127.0.0.1:4000' });
		expect(source).not.toHaveProperty('region', 'us');
		expect(originOf(source, undefined, 'http://127.0.0.1:4000')).toMatchInlineSnapshot(
			`"127.0.0.1:4000; the option \`region\` is not used, because SLUGLINE_BASE_URL is set"`,
		);
	});
});

it.each([
	['const { story, entry } = Astro.props;', 'entry'],
	['const { entry: story }: Props = Astro.props;', 'entry'],
	['const { page = 1 } = Astro.props as Props;', 'page'],
	['const { data } = Astro.props.entry;', 'entry'],
	['const name = Astro.props?.post.data.name;', 'post'],
	['const { story } = Astro.props; const { id, ...rest } = story;', undefined],
	['const { story: { data } } = Astro.props;', undefined],
	['const { story: post, ...rest } = Astro.props;', undefined],
	['const { data } = Astro.props.story;', undefined],
	['const { story } = Astro.props; const html = Astro.props.story.body;', undefined],
	[
		'storyPaths(all).map((path) => ({ ...path, props: { entry: 1 } })); const { entry } = Astro.props;',
		undefined,
	],
	['storyPaths(all).map(({ params, props }) => make(params, props)); Astro.props.entry', undefined],
	['const props = Astro.props;\nprops.entry?.data', 'entry'],
	['const props: Props = Astro.props\nconst { entry } = props;\n', 'entry'],
	['const story = Astro.props;\nstory.data?.name', 'data'],
	['const props = Astro.props;\nprops.story.data', undefined],
	[
		'all.map(({ params, props }) => ({ params, props: { ...props, a } }));\nconst props = Astro.props;\nprops.a',
		undefined,
	],
])('knows the props that a page with storyPaths() lacks: %s', (code, expected) => {
	expect(missingProp(code)?.name).toBe(expected);
});

it.each([
	['const { story } = Astro.props; storyPaths(all) <Blok blok={story.content} />', 'story'],
	['const { story, page }: Props = Astro.props; storyPaths(all) <List blok={story?.content} />', 'story'],
	['storyPaths(all) <Blok blok={Astro.props.story.content} />', 'Astro.props.story'],
	["const about = await getEntry('pages', 'about'); <Blok blok={about.content} />", 'about'],
	["const about = await storyBySlug('about', { collection }); <Blok blok={about?.content} />", 'about'],
	['const { story } = Astro.props; storyPaths(all) <Blok blok={story.data.content} />', undefined],
	['const { story } = Astro.props; <Blok blok={story.content} />', undefined],
	[
		'const { story: { data: story } } = Astro.props; storyPaths(all) <Blok blok={story.content} />',
		undefined,
	],
	[
		'const { story } = Astro.props; storyPaths(all)\n{related.map((story) => <Blok blok={story.content} />)}',
		undefined,
	],
	['const { data } = await api.get(slug); <Blok blok={data.story.content} />', undefined],
])('knows the entry whose content a page looks for beside its data: %s', (code, expected) => {
	expect(contentOfEntry(code)?.name).toBe(expected);
});

it.each([
	['const { block } = Astro.props;', 'block'],
	['const { block: blok }: Props = Astro.props;', 'block'],
	['<h1>{Astro.props.bloc.headline}</h1>', 'bloc'],
	['const { blok, block } = Astro.props;', undefined],
	['const { headline, lang } = Astro.props;', undefined],
	['const { block, ...rest } = Astro.props;', undefined],
	['const { blok: block } = Astro.props;', undefined],
	['const { bloks } = Astro.props;', undefined],
])('knows the misspelled prop of a blok: %s', (code, expected) => {
	expect(misspelledBlok(code)?.name).toBe(expected);
});

it('warns of the component of a blok with a misspelled prop, and of no other component', async () => {
	const code = '---\nconst { block } = Astro.props;\n---\n';
	const folder = await temporaryFolder({ 'src/bloks/Hero.astro': code, 'src/Card.astro': code });
	const lines: string[] = [];
	const config = { root: pathToFileURL(`${folder}/`) };
	const { transform } = propsPlugin(
		config,
		(file) => file.includes('bloks'),
		(line) => lines.push(line),
		() => false,
	);
	const { handler } = transform as unknown as { handler(code: string, id: string): Promise<void> };
	for (const file of ['src/bloks/Hero.astro', 'src/Card.astro']) await handler('', join(folder, file));
	expect(lines).toEqual([
		'src/bloks/Hero.astro:2: `Astro.props` has no `block` here: `<Blok>` gives a component its blok, as `Astro.props.blok`. If this component is no blok, begin the name of its file with `_`.',
	]);
});

it.each([
	['export const prerender = false;\nexport const getStaticPaths = async () => storyPaths([]);', true, 2],
	['import a from "a";\nexport const getStaticPaths = async () => storyPaths([]);', true, 3],
	['export const getStaticPaths = async () => storyPaths([]);', false, undefined],
	['const path = storyPaths(entries).find(isIt);', true, undefined],
	['export const getStaticPaths = async () => [];', true, undefined],
])('refuses a page on demand that has its story from getStaticPaths: %s', async (code, isOnDemand, line) => {
	const root = await temporaryFolder({ 'src/pages/[...path].astro': `---\n${code}\n---\n` });
	const { transform } = propsPlugin(
		{ root: pathToFileURL(`${root}/`) },
		() => false,
		() => {},
		(file) => isOnDemand && file === 'src/pages/[...path].astro',
	);
	const error = vi.fn();
	const { handler } = transform as unknown as { handler(code: string, id: string): Promise<void> };
	await handler.call({ error }, '', join(root, 'src/pages/[...path].astro'));
	expect(error.mock.calls.map(([{ loc }]) => loc.line)).toEqual(line === undefined ? [] : [line]);
});

it('says in dev that storyPaths() was given no entries, if the space has stories', () => {
	storyPaths([]);
	expect(warned()).toMatchInlineSnapshot(`
		[
		  "[astro-slugline] storyPaths() was given no entries, so its route has no pages. Of collections with stories, there are \`own\` and \`pages\`: check the name in getCollection(), and the options of its loader in the content config.",
		]
	`);
});

describe('a build', () => {
	const paths = ['/', '/about', '/blog/hello', '/de/about', '/shop/oak'];
	const call = (patterns: string[], returned: string[] = [], outside: string[] = []) => ({
		...{ patterns: new Set(patterns), returned: new Set(returned), outside: new Set(outside) },
		...{ collections: new Set<string>(), empty: new Map<string, string>(), linked: new Map() },
	});
	const sentence = (built: string[], calls = call([]), given: Partial<Unbuilt> = {}) =>
		sentenceFor({
			paths,
			built: new Set(built),
			calls,
			mistakes: [],
			hasParams: false,
			placeOf: (path) => path,
			...given,
		});

	it('warns about stories without a page, with the reason as far as it is known', () => {
		const mistakes = ['There is no collection `pagse`. Did you mean `pages`?'];
		expect([
			sentence(['/', '/blog/hello']),
			sentence(['/', '/posts/hello'], call([]), { hasParams: true }),
			sentence(['/', '/blog/hello', '/de/about', '/shop/oak'], call(['/[...path]']), { mistakes }),
			sentence(['/', '/about'], call(['/[...path]'])),
			sentence(['/'], call(['/[...path]'], paths)),
			sentence(
				['/', '/about', '/shop/oak'],
				call(['/shop/[slug]'], ['/shop/oak'], ['/blog/hello', '/de/about']),
			),
		]).toMatchInlineSnapshot(`
			[
			  "3 stories have no page (/about, /de/about, /shop/oak): no page calls storyPaths(). Add src/pages/[...path].astro as in the README, or set \`routes: { include: [] }\` if stories are not pages.",
			  "4 stories have no page (/about, /blog/hello, /de/about, …): no page calls storyPaths(). Call it in getStaticPaths, or set \`routes: { include: [] }\` if routes of your own show the stories.",
			  "1 story has no page (/about). There is no collection \`pagse\`. Did you mean \`pages\`?",
			  "3 stories have no page (/blog/hello, /de/about, /shop/oak): storyPaths() was given none of them. Pass it the entries of their collection, or set \`routes: { include: [] }\` if they are not pages.",
			  "4 stories have no page (/about, /blog/hello, /de/about, …): storyPaths() returned them with the parameters of another route. Pass on \`routePattern\` if a function of yours calls it.",
			  "2 stories have no page (/blog/hello, /de/about): they do not match /shop/[slug], where storyPaths() is called. Add a route for them, such as src/pages/[...path].astro, or exclude them with \`routes.exclude\`.",
			]
		`);
	});

	it('does not warn if each story has a page, or the site chose those that have', () => {
		expect(sentence(paths)).toBeUndefined();
		const chosen = ['/', '/about'];
		expect(sentence(chosen, call(['/[...path]'], chosen))).toBeUndefined();
		expect(sentence(chosen, call(['/[...path]'], paths))).toBeUndefined();
		const two = call(['/[...path]', '/shop/[slug]'], paths, ['/', '/about']);
		expect(sentence(paths, two)).toBeUndefined();
		const onDemand = { showsOnDemand: true, hasParams: true, answered: [] };
		const connection = { latest: () => undefined, collections: new Map() };
		expect(unbuiltWarning(connection, [], call([]), onDemand)).toBeUndefined();
	});

	it('warns of links to stories that the site chose not to show', () => {
		const linked = new Map([
			['/b', '/'],
			['/a', undefined],
			...['/c', '/d', '/shown'].map((path) => [path, '/x'] as const),
		]);
		expect(unshownWarning(linked, (path) => path === '/shown')).toMatchInlineSnapshot(
			`"Links lead to stories that no page shows: to /a, from / to /b, from /x to /c, …. Remove the links, or let getStaticPaths return these stories."`,
		);
		expect(unshownWarning(linked, () => true)).toBeUndefined();
	});

	it('names the files of stories without a page, if the space is a folder', async () => {
		const all = {
			a: { uuid: 'a', path: '/a', lang: 'default' },
			'es/a': { uuid: 'a', path: '/es/a', lang: 'es', storyLang: 'de' },
		};
		const folder = await temporaryFolder({ 'routes.json': `{}\n${JSON.stringify({ routes: all })}` });
		const latest = {
			routes: { count: 2, file: join(folder, 'routes.json') },
			files: {
				fileOf: (uuid: string, lang: string) => (uuid === '' ? undefined : `space/${uuid}.${lang}.md`),
			},
		} as never;
		const linked = new Map([
			['/a', '/'],
			['/es/a', undefined],
			['/gone', 'src/components/Menu.astro'],
		]);
		expect(unshownWarning(linked, () => false, latest)).toContain(
			'shows: from / to /a in space/a.default.md, to /es/a in space/a.de.md, from src/components/Menu.astro to /gone. Remove',
		);
		const site = { latest: () => latest, collections: new Map() };
		const onPages = { showsOnDemand: false, hasParams: true, answered: [] };
		expect(unbuiltWarning(site, [], call([]), onPages)).toMatch(
			/^2 stories have no page \(\/a in space\/a\.default\.md, \/es\/a in space\/a\.de\.md\): /,
		);
	});

	it('fails if no story has a page because a page asks for a collection that does not exist', async () => {
		const text = JSON.stringify({ routes: { about: { path: '/about' } } });
		const folder = await temporaryFolder({ 'routes.json': `{}\n${text}` });
		const routes = { count: 1, file: join(folder, 'routes.json') };
		const wholly = { latest: () => ({ routes }) as never, collections: new Map([['stories', {} as never]]) };
		const pageRoutes = { showsOnDemand: false, hasParams: true, answered: [] };
		const asking = { ...call(['/[...path]']), empty: new Map([['pages', 'src/pages/[...path].astro']]) };
		expect(failure(() => unbuiltWarning(wholly, [], asking, pageRoutes))).toMatchInlineSnapshot(`
			"A page asks for a collection that does not exist. 1 story has no page (/about). There is no collection \`pages\`, which src/pages/[...path].astro asks for; there is \`stories\`.
			Correct the name where it is asked for, or add the collection to the content config. More: docs/errors.md of astro-slugline."
		`);
		// Another page shows some of the stories.
		const renamed = { ...asking, returned: new Set(['/', '/boats']) };
		const config = 'export const collections = { stories: defineCollection({ loader: stories() }) };';
		expect(failure(() => unbuiltWarning(wholly, [], renamed, pageRoutes, config))).toMatch(
			/^A page asks for a collection that does not exist\. There is no collection `pages`, which src\/pages\/\[\.\.\.path\]\.astro asks for; there is `stories`\./,
		);
		const named = config.replace('}) }', '}), pages }');
		expect(unbuiltWarning(wholly, [], renamed, pageRoutes, named)).toContain('was given none of them');
		const slug = config.replace('}) }', "}), texts: defineCollection({ loader: datasource('pages') }) }");
		expect(failure(() => unbuiltWarning(wholly, [], renamed, pageRoutes, slug))).toContain(
			'no collection `pages`',
		);
	});

	it('fails if stories have no page because an option of a loader is misspelled', async () => {
		const text = JSON.stringify({ routes: { about: { uuid: 'a', path: '/about' } } });
		const folder = await temporaryFolder({ 'routes.json': `{}\n${text}` });
		const routes = { count: 1, file: join(folder, 'routes.json') };
		const pages = { unmatched: ['No story has the content type `pgae`.'], missed: new Set(['a']) };
		const site = (missed = pages.missed) => ({
			latest: () => ({ routes }) as never,
			collections: new Map([['pages', { ...pages, missed } as never]]),
		});
		const onPages = { showsOnDemand: false, hasParams: true, answered: [] };
		const asking = { ...call(['/[...path]']), empty: new Map([['pages', undefined]]) };
		expect(failure(() => unbuiltWarning(site(), [], asking, onPages))).toMatchInlineSnapshot(`
			"An option of stories() matches no story. 1 story has no page (/about). Collection \`pages\`: No story has the content type \`pgae\`.
			Correct the options of stories() in the content config. More: docs/errors.md of astro-slugline."
		`);
		expect(unbuiltWarning(site(new Set('b')), [], asking, onPages)).toMatch(/^1 story has no page/);
		expect(unbuiltWarning(site(), [{ pathname: 'about/' }], asking, onPages)).toBeUndefined();
		expect(unbuiltWarning(site(), [], call(['/[...path]']), onPages)).toMatch(/none of them/);
	});

	it('warns if no collection of a site with Starlight loads the stories', () => {
		const connection = (count: number, ...names: string[]) => ({
			latest: () => ({ routes: { count } }) as ReturnType<Connection['latest']>,
			collections: new Map(names.map((name) => [name, {}])),
		});
		const starlight = [{ name: '@astrojs/starlight' }];
		expect(unreadWarning(connection(1), starlight)).toBe(
			'No collection loads the stories of the space, so Starlight shows none of them. In src/content.config.ts, let the collection `docs` load them, as in docs/starlight.md of astro-slugline.',
		);
		expect(unreadWarning(connection(1, 'docs'), starlight)).toBeUndefined();
		expect(unreadWarning(connection(0), starlight)).toBeUndefined();
		expect(unreadWarning(connection(1), [{ name: 'astro-slugline' }])).toBeUndefined();
	});

	it('warns with the existing collections if `routes.collection` names another', () => {
		const routes = { page: './src/Story.astro', collection: 'pagez' };
		expect(unknownCollectionWarning(routes, ['news', 'pages'])).toMatchInlineSnapshot(
			`"\`routes.collection\` is \`pagez\`, but stories() loads no collection of that name, so ./src/Story.astro renders no page; there are \`news\` and \`pages\`."`,
		);
		expect(unknownCollectionWarning(routes, ['pagez'])).toBeUndefined();
		expect(unknownCollectionWarning({ collection: 'pagez' }, ['pages'])).toBeUndefined();
	});
});

it('says the one reason why a story that is linked to has no page, as far as it is known', () => {
	const space = (version: string, files?: object) =>
		({ latest: () => ({ files, space: { version, links } }) }) as unknown as Connection;
	const links = [
		{ uuid: 'left-out', published: true },
		{ uuid: 'draft', published: false },
	];
	const fileOf = (uuid: string) => (uuid === 'gone' ? undefined : `space/${uuid}.md`);
	const reasons = (...all: Connection[]) =>
		['left-out', 'draft', 'hidden', 'gone'].map((uuid) => whyNoPage(all, uuid));
	expect(reasons(space('published', { fileOf }))).toEqual([
		...['`routes` excludes space/left-out.md', 'space/draft.md is not published'],
		...['space/hidden.md is not published', 'no story has this uuid'],
	]);
	const unknown = 'it is not published, or it was deleted';
	const known = ['`routes` excludes it', 'it is not published'];
	expect(reasons(space('published'))).toEqual([...known, unknown, unknown]);
	expect(reasons(space('draft'))[3]).toBe('no story has this uuid');
	const loading = { latest: () => undefined } as unknown as Connection;
	expect(reasons(space('draft'), loading)).toEqual([...known, undefined, undefined]);
});

it('knows the story that `routes.exclude` leaves out by its uuid and its slug', () => {
	const links = [
		{ uuid: uuids.about, slug: 'settings/menu' },
		{ uuid: uuids.home, slug: 'home' },
	];
	const fileOf = (uuid: string) => (uuid === uuids.about ? 'space/settings/menu.md' : undefined);
	const found = (story: string, files?: object) => {
		const latest = () => ({ files, space: { links } });
		const options = readOptions({ routes: { exclude: ['settings/**'] } });
		return excludedStory([{ latest, options } as unknown as Connection], story);
	};
	for (const story of [uuids.about, '/settings/menu/']) {
		expect(found(story, { fileOf })).toBe('space/settings/menu.md by `settings/**`');
		expect(found(story)).toBe('`settings/menu` by `settings/**`');
	}
	expect([uuids.home, uuids.german, 'home', '/search'].map((story) => found(story))).toEqual(
		Array.from({ length: 4 }, () => undefined),
	);
});

describe('a page', () => {
	it('fails if storyPaths() gets a wrong argument, and names it', () => {
		const entries = Promise.resolve([]);
		expect(failure(() => storyPaths(entries as unknown as []))).toMatchInlineSnapshot(`
			"storyPaths() was given a promise instead of the entries of a collection, for the route \`/[...path]\`.
			Await the collection: \`export const getStaticPaths = async () => storyPaths(await getCollection('pages'));\`. More: docs/errors.md of astro-slugline."
		`);
		expect(failure(() => storyPaths(undefined as unknown as []))).toMatchInlineSnapshot(`
			"storyPaths() was given undefined instead of the entries of a collection, for the route \`/[...path]\`.
			Pass a collection: \`export const getStaticPaths = async () => storyPaths(await getCollection('pages'));\`. More: docs/errors.md of astro-slugline."
		`);
	});

	it('notes the address of routeOf() as a link, once it is read', () => {
		collectStoryPaths();
		const linked = buildChannel().storyPaths?.linked;
		const route = routeOf({ uuid: uuids.about });
		expect(linked?.size).toBe(0);
		expect(route?.href).toContain(route?.path);
		expect([...(linked?.keys() ?? [])]).toEqual([route?.path]);
		buildChannel().storyPaths = undefined;
	});

	it('warns if routeOf() gets a wrong argument, and names it', () => {
		expect(routeOf(undefined)).toBeUndefined();
		expect(routeOf(uuids.about as unknown as undefined)).toBeUndefined();
		expect(warned()).toMatchInlineSnapshot(`
			[
			  "[astro-slugline] routeOf() was given undefined instead of a story, so it returns no route. Pages have their story in \`Astro.props.story\`, from \`getStaticPaths\`. A field that refers to a story has only its uuid until resolve() replaces it.",
			  "[astro-slugline] routeOf() was given the text "00000000-0000-4000-8000-000000000002" instead of a story, so it returns no route. Pages have their story in \`Astro.props.story\`, from \`getStaticPaths\`. A field that refers to a story has only its uuid until resolve() replaces it.",
			]
		`);
	});

	it('warns if routeOf() gets another object, and names what it is', () => {
		const objects = [{ component: 'hero' }, [], Promise.resolve(), new URL('https://a.b/'), {}, { data: {} }];
		for (const given of objects) expect(routeOf(given as never)).toBeUndefined();
		const kinds = warned().map((one) => /was given (.*) instead of a story/.exec(String(one))?.[1]);
		expect(new Set(kinds)).toEqual(
			new Set(['a blok', 'a list', 'a promise, which lacks `await`,', 'a URL', 'an object']),
		);
	});

	it('fails if <Blok> gets its blok under another name, and if <StoryHead> gets no story', () => {
		expect(bloksOf(undefined, '/about', { blok: undefined })).toEqual([]);
		expect(warned()).toEqual([]);
		expect(failure(() => bloksOf(undefined, '/about', { block: {} } as never))).toMatchInlineSnapshot(`
			"\`<Blok>\` was given no \`blok\`, but \`block\`, so it would render nothing. It is on the page /about.
			Write \`<Blok blok={story.data.content} />\`, or pass a blok or a list of them. More: docs/errors.md of astro-slugline."
		`);
		expect(failure(() => headOf(undefined as never))).toMatchInlineSnapshot(`
			"\`<StoryHead>\` was given no story.
			Pass an entry of a collection that stories() loads: \`<StoryHead story={story} />\`. More: docs/errors.md of astro-slugline."
		`);
	});

	it('fails if <Blok> gets a story instead of its content', () => {
		const data = { uuid: uuids.about, content: { component: 'page' } };
		const entry = { collection: 'pages', id: 'about', data };
		expect(failure(() => bloksOf(entry as never, '/about'))).toMatchInlineSnapshot(`
			"\`<Blok>\` was given an entry instead of its content, so it would render nothing. It is on the page /about.
			Pass the entry's content: \`<Blok blok={story.data.content} />\`. More: docs/errors.md of astro-slugline."
		`);
		expect(failure(() => bloksOf(data as never, '/about'))).toMatchInlineSnapshot(`
			"\`<Blok>\` was given a story instead of its content, so it would render nothing. It is on the page /about.
			Pass the story's content: add \`.content\` to what you pass as \`blok\`. More: docs/errors.md of astro-slugline."
		`);
	});

	it('warns if <Blok> gets a wrong argument, and names it', () => {
		const story = { uuid: uuids.about, content: { component: 'page' } };
		const entry = { collection: 'pages', id: 'about', data: story };
		expect(bloksOf([entry, story] as never, '/about')).toEqual([]);
		expect(bloksOf([uuids.about] as never, '/about')).toEqual([]);
		expect(bloksOf('just\n text', '/about')).toEqual([]);
		expect(bloksOf({ type: 'doc', content: [] } as never, '/about')).toEqual([]);
		const hero = { component: 'hero' };
		expect(bloksOf([hero, { heading: 'Tides' }, {}] as never, '/about')).toEqual([hero]);
		for (const empty of ['', ' ', null, undefined, []]) expect(bloksOf(empty)).toEqual([]);
		expect(warned()).toMatchInlineSnapshot(`
			[
			  "[astro-slugline] \`<Blok>\` was given a list with an entry, which it leaves out. Pass the entry's content: \`<Blok blok={story.data.content} />\`. Seen on /about.",
			  "[astro-slugline] \`<Blok>\` was given a list with a story, which it leaves out. Pass the story's content: add \`.content\` to what you pass as \`blok\`. Seen on /about.",
			  "[astro-slugline] \`<Blok>\` was given the uuid of a story, so it renders nothing. Replace the uuid with the story by calling resolve() from astro-slugline/content, and pass the \`content\` of the story to \`<Blok>\`. Seen on /about.",
			  "[astro-slugline] \`<Blok>\` was given the text \`just text\`, so it renders nothing. Put bloks into that field, or show it with {…} or \`<Markdown>\`. Seen on /about.",
			  "[astro-slugline] \`<Blok>\` was given an object without \`component\`, so it renders nothing. It has \`content\` and \`type\`. Show rich text with \`<RichText>\`, and an image with \`<StoryImage>\`. Seen on /about.",
			  "[astro-slugline] An item of a list of bloks has no \`component\`, so \`<Blok>\` leaves it out. It has \`heading\`. Choose its blok again in the editor. Seen on /about.",
			]
		`);
	});
});

describe('storyPaths() in any route', () => {
	const entries = ['home', 'about', 'de/about', 'de/nur'].map((id) => ({
		id,
		collection: 'pages',
		digest: '1',
	}));
	const params = (page?: string) =>
		storyPaths(entries, page === undefined ? {} : { routePattern: patternOfPage(page) }).map(
			(path) => path.params,
		);

	it.each([
		[undefined, [{ path: undefined }, { path: 'about' }, { path: 'de/über' }, { path: 'de/nur' }]],
		['[...slug].astro', [{ slug: undefined }, { slug: 'about' }, { slug: 'de/über' }, { slug: 'de/nur' }]],
		['de/[...path].astro', [{ path: 'über' }, { path: 'nur' }]],
		['de/[slug]/index.astro', [{ slug: 'über' }, { slug: 'nur' }]],
		['[slug].astro', [{ slug: 'about' }]],
		[
			'[lang]/[...slug].astro',
			[
				{ lang: 'about', slug: undefined },
				{ lang: 'de', slug: 'über' },
				{ lang: 'de', slug: 'nur' },
			],
		],
		['x/[...rest].astro', []],
	])('returns the params of %s', (page, expected) => {
		expect(params(page)).toEqual(expected);
	});
});

it('leaves a language that only the option names to the warning about the option', () => {
	const space = {
		...{ version: 'published', links: [], languages: ['de', 'it'] },
		rows: [{ uuid: '1', lang: 'de', slug: 'de/a' }],
	} as unknown as Parameters<typeof routesOf>[0];
	const settings = { i18n: { locales: ['en', 'de'], defaultLocale: 'en' } };
	const { warnings } = routesOf(space, settings as unknown as Parameters<typeof routesOf>[1], false);
	expect(warnings.join()).not.toContain("'it'");
});

it('names the field that the option `relations` meant, and none that only has no story yet', () => {
	const space = {
		...{ version: 'published', links: [] },
		rows: [{ lang: 'default', slug: 'a', references: ';article.author=u1' }],
	} as unknown as Parameters<typeof spaceWarnings>[0];
	const relations = ['article.author', 'artcle.author', 'page.related'];
	expect(spaceWarnings(space, { relations }, undefined)).toEqual([
		'The option `relations` names `artcle.author`, but no story refers to another in that field. Did you mean `article.author`?',
	]);
});
