import { currentSpaceAnswerSchema, datasourceListSchema, linkListSchema } from 'astro-slugline/wire';
import { expect } from 'vitest';
import { page } from '../space/open-space.js';
import { type Api, contractCase } from './contract.js';

const links = '/v2/cdn/links';
const datasources = '/v2/cdn/datasources';
const seconds = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/;

const linksBySlug = async (api: Api, query: Record<string, string | number> = {}) => {
	const { body } = await api.ask(links, { version: 'published', per_page: 1000, ...query });
	const all = Object.values(linkListSchema.parse(body).links);
	return new Map(all.map((link) => [link.slug, link]));
};

/** A space of one folder with this many stories. */
const many = (count: number): Record<string, string> =>
	Object.fromEntries(Array.from({ length: count }, (_, index) => [`many/s${index}.md`, page]));

const oldSpace =
	'name: Old\ncreated_at: 2023-05-08\nlanguages: [de, pt-br]\ntokens: { public: pub, preview: pre, oauth: oa }\ncontent_types:\n  article: { body: text, references: [author, categories] }\n';

/** E3, E4 and E5. */
export const otherCases = [
	contractCase(
		'the current space has id, name, domain, and version, and needs no cv',
		['E3: token, without cv', 'CurrentSpace: id, name, domain, version'],
		async (api) => {
			const asked = await api.ask('/v2/cdn/spaces/me/', {}, { redirect: 'manual' });
			expect(asked.status).toBe(200);
			const { space } = currentSpaceAnswerSchema.parse(asked.body);
			const domain = 'https://harbour.example/';
			expect(space).toMatchObject({ id: 4711, name: 'Harbour', domain, language_codes: ['de', 'pt-br'] });
			expect(String(space.version)).toMatch(/^1\d{9}$/);
			expect(asked.headers.get('cache-control')).toContain('s-maxage=2');
			expect((await api.ask('/v2/cdn/spaces/me', { cv: 1 })).body).toEqual(asked.body);
			expect((await api.ask('/v2/cdn/spaces/me', {}, { token: 'preview' })).body).toEqual(asked.body);
			expect((await api.ask('/v2/cdn/spaces/me', {}, { token: null })).status).toBe(401);
		},
	),
	contractCase(
		'links are a map by uuid of stories and folders, with their positions',
		[
			'E4: links map',
			'Link: id, uuid, slug, path, real_path, name, parent_id, is_folder, is_startpage, position',
		],
		async (api) => {
			const { body } = await api.ask(links, { version: 'published', per_page: 1000 });
			expect(Object.keys(body)).toEqual(['links']);
			for (const [uuid, link] of Object.entries(linkListSchema.parse(body).links))
				expect(link.uuid).toBe(uuid);
			const all = await linksBySlug(api);
			expect([...all.keys()].sort()).toEqual([
				...['about', 'authors', 'authors/ada', 'authors/bob', 'blog', 'blog/', 'blog/2024', 'blog/2024/old'],
				...['blog/hello', 'blog/second', 'categories', 'categories/boats', 'categories/people'],
				...['en', 'en/team', 'fr', 'fr/equipe', 'home'],
			]);
			const blog = all.get('blog');
			const [isFolder, isStory] = [{ is_folder: true }, { is_folder: false, parent_id: blog?.id }];
			expect(blog).toMatchObject({ ...isFolder, name: 'Blog', position: 7, real_path: '/blog' });
			expect(all.get('blog/')).toMatchObject({ ...isStory, is_startpage: true, real_path: '/blog/' });
			expect(all.get('blog/hello')).toMatchObject({ ...isStory, real_path: '/blog/hello', path: null });
			expect(all.get('blog/2024')).toMatchObject({ ...isFolder, is_startpage: false, parent_id: blog?.id });
			expect(all.get('about')).toMatchObject({ path: '/about-us', real_path: '/about-us', position: -20 });
			expect(all.get('home')).toMatchObject({ path: '/', real_path: '/', is_startpage: false });
			for (const slug of ['about', 'blog', 'home']) expect(all.get(slug)?.parent_id).toBeNull();
			const stories = await api.ask('/v2/cdn/stories', { per_page: 100 });
			for (const story of stories.body.stories)
				expect(all.get(story.full_slug)).toMatchObject({ id: story.id, uuid: story.uuid });
		},
	),
	contractCase(
		'published is true with unpublished changes; without version=published, drafts are included, and folders always',
		['E4: version', 'Link: published', 'States: link published'],
		async (api) => {
			const published = await linksBySlug(api);
			expect(published.get('blog/hello')?.published).toBe(true);
			expect(published.has('blog/news')).toBe(false);
			for (const query of [{}, { version: 'draft' }]) {
				const { body } = await api.ask(links, { per_page: 1000, ...query }, { token: 'preview' });
				const all = new Map(Object.values(linkListSchema.parse(body).links).map((link) => [link.slug, link]));
				expect(all.get('blog/news')?.published).toBe(false);
				expect(all.get('blog/hello')).toMatchObject({ published: true, name: 'Hello again' });
				expect(all.get('blog')?.is_folder).toBe(true);
			}
			expect((await api.ask(links, { version: 'draft' })).status).toBe(401);
		},
	),
	contractCase(
		'each language of a link is an alternate',
		['Link: alternates', 'LinkAlternate: path, name, lang, published, translated_slug'],
		async (api) => {
			const all = await linksBySlug(api);
			const alternate = (lang: string, path: string, name: string, published: boolean) => ({
				...{ lang, path, name, published, translated_slug: path },
			});
			expect(all.get('blog/hello')?.alternates).toEqual([
				alternate('de', 'magazin/hallo', 'Hallo', true),
				alternate('pt-br', 'blog/ola', 'Olá', false),
			]);
			expect(all.get('blog/second')?.alternates).toEqual([
				alternate('de', 'magazin/second', 'Second', false),
				alternate('pt-br', 'blog/second', 'Second', false),
			]);
			expect(all.get('blog')?.alternates[0]).toEqual(alternate('de', 'magazin', 'Magazin', false));
			const plain = await api.open({
				'blog/_folder.yaml': 'name: Blog\n',
				'index.de.md': '---\ncontent: { title: Hafen }\n---\n',
				'blog/hello.de.md': '---\ncontent: { title: Hallo }\n---\n',
				'blog/hello.pt-br.md': '---\npublished: false\n---\n',
			});
			expect((await linksBySlug(plain)).get('blog/hello')?.alternates).toEqual([
				alternate('de', 'blog/hello', 'Hello', true),
				alternate('pt-br', 'blog/hello', 'Hello', false),
			]);
		},
	),
	contractCase(
		'links are filtered by prefix and parent, and include dates on request',
		['E4: starts_with, with_parent, include_dates', 'Link: dates'],
		async (api) => {
			const slugs = async (query: Record<string, string | number>) =>
				[...(await linksBySlug(api, query)).keys()].sort().join(' ');
			expect(await slugs({ starts_with: 'blog/2' })).toBe('blog/2024 blog/2024/old');
			expect(await slugs({ with_parent: 0 })).toBe('about authors blog categories en fr home');
			const blog = await api.link('blog');
			expect(await slugs({ with_parent: blog.id })).toBe('blog/ blog/2024 blog/hello blog/second');
			const plain = await api.ask(links, { version: 'published', include_dates: 0 });
			for (const link of Object.values(plain.body.links)) expect(link).not.toHaveProperty('updated_at');
			const dated = (await linksBySlug(api, { include_dates: 1 })).get('blog/hello');
			for (const date of [dated?.published_at, dated?.created_at, dated?.updated_at])
				expect(date).toMatch(seconds);
		},
	),
	contractCase(
		'links of a new space are paged by 25, at most 1000',
		['E4: page, per_page', 'Limits: per_page default, per_page maximum, page default, links list'],
		async (api) => {
			const big = await api.open(many(30));
			const page = async (query: Record<string, string | number>) => {
				const { headers, body } = await big.ask(links, { version: 'published', ...query });
				return {
					uuids: Object.keys(body.links),
					total: headers.get('total'),
					perPage: headers.get('per-page'),
				};
			};
			const first = await page({});
			const second = await page({ page: 2 });
			expect(first).toMatchObject({ total: '49', perPage: '25' });
			expect([first.uuids.length, second.uuids.length]).toEqual([25, 24]);
			expect(new Set([...first.uuids, ...second.uuids]).size).toBe(49);
			expect(first).toEqual(await page({ page: 1, per_page: 25 }));
			expect((await page({ per_page: 1000 })).uuids).toHaveLength(49);
			expect((await page({ page: 99 })).uuids).toEqual([]);
			expect(await big.ask(links, { version: 'published', per_page: 1001 })).toMatchObject({
				status: 422,
				body: { error: expect.any(String) },
			});
		},
	),
	contractCase('links of an old space come at once unless paginated=1', ['E4: paginated'], async (api) => {
		const old = await api.open({ ...many(30), 'space.yaml': oldSpace });
		const count = async (query: Record<string, string | number>) => {
			const { headers, body } = await old.ask(links, { version: 'published', ...query });
			return [Object.keys(body.links).length, headers.get('total')];
		};
		expect(await count({})).toEqual([49, null]);
		expect(await count({ page: 2, per_page: 10 })).toEqual([49, null]);
		expect(await count({ paginated: 1 })).toEqual([25, '49']);
		expect(await count({ paginated: 1, page: 2, per_page: 40 })).toEqual([9, '49']);
		const { body } = await api.ask(links, { version: 'published', paginated: 0, per_page: 3 });
		expect(Object.keys(body.links)).toHaveLength(3);
	}),
	contractCase('links need a token, and the newest cache version', ['E4: token, cv'], async (api) => {
		expect(await api.ask(links, {}, { token: null })).toMatchObject({
			status: 401,
			body: { error: 'Unauthorized' },
		});
		const moved = await api.ask(links, { version: 'published' }, { redirect: 'manual' });
		expect(moved.status).toBe(301);
		expect(moved.headers.get('location')).toMatch(/\/v2\/cdn\/links\?.*cv=\d{10}$/);
	}),
	contractCase(
		'datasources are paged, and include their dimensions',
		[
			'E5: token, page, per_page',
			'DatasourceList: datasources, cv',
			'Datasource: id, name, slug, dimensions',
			'Dimension: id, name, entry_value, datasource_id, created_at, updated_at',
			'Limits: datasource list',
		],
		async (api) => {
			const { headers, body } = await api.ask(datasources);
			const space = await api.ask('/v2/cdn/spaces/me');
			const list = datasourceListSchema.parse(body);
			expect(list.cv).toBe(space.body.space.version);
			expect([headers.get('total'), headers.get('per-page')]).toEqual(['2', '25']);
			const [colors, sizes] = list.datasources;
			const [id, time] = [expect.any(Number), expect.stringMatching(seconds)];
			const german = { id, name: 'Deutsch', entry_value: 'de', datasource_id: colors?.id };
			const dimensions = [{ ...german, created_at: time, updated_at: time }];
			expect(colors).toEqual({ id, name: 'Colors', slug: 'colors', dimensions });
			expect(sizes).toMatchObject({ slug: 'sizes', dimensions: [] });
			const last = await api.ask(datasources, { page: 2, per_page: 1 });
			expect(last.body.datasources).toMatchObject([{ slug: 'sizes' }]);
			expect((await api.ask(datasources, { per_page: 1000 })).status).toBe(200);
			expect((await api.ask(datasources, { per_page: 1001 })).status).toBe(422);
			expect((await api.ask(datasources, {}, { token: null })).status).toBe(401);
			const bulk = Object.fromEntries(
				Array.from({ length: 26 }, (_, index) => [`datasources/d${index}.yaml`, 'entries: []\n']),
			);
			const many = await api.open(bulk);
			expect((await many.ask(datasources)).body.datasources).toHaveLength(25);
		},
	),
];
