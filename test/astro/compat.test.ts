import { types } from 'node:util';
import { createDeliveryClient } from 'astro-slugline/client';
import { onRequest, RichTextSchema, renderRichText, useStoryblokApi } from 'astro-slugline/compat';
import { createSpace, type Space } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import StoryblokClient, { type ISbStoriesParams } from 'storyblok-js-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { entryTracking } from '../../packages/astro-slugline/src/astro/incremental/reads/tracked-object.js';
import type { AskSpace } from '../../packages/astro-slugline/src/astro/page/tracking/index.js';
import { buildChannel } from '../../packages/astro-slugline/src/astro/page/tracking/index.js';
import { answerSpaceRequests } from '../../packages/astro-slugline/src/astro/space-requests/index.js';
import { storyFile } from '../space/open-space.js';
import { makeFolder } from '../space/temporary-folder.js';

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
let spaceAsked = 0;

beforeAll(async () => {
	space = createSpace(await makeFolder(files));
	const { url, tokens } = await space.listen();
	theirs = new StoryblokClient({ accessToken: tokens.public, endpoint: `${url}/v2`, rateLimit: 1000 });
});

afterAll(() => space.close());

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

const get =
	(path: string, params: ISbStoriesParams & Record<string, unknown> = {}): Call =>
	async (api) => {
		const { data, total, perPage } = await api.get(path, { ...params });
		return { data, total, perPage };
	};

const uuid = async () => (await theirs.get('cdn/stories/people/ada')).data.story.uuid;

const calls: Record<string, Call> = {
	'a list': get('cdn/stories', { version: 'published' }),
	'the second page of a list': get('cdn/stories', { per_page: 5, page: 2 }),
	'a page past the last one': get('cdn/stories', { per_page: 5, page: 9 }),
	'a folder': get('cdn/stories', { starts_with: 'blog/', per_page: 100 }),
	'stories by number, the highest first': get('cdn/stories', {
		content_type: 'article',
		sort_by: 'content.number:desc:int',
	}),
	'stories by name': get('cdn/stories', { sort_by: 'name:asc', per_page: 100 }),
	'a filter with two conditions': get('cdn/stories', {
		filter_query: { number: { gt_int: 3, lt_int: 9 }, title: { not_like: '*0' } },
	}),
	'a filter with two alternatives': get('cdn/stories', {
		filter_query: { __or: [{ title: { in: 'Story 1' } }, { title: { in: 'Story 2' } }] },
	}),
	'stories with a tag': get('cdn/stories', { with_tag: 'tide,rope' }),
	'the list of tags': get('cdn/tags', {}),
	'a language': get('cdn/stories', { language: 'de', per_page: 100 }),
	'a language without translations': get('cdn/stories', { language: 'fr', starts_with: 'blog/' }),
	'a language that the space does not have': get('cdn/stories', { language: 'en', starts_with: 'blog/' }),
	'excluded slugs': get('cdn/stories', { excluding_slugs: 'blog/*,home' }),
	'slugs by a pattern': get('cdn/stories', { by_slugs: 'blog/s1*' }),
	'excluded ids and no start pages': get('cdn/stories', { is_startpage: false, excluding_ids: '1' }),
	'the first level': get('cdn/stories', { level: 1 }),
	'stories published after a date': get('cdn/stories', { published_at_gt: '2001-01-01 00:00' }),
	'relations of a list': get('cdn/stories', {
		starts_with: 'blog/',
		resolve_relations: 'article.author,article.related',
	}),
	'relations of one story': get('cdn/stories/list', { resolve_relations: ['list.all', 'article.author'] }),
	'links of a story, resolved to addresses': get('cdn/stories/home', { resolve_links: 'url' }),
	'links of a story, resolved to stories': get('cdn/stories/home', { resolve_links: 'story' }),
	'links of a story, resolved to links': get('cdn/stories/home', { resolve_links: 'link' }),
	'one story by its slug': get('cdn/stories/blog/s3'),
	'one story by its translated slug': get('cdn/stories/de/blog/eins'),
	'one story in a language': get('cdn/stories/blog/s1', { language: 'de' }),
	'one story that is not translated, in a language': get('cdn/stories/blog/s4', { language: 'de' }),
	'one story whose translation is not published': get('cdn/stories/blog/s2', { language: 'de' }),
	'one story by its uuid': async (api) => {
		const byUuid = { find_by: 'uuid' } as ISbStoriesParams;
		const { data } = await api.get(`cdn/stories/${await uuid()}`, byUuid);
		return data;
	},
	'a start page': get('cdn/stories/blog'),
	'a story without some of its fields': get('cdn/stories/blog/s3', { excluding_fields: 'title,author' }),
	'getStory() with relations': async (api) =>
		(await api.getStory('blog/s1', { resolve_relations: 'article.related', version: 'published' })).data,
	'getStories()': async (api) =>
		(await api.getStories({ starts_with: 'people/', version: 'published' })).data,
	'all stories': (api) => api.getAll('cdn/stories', { per_page: 4, version: 'published' }),
	links: get('cdn/links', { version: 'published' }),
	'links of a folder, with dates': get('cdn/links', {
		version: 'published',
		starts_with: 'blog/',
		include_dates: 1,
	}),
	'links at the top': get('cdn/links', { version: 'published', with_parent: 0 }),
	'all links': (api) => api.getAll('cdn/links', { per_page: 6, version: 'published' }),
	entries: get('cdn/datasource_entries', { datasource: 'colors' }),
	'entries in a dimension': get('cdn/datasource_entries', {
		datasource: 'colors',
		dimension: 'de',
		per_page: 40,
	}),
	'entries of all datasources': get('cdn/datasource_entries', { per_page: 100 }),
	'all entries': (api) => api.getAll('cdn/datasource_entries', { datasource: 'colors' }),
	datasources: get('cdn/datasources', {}),
	'a path with a slash in front': get('/cdn/stories/blog/s1', { version: 'published' }),
};

describe('useStoryblokApi() in a build', () => {
	beforeAll(async () => {
		buildChannel().askSpace = await inBuild();
	});
	afterAll(() => {
		buildChannel().askSpace = undefined;
	});

	it.each(Object.entries(calls))(
		'returns what the API returns for %s, without a request',
		async (_what, call) => {
			const before = spaceAsked;
			expect(await call(useStoryblokApi())).toEqual(await call(theirs));
			expect(spaceAsked).toBe(before);
		},
	);

	it('rejects unknown and unpublished stories as the API does', async () => {
		for (const [path, params] of [
			['cdn/stories/nowhere', {}],
			['cdn/stories/hidden', {}],
		] as const) {
			const refusal = (api: Pick<StoryblokClient, 'get'>) =>
				api.get(path, { ...params } as never).then(
					() => undefined,
					({ status, response }) => ({ status, data: response.data, statusText: response.statusText }),
				);
			expect(await refusal(useStoryblokApi())).toEqual(await refusal(theirs));
		}
	});

	it('rejects invalid parameters as the API does', async () => {
		for (const params of [{ per_page: 101 }, { filter_query: { title: { resembles: 'x' } } }]) {
			const refusal = (api: Pick<StoryblokClient, 'get'>) =>
				api.get('cdn/stories', { ...params } as never).then(
					() => undefined,
					({ status, response }) => ({ status, data: response.data }),
				);
			expect(await refusal(useStoryblokApi())).toEqual(await refusal(theirs));
		}
	});

	it('passes on a parameter that the API does not have, and warns once with the nearest name', async () => {
		const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
		notices.length = 0;
		for (const start_with of ['blog/', 'people/']) {
			const asked = useStoryblokApi().get('cdn/stories', { start_with } as never);
			await expect(asked).rejects.toThrow('Parameter(s) start_with not allowed');
		}
		expect(notices).toEqual([
			'`cdn/stories` has no parameter `start_with`, so the API may refuse the request. Did you mean `starts_with`?',
		]);
		warn.mockRestore();
	});

	it('rejects with a readable error', async () => {
		const error = await useStoryblokApi()
			.get('cdn/stories/nowhere')
			.catch((rejected: unknown) => rejected);
		expect(error).toBeInstanceOf(Error);
		expect(String(error)).toBe('Error: cdn/stories/nowhere: This record could not be found (status 404)');
	});

	it('sends requests to the API for what is not synced, and warns once', async () => {
		const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
		const before = spaceAsked;
		const api = useStoryblokApi();
		await api.get('cdn/stories', { search_term: 'Story 3' });
		await api.get('cdn/stories', { search_term: 'Story 4' });
		await api.get('cdn/stories/blog/s1', { version: 'draft' });
		expect(spaceAsked).toBeGreaterThan(before);
		expect(warn.mock.calls.map(([line]) => line)).toEqual([
			'[astro-slugline] `cdn/stories` is asked of the service in every build, since it has the parameter `search_term`. Its pages are rendered each time.',
			'[astro-slugline] `cdn/stories` is asked of the service in every build, since it asks for the version `draft`, and the site is built from `published`. Its pages are rendered each time.',
		]);
		warn.mockRestore();
	});
});

it('requests the space from the API, without a warning', async () => {
	buildChannel().askSpace = await inBuild();
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	const { data } = await useStoryblokApi().get('cdn/spaces/me');
	expect(data.space).toMatchObject({ name: 'Harbour', language_codes: ['de', 'fr'] });
	expect(data.space).toEqual((await theirs.get('cdn/spaces/me')).data.space);
	expect(warn).not.toHaveBeenCalled();
	warn.mockRestore();
	buildChannel().askSpace = undefined;
});

it('records a call, but not the requests that answer it', async () => {
	const reads: string[] = [];
	let isRecorded = true;
	const answer = await inBuild();
	buildChannel().askSpace = (asked) => {
		if (isRecorded) reads.push('a request');
		return answer(asked);
	};
	buildChannel().reads = {
		record: (read) => void reads.push(read),
		recordField: () => {},
		askedBy: (_, ask) => ask(),
		unrecorded(ask) {
			isRecorded = false;
			const asked = ask();
			isRecorded = true;
			return asked;
		},
		importerNow: () => undefined,
		describe: String,
		answers: new Map(),
		changes: { watch: () => undefined, watchPacked() {} },
		tracked: new WeakMap(),
		entries: entryTracking(),
		isProxy: types.isProxy,
	};
	await useStoryblokApi().get('cdn/datasource_entries', { datasource: 'sizes' });
	const { data } = await useStoryblokApi().get('cdn/spaces/me');
	expect(reads.map((read) => read.split(',')[0])).toEqual([
		'compat {"path":"datasource_entries"',
		'compat {"path":"spaces/me"',
	]);
	expect(data.space.version).toBeGreaterThan(0);
	expect(reads.at(-1)).toMatch(/^compat-cv \{"path":"spaces\/me"/);
	buildChannel().reads = undefined;
	buildChannel().askSpace = undefined;
});

it('returns drafts in a build of drafts', async () => {
	const { url, tokens } = { url: (await space.listen()).url, tokens: space.tokens };
	const preview = new StoryblokClient({
		accessToken: tokens.preview,
		endpoint: `${url}/v2`,
		rateLimit: 1000,
	});
	buildChannel().askSpace = await inBuild('draft');
	const before = spaceAsked;
	for (const call of [
		get('cdn/stories', { version: 'draft', per_page: 100 }),
		get('cdn/stories', { version: 'draft', per_page: 100, language: 'de' }),
		get('cdn/stories/blog/s1', { version: 'draft' }),
		get('cdn/stories/hidden', { version: 'draft' }),
		get('cdn/links', { version: 'draft', per_page: 100 }),
	])
		expect(withoutCv(await call(useStoryblokApi()))).toEqual(withoutCv(await call(preview)));
	expect(spaceAsked).toBe(before);
	buildChannel().askSpace = undefined;
});

/** A response without its `cv`, since drafts have no snapshot. */
function withoutCv(answer: unknown): unknown {
	const { data } = answer as { data: Record<string, unknown> };
	const { cv: _cv, ...rest } = data;
	return rest;
}

it('sends requests to the API for a language that the site excludes', async () => {
	const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
	const ask = await inBuild('published', ['de']);
	expect((await ask({ path: 'stories/home', query: 'language=de' })).askedSince).toBeUndefined();
	expect((await ask({ path: 'stories/home', query: 'language=fr' })).askedSince).toBe(
		'it asks for the language `fr`, which `languages` leaves out',
	);
	warn.mockRestore();
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
	buildChannel().askSpace = undefined;
});

it('rejects a token in a call, since compat would not use it', async () => {
	buildChannel().askSpace = await inBuild();
	await expect(useStoryblokApi().get('cdn/stories', { token: 'another' })).rejects.toThrow(
		'only uses the token of slugline()',
	);
	buildChannel().askSpace = undefined;
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
