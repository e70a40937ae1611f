import { expect, test } from 'vitest';
import { openSpace, page, storyFile } from './open-space.js';

const files = {
	'space.yaml':
		'name: Harbour\nlanguages: [de]\ncontent_types:\n  article: { references: [author, related] }\n',
	'index.md': page,
	'index.de.md': '---\nslug: start\n---\n',
	'about.md': storyFile('position: -5\n', 'component: page\ntitle: About\n'),
	'blog/_folder.yaml': 'translated:\n  de: { slug: magazin }\n',
	'blog/index.md': page,
	'blog/one.md': storyFile(
		'position: -30\ntag_list: [sea]\npublished_at: 2024-05-01T10:00:00.000Z\n',
		'component: article\ntitle: Boats\nprice: "10"\nauthor: people/ada\n',
	),
	'blog/one.de.md': storyFile('slug: eins\n', 'title: Boote\n'),
	'blog/two.md': storyFile(
		'position: -20\ntag_list: [sea, wind]\npublished_at: 2024-06-01T10:00:00.000Z\n',
		'component: article\ntitle: Ahoy\nprice: "9"\nrelated: [blog/one]\n',
	),
	'blog/deep/three.md': storyFile('position: -10\n', 'component: page\ntitle: Deep boats\n'),
	'people/ada.md': storyFile('id: 77\n', 'component: person\nname: Ada\nboss: people/eve\n'),
	'people/eve.md': storyFile('', 'component: person\nname: Eve\n'),
	'secret.md': storyFile('published: false\n', 'component: page\n'),
};

test('without an order, stories are sorted by ascending position, then by descending id', async () => {
	const { slugs } = await openSpace(files);
	const placed = ['blog/one', 'blog/two', 'blog/deep/three', 'about'];
	expect(await slugs()).toEqual([...placed, 'blog/', 'home', 'people/eve', 'people/ada']);
});

test('pages report the total, and end with an empty one', async () => {
	const { ask } = await openSpace(files);
	const pageOf = async (query: Record<string, number>) => {
		const { headers, body } = await ask('/v2/cdn/stories', query);
		return [body.stories.length, headers.get('total'), headers.get('per-page')];
	};
	expect(await pageOf({})).toEqual([8, '8', '25']);
	expect(await pageOf({ per_page: 3, page: 3 })).toEqual([2, '8', '3']);
	expect(await pageOf({ per_page: 3, page: 4 })).toEqual([0, '8', '3']);
	expect(await pageOf({ per_page: 100 })).toEqual([8, '8', '100']);
});

test('stories are selected by slugs, with wildcards and the slash of a start page', async () => {
	const { slugs } = await openSpace(files);
	expect(await slugs({ starts_with: 'blog/' })).toEqual(['blog/one', 'blog/two', 'blog/deep/three', 'blog/']);
	expect(await slugs({ by_slugs: 'about,blog/t*' })).toEqual(['blog/two', 'about']);
	expect(await slugs({ by_slugs: 'blog' })).toEqual([]);
	expect(await slugs({ by_slugs: 'blog/' })).toEqual(['blog/']);
	expect(await slugs({ by_slugs: '*/t*e*' })).toEqual(['blog/deep/three']);
	expect(await slugs({ by_slugs: '' })).toEqual([]);
	// A regular expression made from this pattern would need exponential time.
	expect(await slugs({ by_slugs: `${'*'.repeat(40)}!`, excluding_slugs: '*a'.repeat(40) })).toEqual([]);
	expect(await slugs({ excluding_slugs: 'blog/*,people/ada' })).toEqual(['about', 'home', 'people/eve']);
	expect(await slugs({ by_slugs: 'a.out' })).toEqual([]);
});

test('stories are selected by uuids and ids', async () => {
	const { slugs, story } = await openSpace(files);
	const [one, two] = [await story('blog/one'), await story('blog/two')];
	expect(await slugs({ by_uuids: `${two.uuid},${one.uuid},nobody` })).toEqual(['blog/one', 'blog/two']);
	const ordered = { by_uuids_ordered: `${two.uuid},nobody,${one.uuid}` };
	expect(await slugs(ordered)).toEqual(['blog/two', 'blog/one']);
	expect(await slugs({ ...ordered, per_page: 1, page: 2 })).toEqual(['blog/one']);
	expect(await slugs({ by_ids: '77,5' })).toEqual(['people/ada']);
	expect(await slugs({ excluding_ids: '77', starts_with: 'people' })).toEqual(['people/eve']);
});

test('stories are selected by type, tags, folder, and words', async () => {
	const { slugs } = await openSpace(files);
	expect(await slugs({ content_type: 'article' })).toEqual(['blog/one', 'blog/two']);
	expect(await slugs({ with_tag: 'wind,salt' })).toEqual(['blog/two']);
	expect(await slugs({ with_tag: 'wind,sea' })).toEqual(['blog/one', 'blog/two']);
	expect(await slugs({ is_startpage: 1 })).toEqual(['blog/']);
	expect(await slugs({ is_startpage: 'false', starts_with: 'blog/d' })).toEqual(['blog/deep/three']);
	expect(await slugs({ level: 1 })).toEqual(['about', 'home']);
	expect(await slugs({ level: 2, starts_with: 'blog/' })).toEqual(['blog/one', 'blog/two']);
	expect(await slugs({ search_term: 'BOATS' })).toEqual(['blog/deep/three', 'blog/one']);
	const sorted = { search_term: 'boats', sort_by: 'content.title:asc' };
	expect(await slugs(sorted)).toEqual(['blog/one', 'blog/deep/three']);
	expect(await slugs({ in_workflow_stages: '1' })).toEqual([]);
	expect(await slugs({ only_variants: 'true' })).toEqual([]);
});

test('stories are selected by their dates', async () => {
	const { slugs } = await openSpace(files);
	const articles = (query: Record<string, string>) => slugs({ content_type: 'article', ...query });
	const both = ['blog/one', 'blog/two'];
	expect(await articles({ published_at_gt: '2024-05-01 10:00' })).toEqual(['blog/two']);
	expect(await articles({ published_at_gte: '2024-05-01T10:00:00.000Z' })).toEqual(both);
	expect(await articles({ published_at_lt: '2024-06-01 10:00' })).toEqual(['blog/one']);
	expect(await articles({ published_at_lte: '2024-06-01 10:00' })).toEqual(both);
	expect(await articles({ first_published_at_gt: '2024-05-15 00:00' })).toEqual(['blog/two']);
	expect(await articles({ updated_at_lt: '2024-05-01 10:00' })).toEqual([]);
	expect(await articles({ sort_by: 'published_at:desc' })).toEqual(both.toReversed());
});

test('fields of content and story can be excluded', async () => {
	const { ask } = await openSpace(files);
	const query = {
		by_slugs: 'blog/one',
		excluding_fields: 'title,author,component',
		excluding_story_fields: 'alternates,translated_slugs',
	};
	const { stories } = (await ask('/v2/cdn/stories', query)).body;
	expect(stories[0].content).toEqual({ _uid: expect.any(String), component: 'article', price: '10' });
	expect(stories[0]).toHaveProperty('full_slug');
	for (const field of ['alternates', 'translated_slugs']) expect(stories[0]).not.toHaveProperty(field);
});

test('in another language, stories match by their slugs there and in the default language', async () => {
	const { slugs, ask } = await openSpace(files);
	const german = { language: 'de' };
	expect(await slugs({ ...german, starts_with: 'blog/o' })).toEqual(['de/magazin/eins']);
	expect(await slugs({ ...german, starts_with: 'de/magazin/e' })).toEqual(['de/magazin/eins']);
	expect(await slugs({ starts_with: 'de/magazin/e' })).toEqual(['de/magazin/eins']);
	expect(await slugs({ starts_with: 'de/magazin/*' })).toEqual(await slugs({ starts_with: 'de/magazin/' }));
	expect(await slugs({ starts_with: 'de/*' })).toEqual(await slugs({ language: 'de' }));
	expect(await slugs({ starts_with: '[default]/blog/o' })).toEqual(['blog/one']);
	expect(await slugs({ ...german, by_slugs: 'magazin/eins' })).toEqual(['de/magazin/eins']);
	expect(await slugs({ ...german, by_slugs: 'home' })).toEqual(['de/start']);
	expect(await slugs({ language: 'default', by_slugs: 'home' })).toEqual(['home']);
	expect(await slugs({ language: 'xx', by_slugs: 'home' })).toEqual(['home']);
	const { body } = await ask('/v2/cdn/stories', { ...german, by_slugs: 'blog/one' });
	expect(body.stories[0].content).toMatchObject({ title: 'Boote', price: '10' });
});

test('one story by slug, id, and uuid, in the requested language', async () => {
	const { ask, story } = await openSpace(files);
	const one = async (path: string, query: Record<string, string> = {}) => {
		const { status, body } = await ask(`/v2/cdn/stories/${path}`, query);
		return status === 200 ? body.story.full_slug : [status, body];
	};
	const missing = [404, ['This record could not be found']];
	const { uuid, id } = await story('blog/one');
	expect(await one('blog/one')).toBe('blog/one');
	expect(await one('blog/one/')).toBe('blog/one');
	expect(await one('blog%2Fone')).toBe('blog/one');
	expect(await one('blog')).toBe('blog/');
	expect(await one('blog/')).toBe('blog/');
	expect(await one(String(id))).toBe('blog/one');
	expect(await one('77')).toBe('people/ada');
	expect(await one(uuid, { find_by: 'uuid' })).toBe('blog/one');
	expect(await one(uuid)).toEqual(missing);
	expect(await one('blog/one', { find_by: 'uuid' })).toEqual(missing);
	expect(await one('blog/one', { language: 'de' })).toBe('de/magazin/eins');
	expect(await one('magazin/eins', { language: 'de' })).toBe('de/magazin/eins');
	expect(await one('de/magazin/eins', { language: 'de' })).toBe('de/magazin/eins');
	expect(await one('de/magazin/eins')).toBe('de/magazin/eins');
	expect(await one('de/blog/one')).toBe('de/magazin/eins');
	expect(await one('magazin/eins')).toEqual(missing);
	expect(await one('secret')).toEqual(missing);
	expect(await one('secret', { version: 'draft' })).toBe('secret');
	expect(await one('nothing/here')).toEqual(missing);
	expect(await one('blog/one', { content_type: 'page' })).toEqual(missing);
	const { body } = await ask('/v2/cdn/stories/blog/one', {
		resolve_relations: 'article.author',
		excluding_fields: 'title',
	});
	expect(Object.keys(body).sort()).toEqual(['cv', 'links', 'rels', 'story']);
	expect(body.story.content).not.toHaveProperty('title');
	expect(body.rels[0].name).toBe('Ada');
});

test('relations are included over two levels, once each, and only from the given fields', async () => {
	const types =
		'languages: [de]\ncontent_types:\n  article: { references: [author, related] }\n  person: { references: [boss] }\n  card: { references: [story] }\n';
	const { ask } = await openSpace({
		...files,
		'space.yaml': types,
		'cards.md': storyFile('', 'component: page\nbody:\n  - component: card\n    story: [blog/two, secret]\n'),
	});
	const rels = async (slug: string, resolve: string, more: Record<string, number> = {}) => {
		const { body } = await ask('/v2/cdn/stories', { by_slugs: slug, resolve_relations: resolve, ...more });
		return body.rels.map((story: { full_slug: string }) => story.full_slug);
	};
	expect(await rels('blog/one', 'article.author')).toEqual(['people/ada']);
	expect(await rels('blog/one', 'article.author,person.boss')).toEqual(['people/ada', 'people/eve']);
	expect(await rels('blog/*', 'article.author,article.related')).toEqual(['people/ada', 'blog/one']);
	expect(await rels('cards', 'card.story')).toEqual(['blog/two']);
	expect(await rels('cards', 'page.story,card.other')).toEqual([]);
	const { body } = await ask('/v2/cdn/stories', {
		by_slugs: 'blog/two',
		resolve_relations: 'article.related',
	});
	expect(body.stories[0].content.related).toEqual([body.rels[0].uuid]);
});

test('relations beyond 50 are only included as uuids', async () => {
	const people = (count: number) => Array.from({ length: count }, (_, index) => `people/p${index}`);
	const { ask } = await openSpace({
		'space.yaml': 'content_types:\n  list: { references: [all] }\n  page: { references: [next] }\n',
		...Object.fromEntries(
			people(51).map((slug) => [`${slug}.md`, storyFile('', 'component: page\nnext: last\n')]),
		),
		'last.md': page,
		'many.md': storyFile('', `component: list\nall: [${people(51)}]\n`),
		'fifty.md': storyFile('', `component: list\nall: [${people(50)}]\n`),
	});
	const resolve = async (slug: string, query: Record<string, string | number>) => {
		const asked = { by_slugs: slug, resolve_relations: 'list.all', ...query };
		const { body } = await ask('/v2/cdn/stories', asked);
		return [body.rels?.length, body.rel_uuids?.length];
	};
	const both = { resolve_relations: 'list.all,page.next' };
	expect(await resolve('many', {})).toEqual([undefined, 51]);
	expect(await resolve('fifty', {})).toEqual([50, undefined]);
	expect(await resolve('fifty', both)).toEqual([50, undefined]);
	expect(await resolve('fifty', { ...both, resolve_level: 2 })).toEqual([undefined, 51]);
});

test('links are included as stories, addresses, or links', async () => {
	const { ask, story } = await openSpace({
		'space.yaml': 'languages: [de]\n',
		'a.md': storyFile(
			'',
			`component: page
link: { fieldtype: multilink, cached_url: b }
text:
  type: doc
  content:
    - type: paragraph
      content:
        - type: text
          text: there
          marks: [{ type: link, attrs: { linktype: story, uuid: u-c, href: /c } }]
`,
		),
		'b.md': storyFile('path: /real-b\n', 'component: page\nlink: { fieldtype: multilink, cached_url: d }\n'),
		'b.de.md': '---\nslug: be\n---\n',
		'c.md': storyFile('uuid: u-c\n', 'component: page\n'),
		'd.md': page,
	});
	const links = async (query: Record<string, string | number>) =>
		(await ask('/v2/cdn/stories/a', query)).body.links;
	const names = (all: { full_slug: string }[]) => all.map((link) => link.full_slug);
	expect(await links({})).toEqual([]);
	expect(await links({ resolve_links: '0' })).toEqual([]);
	const stories = await links({ resolve_links: 'story' });
	expect(stories).toEqual([await story('b'), await story('c')]);
	expect(names(await links({ resolve_links: '1' }))).toEqual(['b', 'c']);
	expect(names(await links({ resolve_links: 'story', resolve_links_level: 2 }))).toEqual(['b', 'c', 'd']);
	const [b] = await links({ resolve_links: 'url', language: 'de' });
	const { id, uuid } = stories[0];
	expect(b).toEqual({ id, uuid, slug: 'be', name: 'B', full_slug: 'de/be', url: '/real-b' });
	const [link] = await links({ resolve_links: 'link' });
	expect(link).toMatchObject({ full_slug: 'b', real_path: '/real-b', alternates: [{ lang: 'de' }] });
});

test('links beyond the limit are only included as uuids', async () => {
	const targets = Array.from({ length: 51 }, (_, index) => `t${index}`);
	const list = targets.map((slug) => `  - { fieldtype: multilink, cached_url: ${slug} }\n`).join('');
	const { ask } = await openSpace({
		...Object.fromEntries(targets.map((slug) => [`${slug}.md`, page])),
		'a.md': storyFile('', `component: page\nlinks:\n${list}`),
	});
	const { body } = await ask('/v2/cdn/stories/a', { resolve_links: 'story' });
	expect(body).not.toHaveProperty('links');
	expect(body.link_uuids).toHaveLength(51);
	expect((await ask('/v2/cdn/stories/a', { resolve_links: 'url' })).body.links).toHaveLength(51);
});

test('the assets of a response are included on request', async () => {
	const { ask } = await openSpace({
		'a.md': storyFile(
			'',
			'component: page\none: { fieldtype: asset, filename: https://a.example/x.png }\nempty: { fieldtype: asset }\n',
		),
	});
	expect((await ask('/v2/cdn/stories', { resolve_assets: 1 })).body.assets).toMatchObject([
		{ filename: 'https://a.example/x.png' },
	]);
	expect((await ask('/v2/cdn/stories')).body).not.toHaveProperty('assets');
});

test('tags are counted over the stories that the parameters select', async () => {
	const { ask } = await openSpace(files);
	const tags = async (query: Record<string, string | number>) => (await ask('/v2/cdn/tags', query)).body;
	expect(await tags({})).toEqual({
		tags: [
			{ name: 'sea', taggings_count: 2 },
			{ name: 'wind', taggings_count: 1 },
		],
	});
	expect(await tags({ starts_with: 'people' })).toEqual({ tags: [] });
	expect(await tags({ 'filter_query[title][in]': 'Boats', all_tags: 1 })).toEqual({
		tags: [{ name: 'sea', taggings_count: 1, tag_on_stories: 1 }],
	});
});

test('one link, one datasource, and entries with a dimension', async () => {
	const { ask, story } = await openSpace({
		...files,
		'datasources/colors.yaml':
			'name: Colors\nid: 9\ndimensions: [{ name: Deutsch, entry_value: de }]\nentries:\n  - { name: red, value: Red, dimensions: { de: Rot } }\n  - { name: blue, value: 007 }\n  - { name: blue, value: Blue, id: 3 }\n',
		'datasources/sizes.yaml': 'entries: [{ name: s, value: "1" }]\n',
	});
	const { uuid } = await story('blog/one');
	const link = await ask(`/v2/cdn/links/${uuid}`, { version: 'published' });
	expect(link.body.link).toMatchObject({ uuid, slug: 'blog/one' });
	expect(link.body.link).not.toHaveProperty('created_at');
	expect((await ask(`/v2/cdn/links/${uuid}`, { include_dates: 1 })).body.link).toHaveProperty('created_at');
	expect((await ask('/v2/cdn/links/nobody')).status).toBe(404);
	expect(Object.keys((await ask('/v2/cdn/links', { by_uuid: uuid })).body.links)).toEqual([uuid]);

	for (const name of ['colors', '9']) {
		const { body } = await ask(`/v2/cdn/datasources/${name}`);
		expect(body).toMatchObject({ datasource: { id: 9, slug: 'colors' }, cv: expect.any(Number) });
	}
	expect((await ask('/v2/cdn/datasources/nothing')).status).toBe(404);
	expect((await ask('/v2/cdn/datasources', { search: 'col' })).body.datasources).toHaveLength(1);
	expect((await ask('/v2/cdn/datasources', { by_ids: '9' })).body.datasources).toHaveLength(1);

	const entries = async (query: Record<string, string | number>) => {
		const { headers, body } = await ask('/v2/cdn/datasource_entries', query);
		const all: Record<string, unknown>[] = body.datasource_entries;
		const texts = all.map(({ name, value, dimension_value }) => `${name} ${value} ${dimension_value}`);
		return [headers.get('total'), ...texts];
	};
	const blue = ['blue 007 null', 'blue Blue null'];
	expect(await entries({ datasource: 'colors' })).toEqual(['3', 'red Red null', ...blue]);
	expect(await entries({ datasource: '9', dimension: 'de' })).toEqual(['3', 'red Red Rot', ...blue]);
	const second = { datasource: 'colors', dimension: 'constructor', per_page: 1, page: 2 };
	expect(await entries(second)).toEqual(['3', 'blue 007 null']);
	expect(await entries({})).toHaveLength(5);
	expect(await entries({ datasource: 'nothing' })).toEqual(['0']);
	const { body } = await ask('/v2/cdn/datasource_entries', { datasource: 'colors' });
	expect(new Set(body.datasource_entries.map((each: { id: number }) => each.id)).size).toBe(3);
	expect(body.datasource_entries[2].id).toBe(3);
});

test('a release changes drafts, in fields of every language, and nothing else', async () => {
	const spring = 'releases:\n  9: { name: Spring boats, content: { title: In spring } }\n';
	const { story, ask } = await openSpace({
		...files,
		'blog/one.md': files['blog/one.md'].replace('---\n', `---\n${spring}`),
		'blog/one.de.md': files['blog/one.de.md'].replace(
			'---\n',
			'---\nreleases: { 9: { content: { title: Im Frühling } } }\n',
		),
	});
	const titleOf = async (query: Record<string, string | number>) => {
		const { name, content, release_id } = await story('blog/one', query);
		return [name, content.title, content.price, release_id];
	};
	const draft = { version: 'draft', from_release: 9 };
	expect(await titleOf(draft)).toEqual(['Spring boats', 'In spring', '10', 9]);
	expect(await titleOf({ ...draft, language: 'de' })).toEqual(['Spring boats', 'Im Frühling', '10', 9]);
	const others: Record<string, string | number>[] = [
		{ version: 'draft' },
		{ ...draft, from_release: 8 },
		{ ...draft, from_release: 'undefined' },
		{ from_release: 9 },
	];
	for (const other of others) expect(await titleOf(other)).toEqual(['One', 'Boats', '10', null]);
	const one = await ask('/v2/cdn/stories/blog/one', draft);
	expect(one.body.story.content.title).toBe('In spring');
	const two = await ask('/v2/cdn/stories/blog/two', { ...draft, resolve_relations: 'article.related' });
	expect([two.body.story.release_id, two.body.rels[0].name]).toEqual([null, 'One']);
});

test('words are found in any order, empty values find nulls, and tags sort', async () => {
	const { slugs } = await openSpace({
		'a.md': storyFile(
			'position: 1\ntag_list: [b]\n',
			'component: page\ntitle: Boats at sea\nmore: null\nlist: [x, y]\n',
		),
		'b.md': storyFile('position: 2\ntag_list: [a]\n', 'component: page\ntitle: Sea\nmore: ""\n'),
	});
	expect(await slugs({ search_term: 'SEA boats' })).toEqual(['a']);
	expect(await slugs({ search_term: 'sea mountains' })).toEqual([]);
	expect(await slugs({ 'filter_query[more][in]': '' })).toEqual(['a', 'b']);
	expect(await slugs({ 'filter_query[more][in]': 'null' })).toEqual([]);
	expect(await slugs({ 'filter_query[list][in_array]': 'y,z' })).toEqual(['a']);
	expect(await slugs({ 'filter_query[list][exists]': 'true' })).toEqual(['a']);
	expect(await slugs({ 'filter_query[list][exists]': 'false' })).toEqual(['b']);
	expect(await slugs({ sort_by: 'tag_list:asc' })).toEqual(['b', 'a']);
	expect(await slugs({ sort_by: 'tag_list:desc' })).toEqual(['a', 'b']);
});

test('links in rich text of a language have the address in that language', async () => {
	const text = '[one](blog/one) [two](blog/two) [away](https://a.com)';
	const { ask } = await openSpace({
		...files,
		'deep.md': storyFile('', `component: page\nbody: [{ component: text, text: { richtext: "${text}" } }]\n`),
		'deep.de.md': storyFile('slug: tief\n', 'title: Tief\n'),
	});
	const hrefs = async (path: string, query = {}) => {
		const { body } = await ask(`/v2/cdn/stories/${path}`, query);
		return [...JSON.stringify(body.story.content).matchAll(/"href":"([^"]*)"/g)].map(([, href]) => href);
	};
	const german = ['/de/magazin/eins', '/de/magazin/two', 'https://a.com'];
	expect(await hrefs('deep', { language: 'de' })).toEqual(german);
	expect(await hrefs('de/tief')).toEqual(german);
	expect(await hrefs('deep')).toEqual(['/blog/one', '/blog/two', 'https://a.com']);
});
