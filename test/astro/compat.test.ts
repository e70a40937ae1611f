import { createDeliveryClient } from 'astro-slugline/client';
import {
	onRequest,
	RichTextSchema,
	renderRichText,
	richTextResolver,
	useStoryblokApi,
} from 'astro-slugline/compat';
import { createSpace, type Space } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import fc from 'fast-check';
import StoryblokClient from 'storyblok-js-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { buildChannel, type ReadChannel } from '../../packages/astro-keep/src/tracking/index.js';
import type { AskSpace } from '../../packages/astro-slugline/src/astro/page/data/index.js';
import { answerSpaceRequests } from '../../packages/astro-slugline/src/astro/space-requests/index.js';
import { storyFile } from '../space/open-space.js';
import { isLong } from '../support/long.js';
import { uuids } from '../support/page-routes.js';
import { makeFolder } from '../support/test-folder.js';

// The vendor's client queries the stand-in over HTTP, and a site queries it through compat. Both get the same responses.

const number = (at: number) => `${(at * 7) % 12}`;
const files = {
	'space.yaml':
		'name: Harbour\nlanguages: [de, fr]\ncontent_types:\n  article: { references: [author, related] }\n  list: { references: [all] }\n',
	...Object.fromEntries(
		Array.from({ length: 12 }, (_, at) => [
			`blog/s${at}.md`,
			storyFile(
				at % 3 === 0 ? 'tag_list: [tide]\n' : at % 4 === 0 ? 'tag_list: [tide, rope]\n' : '',
				`component: article\ntitle: Story ${at}\nnumber: "${number(at)}"\nauthor: people/ada\nrelated: [blog/s${(at + 1) % 12}]\n`,
			),
		]),
	),
	'blog/index.md': storyFile('', 'component: page\ntitle: Blog\n'),
	'blog/s1.de.md': storyFile('slug: eins\n', 'title: Geschichte\n'),
	'blog/s2.de.md': storyFile('published: false\n', 'title: Nicht da\n'),
	'blog/s1.draft.md': storyFile('', 'component: article\ntitle: Edited\n'),
	'people/ada.md': storyFile('path: team/ada\n', 'component: person\nname: Ada\n'),
	'home.md': storyFile(
		'',
		'component: page\ntitle: Home\nlink: { fieldtype: multilink, linktype: story, cached_url: people/ada }\n',
	),
	'list.md': storyFile(
		'',
		`component: list\nall: [${Array.from({ length: 12 }, (_, at) => `blog/s${at}`)}]\n`,
	),
	'hidden.draft.md': storyFile('', 'component: page\ntitle: Hidden\n'),
	'datasources/colors.yaml': `dimensions: [{ name: German, entry_value: de }]\nentries:\n${Array.from({ length: 30 }, (_, at) => `  - { name: c${at}, value: v${at}, dimensions: { de: w${at} } }\n`).join('')}`,
	'datasources/sizes.yaml': 'entries:\n  - { name: small, value: s }\n',
};

let space: Space;
let theirs: StoryblokClient;
let ofBuild: AskSpace;
let spaceAsked = 0;
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeAll(async () => {
	space = createSpace(await makeFolder(files));
	const { url, tokens } = await space.listen();
	theirs = new StoryblokClient({ accessToken: tokens.public, endpoint: `${url}/v2`, rateLimit: 1000 });
	ofBuild = await inBuild();
});
beforeEach(() => {
	buildChannel().askSpace = ofBuild;
	warn.mockClear();
	spaceAsked = 0;
});
afterAll(() => {
	buildChannel().askSpace = undefined;
	return space.close();
});

/** What the client of a build warned of. */
const notices: string[] = [];

/** Answers the calls of pages as a build of this version does. */
async function inBuild(
	version: 'published' | 'draft' = 'published',
	languages?: string[],
): Promise<AskSpace> {
	const { tokens, fetch, url } = space;
	const token = version === 'draft' ? tokens.preview : tokens.public;
	const client = createDeliveryClient({ token, baseUrl: url, fetch, rateLimit: false });
	const counting: typeof fetch = (...asked) => {
		spaceAsked += 1;
		return fetch(...asked);
	};
	const sync = createSync({ client, version, baseUrl: url, languages });
	const synced = await sync.run();
	const asking = createDeliveryClient({
		token: tokens.preview,
		baseUrl: url,
		fetch: counting,
		rateLimit: false,
		onNotice: (sentence) => notices.push(sentence),
	});
	return answerSpaceRequests({
		connection: { syncedOnce: async () => ({ space: synced }) as never },
		opened: Promise.resolve({ client: async () => asking, offline: false }),
		isDev: false,
	});
}

type Call = (api: Pick<StoryblokClient, 'get' | 'getAll' | 'getStory' | 'getStories'>) => Promise<unknown>;

/** What a call returns, or with what it is refused. */
const get =
	(path: string, params: object = {}): Call =>
	(api) =>
		api.get(path, { ...params }).then(
			({ data, total, perPage }) => ({ data, total, perPage }),
			({ status, response }) => ({ status, data: response.data }),
		);

const calls: Record<string, Call> = {
	'a page past the last one': get('cdn/stories', { per_page: 5, page: 9 }),
	'too many in a page': get('cdn/stories', { per_page: 101 }),
	'a filter that it does not have': get('cdn/stories', { filter_query: { title: { resembles: 'x' } } }),
	'an unknown story': get('cdn/stories/nowhere'),
	'an unpublished story': get('cdn/stories/hidden'),
	'the list of tags': get('cdn/tags'),
	'one story by its translated slug': get('cdn/stories/de/blog/eins'),
	'one story by its uuid': async (api) => {
		const { data } = await theirs.get('cdn/stories/people/ada');
		return get(`cdn/stories/${data.story.uuid}`, { find_by: 'uuid' })(api);
	},
	'getStory() with relations': async (api) =>
		(await api.getStory('blog/s1', { resolve_relations: 'article.related', version: 'published' })).data,
	'getStories()': async (api) => (await api.getStories({ starts_with: 'people/' })).data,
	'all stories': (api) => api.getAll('cdn/stories', { per_page: 4, version: 'published' }),
	links: get('cdn/links', { version: 'published' }),
	'links of a folder, with dates': get('cdn/links', { starts_with: 'blog/', include_dates: 1 }),
	'links at the top': get('cdn/links', { with_parent: 0 }),
	'all links': (api) => api.getAll('cdn/links', { per_page: 6, version: 'published' }),
	entries: get('cdn/datasource_entries', { datasource: 'colors' }),
	'entries in a dimension': get('cdn/datasource_entries', { dimension: 'de', per_page: 40 }),
	'all entries': (api) => api.getAll('cdn/datasource_entries', { datasource: 'colors' }),
	datasources: get('cdn/datasources', {}),
	'a path with a slash in front': get('/cdn/stories/blog/s1', { version: 'published' }),
};

/** The parameters that requests for one story have, too. */
const shared = ['version', 'language', 'resolve_relations', 'resolve_links', 'excluding_fields'];

/** Some parameters of a request for stories, and values of each. */
const params = fc
	.subarray(
		Object.entries({
			version: ['published'],
			...{ language: ['de', 'fr', 'en'], per_page: [5, 100], page: [1, 2], level: [1] },
			resolve_relations: ['article.author,article.related', 'list.all,article.author'],
			resolve_links: ['url', 'story', 'link'],
			excluding_fields: ['title,author'],
			...{ starts_with: ['blog/', 'people/'], by_slugs: ['blog/s1*'], excluding_slugs: ['blog/*,home'] },
			...{ content_type: ['article', 'page'], is_startpage: [false], excluding_ids: ['1'] },
			sort_by: ['content.number:desc:int', 'name:asc'],
			filter_query: [
				{ number: { gt_int: 3, lt_int: 9 }, title: { not_like: '*0' } },
				{ __or: [{ title: { in: 'Story 1' } }, { title: { in: 'Story 2' } }] },
			],
			...{ with_tag: ['tide,rope'], published_at_gt: ['2001-01-01 00:00'] },
		}),
		{ maxLength: 4 },
	)
	.chain((some) =>
		fc.record(Object.fromEntries(some.map(([name, values]) => [name, fc.constantFrom<unknown>(...values)]))),
	);

const paths = ['', '', '', '/home', '/list', '/blog', '/blog/s1', '/blog/s2', '/blog/s4'];

describe('useStoryblokApi() in a build', () => {
	it.each(Object.entries(calls))(
		'returns what the API returns for %s, without a request',
		async (_what, call) => {
			expect(await call(useStoryblokApi())).toEqual(await call(theirs));
			expect(spaceAsked).toBe(0);
		},
	);

	it('returns what the API returns for stories with any parameters, without a request', async () => {
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...paths), params, async (path, given) => {
				const taken = Object.entries(given).filter(([name]) => path === '' || shared.includes(name));
				const call = get(`cdn/stories${path}`, Object.fromEntries(taken));
				expect(await call(useStoryblokApi())).toEqual(await call(theirs));
			}),
			{ seed: 41, numRuns: isLong ? 5000 : 200 },
		);
		expect(spaceAsked).toBe(0);
	});

	it('passes on a parameter that the API does not have, and warns once with the nearest name', async () => {
		notices.length = 0;
		for (const start_with of ['blog/', 'people/']) {
			const asked = useStoryblokApi().get('cdn/stories', { start_with } as never);
			await expect(asked).rejects.toThrow('Parameter(s) start_with not allowed');
		}
		expect(notices).toEqual([
			'`cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
		]);
	});

	it('refuses filters of which the API would ignore one', async () => {
		const filter_query = { __or: [{ number: { lt_int: 2 } }, { number: { gt_int: 8 } }] };
		const asked = useStoryblokApi().get('cdn/stories', { filter_query } as never);
		await expect(asked).rejects.toThrow('The filter has two alternatives on the field "number"');
	});

	it('rejects with a readable error', async () => {
		const error = await useStoryblokApi()
			.get('cdn/stories/nowhere')
			.catch((rejected: unknown) => rejected);
		expect(error).toBeInstanceOf(Error);
		expect(String(error)).toBe('Error: cdn/stories/nowhere: This record could not be found (status 404)');
	});

	it('sends requests to the API for what is not synced, and warns once', async () => {
		const api = useStoryblokApi();
		await api.get('cdn/stories', { search_term: 'Story 3' });
		await api.get('cdn/stories', { search_term: 'Story 4' });
		await api.get('cdn/stories/blog/s1', { version: 'draft' });
		expect(spaceAsked).toBeGreaterThan(0);
		expect(warn.mock.calls.map(([line]) => line)).toEqual([
			'[astro-slugline] `cdn/stories` is asked of the service in every build, since it has the parameter `search_term`. Its pages are rendered each time.',
			'[astro-slugline] `cdn/stories` is asked of the service in every build, since it asks for the version `draft`, and the site is built from `published`. Its pages are rendered each time.',
		]);
	});
});

it('requests the space from the API, without a warning', async () => {
	const { data } = await useStoryblokApi().get('cdn/spaces/me');
	expect(data.space).toMatchObject({ name: 'Harbour', language_codes: ['de', 'fr'] });
	expect(data.space).toEqual((await theirs.get('cdn/spaces/me')).data.space);
	expect(warn).not.toHaveBeenCalled();
});

it('records a call, but not the requests that answer it', async () => {
	const reads: string[] = [];
	let isRecorded = true;
	buildChannel().askSpace = (asked) => {
		if (isRecorded) reads.push('a request');
		return ofBuild(asked);
	};
	buildChannel().reads = {
		record: (read) => void reads.push(read),
		importerNow: () => undefined,
		untrack(ask) {
			isRecorded = false;
			const asked = ask();
			isRecorded = true;
			return asked;
		},
	} as Partial<ReadChannel> as ReadChannel;
	await useStoryblokApi().get('cdn/datasource_entries', { datasource: 'sizes' });
	const { data } = await useStoryblokApi().get('cdn/spaces/me');
	expect(reads.map((read) => read.split(',')[0])).toEqual([
		'compat {"path":"datasource_entries"',
		'compat {"path":"spaces/me"',
	]);
	expect(data.space.version).toBeGreaterThan(0);
	expect(reads.at(-1)).toMatch(/^compat-cv \{"path":"spaces\/me"/);
	buildChannel().reads = undefined;
});

it('returns drafts in a build of drafts', async () => {
	const endpoint = `${(await space.listen()).url}/v2`;
	const preview = new StoryblokClient({ accessToken: space.tokens.preview, endpoint, rateLimit: 1000 });
	buildChannel().askSpace = await inBuild('draft');
	for (const call of [
		get('cdn/stories', { version: 'draft', per_page: 100 }),
		get('cdn/stories', { version: 'draft', per_page: 100, language: 'de' }),
		get('cdn/stories/blog/s1', { version: 'draft' }),
		get('cdn/stories/hidden', { version: 'draft' }),
		get('cdn/links', { version: 'draft', per_page: 100 }),
	])
		expect(withoutCv(await call(useStoryblokApi()))).toEqual(withoutCv(await call(preview)));
	expect(spaceAsked).toBe(0);
});

/** A response without its `cv`, since drafts have no snapshot. */
function withoutCv(answer: unknown): unknown {
	const { data } = answer as { data: Record<string, unknown> };
	const { cv: _cv, ...rest } = data;
	return rest;
}

it('sends requests to the API for a language that the site excludes', async () => {
	const ask = await inBuild('published', ['de']);
	expect((await ask({ path: 'stories/home', query: 'language=de' })).askedSince).toBeUndefined();
	expect((await ask({ path: 'stories/home', query: 'language=fr' })).askedSince).toBe(
		'it asks for the language `fr`, which `languages` leaves out',
	);
});

it('requests everything from the source in dev', async () => {
	const { tokens, fetch, url } = space;
	const client = createDeliveryClient({ token: tokens.preview, baseUrl: url, fetch, rateLimit: false });
	buildChannel().askSpace = answerSpaceRequests({
		connection: { syncedOnce: () => Promise.reject(new Error('not in dev')) },
		opened: Promise.resolve({ client: async () => client, offline: false }),
		isDev: true,
	});
	const { data } = await useStoryblokApi().get('cdn/stories/blog/s1', { version: 'draft' });
	expect(data.story.content.title).toBe('Edited');
});

it('takes the token of slugline() in a call', async () => {
	const { public: token } = space.tokens;
	buildChannel().isOwnToken = (one) => one === token;
	const { data } = await useStoryblokApi().get('cdn/stories', { token });
	expect(data.stories).not.toHaveLength(0);
	buildChannel().isOwnToken = undefined;
});

it('rejects a token in a call, since compat would not use it', async () => {
	await expect(useStoryblokApi().get('cdn/stories', { token: 'another' })).rejects.toThrow(
		'only uses the token of slugline()',
	);
});

describe('renderRichText()', () => {
	const doc = {
		type: 'doc',
		content: [
			{ type: 'paragraph', content: [{ type: 'text', text: 'a < b', marks: [{ type: 'bold' }] }] },
			{ type: 'code_block', attrs: { class: 'language-js' }, content: [{ type: 'text', text: '1 < 2' }] },
			{ type: 'blok', attrs: { id: '1', body: [{ _uid: '2', component: 'teaser', title: 'Hi' }] } },
		],
	};

	it('returns safe HTML, with bloks from a resolver', () => {
		expect(renderRichText(doc)).toBe(
			'<p><strong>a &lt; b</strong></p><pre><code class="language-js">1 &lt; 2</code></pre>',
		);
		expect(
			renderRichText(doc, { resolver: (component, blok) => `[${component} ${blok['title']}]` }),
		).toContain('[teaser Hi]');
	});

	it('links to a story in the language of the given address, or of the page', () => {
		const linked = (href: string) => {
			const link = { type: 'link', attrs: { linktype: 'story', uuid: uuids.about, href, anchor: null } };
			return { type: 'text', text: 'a', marks: [link] };
		};
		const german = '<a href="/base/de/%C3%BCber/">a</a>';
		for (const given of ['/de/über', '/de/gone']) {
			expect(renderRichText(linked(given))).toBe(german);
			expect(richTextResolver().render(linked(given))).toBe(german);
		}
		const page = new URL('https://example.com/base/de/nur/');
		expect(renderRichText(linked('/about'), { from: page })).toBe(german);
		expect(renderRichText(linked('/about'), { lang: 'pt_br' })).toBe('<a href="/base/pt-br/sobre/">a</a>');
		expect(renderRichText(linked('/about'))).toBe('<a href="/base/about/">a</a>');
		const item = { type: 'list_item', content: [{ type: 'paragraph', content: [linked('/about')] }] };
		const inside = { from: page, resolvers: { list_item: ({ text }: { text: string }) => text } };
		expect(renderRichText(item, inside)).toContain(german);
	});

	it('uses the HTML that a resolver returns for a type', () => {
		expect(
			renderRichText(doc, { resolvers: { bold: ({ text }) => `<b>${text}</b>`, code_block: () => '' } }),
		).toBe('<p><b>a &lt; b</b></p>');
	});

	it('gives resolvers the children as a list, and as one text', () => {
		const text = (words: string) => ({ type: 'paragraph', content: [{ type: 'text', text: words }] });
		const item = (words: string) => ({ type: 'list_item', content: [text(words)] });
		const list = { type: 'doc', content: [{ type: 'ordered_list', content: [item('a & b'), item('c')] }] };
		const numbered = renderRichText(list, {
			resolvers: {
				ordered_list: ({ children }) => children.map((one, at) => `${at + 1}. ${one}`).join('\n'),
				list_item: ({ children }) => `${children}`,
				paragraph: ({ children }) => children.join(''),
			},
		});
		expect(numbered).toBe('1. a &amp; b\n2. c');
		expect(
			renderRichText(list, { resolvers: { ordered_list: ({ children }) => `<ol>${children}</ol>` } }),
		).toBe(renderRichText(list));
		expect(
			renderRichText(doc, { resolvers: { code_block: ({ children, text }) => `${children}|${text}` } }),
		).toContain('</p>1 &lt; 2|1 &lt; 2');
	});
});

it('passes the middleware on, renders with a copy of the schema, and refuses functions in it', () => {
	expect(onRequest({}, () => 'next')).toBe('next');
	const doc = {
		type: 'doc' as const,
		content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a' }] }],
	};
	const schema = structuredClone(RichTextSchema);
	expect(renderRichText(doc, { schema })).toBe('<p>a</p>');
	schema.nodes['heading'] = () => ({ tag: 'h1' });
	expect(() => renderRichText(doc, { schema })).toThrow(
		'cannot use the functions for `heading` in `schema`, because they are those of an older client. Pass functions that return HTML as `resolvers`',
	);
});
