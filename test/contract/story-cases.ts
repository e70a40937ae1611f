import { storyListSchema } from 'astro-slugline/wire';
import { expect } from 'vitest';
import { type Api, contractCase } from './contract.js';

const stories = '/v2/cdn/stories/';
const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const uuidShape = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const list = async (api: Api, query: Record<string, string | number> = {}) => {
	const { body } = await api.ask(stories, query);
	return storyListSchema.parse(body).stories;
};
const one = async (api: Api, slug: string, query: Record<string, string | number> = {}) => {
	const [story] = await list(api, { by_slugs: slug, ...query });
	if (!story) throw new Error(`There is no story ${slug}.`);
	return story;
};

/** E2 and stories in responses, except filters. */
export const storyCases = [
	contractCase(
		'a story has ids, names, slugs, and dates of the documented form',
		['Story: id, uuid, name, slug, full_slug, created_at, published_at, first_published_at'],
		async (api) => {
			const hello = await one(api, 'blog/hello');
			expect(hello).toMatchObject({ name: 'Hello', slug: 'hello', full_slug: 'blog/hello' });
			expect(Number.isSafeInteger(hello.id)).toBe(true);
			expect(hello.uuid).toMatch(uuidShape);
			for (const date of [hello.created_at, hello.published_at, hello.first_published_at])
				expect(date).toMatch(moment);
			expect([hello.created_at, hello.first_published_at, hello.published_at]).toEqual(
				[hello.created_at, hello.first_published_at, hello.published_at].sort(),
			);
		},
	),
	contractCase(
		'a story has its position, its tags, and the fields in its file',
		['Story: sort_by_date, position, tag_list, is_startpage, parent_id, meta_data, path, release_id'],
		async (api) => {
			const about = await one(api, 'about');
			const position = { position: -20, sort_by_date: '2024-02-03', path: '/about-us', parent_id: null };
			expect(about).toMatchObject({ ...position, is_startpage: false, tag_list: [] });
			const hello = await one(api, 'blog/hello');
			const { id: parent_id } = await api.link('blog');
			expect(hello).toMatchObject({ tag_list: ['news', 'sea'], meta_data: { note: 'kept' }, parent_id });
			expect(hello).toMatchObject({ sort_by_date: null, path: null, release_id: null });
			expect(await one(api, 'blog/')).toMatchObject({ is_startpage: true, slug: 'blog', full_slug: 'blog/' });
			expect(await one(api, 'home')).toMatchObject({ is_startpage: false, slug: 'home', path: '/' });
		},
	),
	contractCase(
		'content has its type, unchanged text, references as uuids, and complete assets and SEO fields',
		['Story: content', 'Content: fields, asset, seo'],
		async (api) => {
			const { content } = await one(api, 'blog/hello');
			const uuids = await Promise.all(
				['authors/ada', 'categories/boats', 'categories/people'].map((slug) => api.link(slug)),
			);
			expect(content).toMatchObject({
				component: 'article',
				scheduled: '2024-05-01 10:00',
				price: '270.50',
				stock: '12',
				featured: true,
				topics: ['sea', 'wind', 'salt'],
				author: uuids[0]?.uuid,
				categories: [uuids[1]?.uuid, uuids[2]?.uuid],
				text: 'The text.',
				body: [{ component: 'quote', words: 'Ahoy' }, { component: 'note' }],
			});
			for (const blok of [content, ...Object(content.body)]) expect(blok._uid).toMatch(uuidShape);
			expect(content.image).toEqual({
				...{ id: null, alt: 'A boat', filename: 'https://a.example.com/f/1/2x3/a/b.jpg', meta_data: {} },
				...{ name: '', focus: '', title: '', source: '', copyright: '', fieldtype: 'asset' },
			});
			expect(content.seo).toEqual({
				_uid: expect.stringMatching(uuidShape),
				...{ title: 'Hello', plugin: 'seo_metatags', description: 'Said once', og_image: '', og_title: '' },
				...{ og_description: '', twitter_image: '', twitter_title: '', twitter_description: '' },
			});
		},
	),
	contractCase(
		'a list has its envelope, with the cache version and resolved stories',
		['StoryList: stories, cv, rels, links', 'Versioning: paths'],
		async (api) => {
			const { status, headers, body } = await api.ask(stories, {
				resolve_relations: 'article.author',
				starts_with: 'blog/',
			});
			const { body: space } = await api.ask('/v2/cdn/spaces/me/');
			expect(status).toBe(200);
			expect(headers.get('content-type')).toMatch(/^application\/json/);
			expect(body.cv).toBe(space.space.version);
			expect(body.stories.map((story: { full_slug: string }) => story.full_slug)).toEqual([
				'blog/',
				'blog/2024/old',
				'blog/second',
				'blog/hello',
			]);
			expect(body.rels.map((story: { name: string }) => story.name).sort()).toEqual(['Ada', 'Bob']);
			expect(body.links).toEqual([]);
			const plain = await api.ask(stories);
			expect(plain.body).toMatchObject({ rels: [], links: [] });
		},
	),
	contractCase(
		'another language has its own fields and prefixed slugs, and falls back to the default language',
		['E2: language', 'Story: lang, default_full_slug, translated_slugs'],
		async (api) => {
			const hello = await one(api, 'blog/hello');
			const hallo = await one(api, 'blog/hello', { language: 'de' });
			expect(hello).toMatchObject({ lang: 'default', default_full_slug: 'blog/hello' });
			expect(hallo).toMatchObject({
				lang: 'de',
				name: 'Hallo',
				slug: 'hallo',
				full_slug: 'de/magazin/hallo',
				default_full_slug: 'blog/hello',
				uuid: hello.uuid,
				content: { title: 'Hallo Welt', price: '270.50', text: 'The text.' },
			});
			expect(hallo.translated_slugs).toEqual([
				{ path: 'magazin/hallo', name: 'Hallo', lang: 'de', published: true },
				{ path: 'blog/ola', name: 'Olá', lang: 'pt-br', published: false },
			]);
			const ola = await one(api, 'blog/hello', { language: 'pt_br' });
			expect(ola).toMatchObject({
				lang: 'pt-br',
				full_slug: 'pt-br/blog/ola',
				name: 'Hello',
				content: { title: 'Hello world' },
			});
			const bob = await one(api, 'authors/bob', { language: 'de', fallback_lang: 'pt-br' });
			expect(bob).toMatchObject({ lang: 'de', content: { name: 'Beto' } });
			expect(await list(api, { language: 'de' })).toHaveLength((await list(api)).length);
		},
	),
	contractCase(
		'stories of one group are alternates of each other',
		['Story: group_id, alternates'],
		async (api) => {
			const team = await one(api, 'en/team');
			const equipe = await one(api, 'fr/equipe');
			expect(team.group_id).toBe(equipe.group_id);
			const { id, parent_id } = equipe;
			const names = { name: 'Equipe', slug: 'equipe', full_slug: 'fr/equipe' };
			expect(team.alternates).toEqual([{ id, parent_id, ...names, published: true, is_folder: false }]);
			expect((await one(api, 'about')).group_id).not.toBe(team.group_id);
		},
	),
	contractCase(
		'a published story with unpublished changes differs by version, and an unpublished story exists only as a draft',
		['E2: version', 'States: story version', 'Versioning: version'],
		async (api) => {
			const titles = async (version: string) => {
				const { body } = await api.ask(
					stories,
					{ version, starts_with: 'blog/', content_type: 'article' },
					{ token: 'preview' },
				);
				return body.stories.map((story: { content: { title: string } }) => story.content.title).sort();
			};
			expect(await titles('published')).toEqual(['A second hello', 'Hello world']);
			expect(await titles('draft')).toEqual(['A second hello', 'Hello, edited', 'Not yet']);
			const { body } = await api.ask(stories, { starts_with: 'blog/n' });
			expect(body.stories).toEqual([]);
		},
	),
	contractCase(
		'a token is needed, and drafts need the preview token',
		['E2: token', 'Authentication: delivery'],
		async (api) => {
			const unauthorized = { status: 401, body: { error: 'Unauthorized' } };
			expect(await api.ask(stories, {}, { token: null })).toMatchObject(unauthorized);
			expect(await api.ask(stories, { token: 'nobody' }, { token: null })).toMatchObject(unauthorized);
			expect(await api.ask(stories, {}, { token: 'oauth' })).toMatchObject(unauthorized);
			expect(await api.ask(stories, { version: 'draft' })).toMatchObject(unauthorized);
			expect(await api.ask(stories, { version: 'draft' }, { token: 'preview' })).toMatchObject({
				status: 200,
			});
			expect(await api.ask(stories, {}, { token: 'preview' })).toMatchObject({ status: 200 });
		},
	),
	contractCase(
		'a published request without the current cache version is redirected to the address with it, but drafts are not',
		['E2: cv', 'Versioning: cv'],
		async (api) => {
			const { body } = await api.ask('/v2/cdn/spaces/me', {});
			const cv = body.space.version;
			const redirect = { redirect: 'manual' } as const;
			for (const old of [{}, { cv: 'undefined' }, { cv: 0 }, { cv: 1541863983 }]) {
				const moved = await api.ask(stories, { starts_with: 'a&b/ü', ...old }, redirect);
				const location = new URL(moved.headers.get('location') ?? '');
				expect(moved.status).toBe(301);
				expect(location.pathname).toBe('/v2/cdn/stories/');
				expect(Object.fromEntries(location.searchParams)).toEqual({
					starts_with: 'a&b/ü',
					token: api.tokens.public,
					cv: String(cv),
				});
			}
			const published = await api.ask(stories, { cv }, redirect);
			expect(published.status).toBe(200);
			expect(published.headers.get('cache-control')).toBe(
				'max-age=0, public, s-maxage=604800, stale-if-error=3600',
			);
			const draft = await api.ask(stories, { version: 'draft' }, { ...redirect, token: 'preview' });
			expect(draft.status).toBe(200);
			expect(draft.headers.get('cache-control')).toBe('max-age=0, private, must-revalidate');
		},
	),
];
