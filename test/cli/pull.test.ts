import { readdir, readFile, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Space } from 'astro-slugline/space';
import { expect, test } from 'vitest';
import { startService } from '../client/service.js';
import { openFolder, openSpace } from '../space/open-space.js';
import { readTree } from '../support/read-tree.js';
import { temporaryFolder, writeFiles } from '../support/test-folder.js';
import { slugline } from './terminal.js';

const spaceFile = `id: 4711
name: Harbour
domain: https://harbour.example/
languages: [de, pt-br]
tokens: { public: pub-token, preview: pre-token, oauth: oa-token }
content_types:
  article: { body: text, references: [author] }
`;

const uuid = '01234567-89ab-4cde-8f01-23456789abcd';

/** Everything that a story may have, and much that looks like something else. */
const rich: Readonly<Record<string, string>> = {
	'space.yaml': spaceFile,
	'index.md': '---\nname: Home\ncontent: { component: page, title: Harbour }\n---\n',
	'index.de.md': '---\nslug: start\nname: Startseite\ncontent: { title: Hafen }\n---\n',
	'about.md':
		'---\nname: "007"\npath: /about-us\nposition: -20\nsort_by_date: 2024-02-03\ntag_list: [a, "true", 1.0]\nmeta_data: { note: kept, count: !!int 3 }\ncontent: { component: page }\n---\n',
	'about.de.md': '---\npath: ueber-uns\ncontent: {}\n---\n',
	'blog/_folder.yaml': 'name: Blog\nposition: 7\ntranslated:\n  de: { slug: magazin, name: Magazin }\n',
	'blog/index.md': '---\nname: The blog\ncontent: { component: page }\n---\n',
	'blog/hello.md': `---
name: "Hello: world #1"
created_at: 2024-01-01T00:00:00.000Z
first_published_at: 2024-02-01T00:00:00.000Z
published_at: 2024-03-01T10:11:12.345Z
updated_at: 2024-03-02T00:00:00.000Z
group_id: 11111111-2222-4333-8444-555555555555
content:
  component: article
  title: |
    Two lines,
      one indented.

  number: !!int 42
  float: !!float 0.5
  text_number: 270.50
  text_true: "true"
  flag: true
  nothing: null
  blank: ""
  spaces: "  x  "
  date: 2024-05-01 10:00
  looks_like_a_reference: blog/hello
  uuid: ${uuid}
  author: authors/ada
  link: { fieldtype: multilink, cached_url: authors/ada }
  image: { fieldtype: asset, id: !!int 12, filename: https://a.example.com/x.jpg, is_private: false }
  seo: { plugin: seo_metatags, title: Hello }
  odd: { "key with: colon": "- dash", "": "empty key", "null": "~", nested: [[1, [2]], []] }
  emoji: "\\u2028 \\0 \\r\\n \\t ünïcödé 🚢"
  body:
    - component: quote
      words: Ahoy
---
The text with *Markdown*.

--- not a front matter
`,
	'blog/hello.draft.md': '---\nname: Hello again\ncontent: { component: article, title: Edited }\n---\n',
	'blog/hello.de.md':
		'---\nslug: hallo\nname: Hallo\ncontent: { title: Hallo Welt, float: !!int 5 }\n---\nDer Text.\n',
	'blog/hello.de.draft.md': '---\nslug: hallo-neu\nname: Hallo neu\ncontent: { title: Hallo neu }\n---\n',
	'blog/hello.pt-br.md': '---\nslug: ola\npublished: false\ncontent: { title: Olá }\n---\n',
	'blog/unpublished.md': '---\nname: Not yet\npublished: false\ncontent: { component: article }\n---\n',
	'blog/only-a-draft.draft.md': '---\nname: Draft\ncontent: { component: article }\n---\n',
	'blog/2024/deep.md': '---\nname: Deep\nrelease_id: 5\ncontent: { component: page }\n---\n',
	'blog/2024/deep.pt-br.md': '---\nname: Fundo\ncontent: {}\n---\n',
	'odd/x.de.x.md': '---\nfull_slug: somewhere/else/x.de\ncontent: { component: page }\n---\n',
	'odd/index-page.md': '---\nis_startpage: true\ncontent: { component: page }\n---\n',
	'odd/extra.md':
		'---\ncontent: { component: page }\nextra: { breadcrumbs: [a], sort_by_date: null }\nlink: { odd: 1 }\n---\n',
	'en/one.md': `---\ngroup_id: ${uuid}\ncontent: { component: page }\n---\n`,
	'es/uno.md': `---\ngroup_id: ${uuid}\ncontent: { component: page }\n---\n`,
	'authors/ada.md': '---\nname: Ada\ncontent: { component: author }\n---\n',
	'empty/_folder.yaml': 'name: Nothing in here\n',
	'datasources/colours.yaml': `name: Colours
dimensions:
  - { name: Deutsch, entry_value: de }
  - { name: Português, entry_value: pt-br }
entries:
  - { name: red, value: "#f00", dimensions: { de: rot } }
  - { name: blue, value: "", dimensions: { de: "", pt-br: azul } }
  - { name: red, value: again }
`,
	'datasources/empty.yaml': 'name: Empty\n',
};

/** The space of these files, and a folder to pull it into with the public token. */
async function openSource(
	files: Readonly<Record<string, string>> = rich,
	target: Record<string, string> = {},
) {
	const { space, folder: source } = await openSpace(files);
	const { url } = await space.listen();
	const folder = await temporaryFolder(target);
	const pull = (...more: string[]) =>
		slugline(['pull', folder, '--token', 'pub-token', '--base-url', url, ...more]);
	return { source, space, url, folder, pull };
}

/** What a pulled folder serves is what the space serves. */
async function expectEqual(folder: string, space: Space, versions: readonly string[] = ['published']) {
	expect(await everythingOf(openFolder(folder).space, versions)).toEqual(await everythingOf(space, versions));
}

/** Everything that a space answers, lists as maps: their order is not part of what is pulled. */
async function everythingOf(space: Space, versions: readonly string[]): Promise<Record<string, unknown>> {
	const ask = async (path: string, query: string) => {
		const token = versions.includes('draft') ? space.tokens.preview : space.tokens.public;
		const response = await space.fetch(`http://space.test/v2/cdn/${path}?token=${token}&${query}`);
		expect(response.status, `${path} ${query}`).toBe(200);
		return response.json();
	};
	const everything: Record<string, unknown> = {};
	for (const version of versions) {
		for (const language of ['', 'de', 'pt-br']) {
			const query = `version=${version}&per_page=100${language && `&language=${language}`}`;
			const { stories } = await ask('stories/', query);
			const sorted = stories.sort((a: { uuid: string }, b: { uuid: string }) => (a.uuid < b.uuid ? -1 : 1));
			everything[`stories ${query}`] = sorted;
		}
		const query = `version=${version}&per_page=1000&include_dates=1`;
		everything[`links ${query}`] = (await ask('links', query)).links;
	}
	everything['datasources'] = (await ask('datasources', 'per_page=1000')).datasources;
	for (const dimension of ['', 'de', 'pt-br']) {
		const query = `datasource=colours&dimension=${dimension}`;
		everything[`entries ${dimension}`] = (await ask('datasource_entries', query)).datasource_entries;
	}
	return everything;
}

test('content pulled with a preview token is served back equal, in all versions and languages', async () => {
	const { space, folder, pull } = await openSource();
	const { code, said, complained } = await pull('--token', 'pre-token');
	expect(complained).toBe('');
	expect(code).toBe(0);
	expect(said.replaceAll(folder, 'FOLDER')).toMatchInlineSnapshot(`
		"Harbour: 13 stories in 3 languages, with drafts, 2 datasources.
		FOLDER: 30 files written, 0 removed, 0 unchanged."
	`);
	await expectEqual(folder, space, ['published', 'draft']);
	expect(Object.keys(await readTree(folder)).join(' ')).toBe(
		'.slugline-pull.json about.de.md about.md authors/_folder.yaml authors/ada.md blog/2024/_folder.yaml blog/2024/deep.md blog/2024/deep.pt-br.md blog/_folder.yaml blog/hello.de.draft.md blog/hello.de.md blog/hello.draft.md blog/hello.md blog/hello.pt-br.md blog/index.md blog/only-a-draft.md blog/unpublished.md datasources/colours.yaml datasources/empty.yaml empty/_folder.yaml en/_folder.yaml en/one.md es/_folder.yaml es/uno.md home.de.md home.md odd/_folder.yaml odd/extra.md odd/index.md space.yaml story-118606927120666.md',
	);
});

test('content pulled with a public token is served back equal, and contains nothing unpublished', async () => {
	const { space, folder, url } = await openSource();
	const env = { SLUGLINE_TOKEN: 'pub-token', SLUGLINE_BASE_URL: url };
	expect((await slugline(['pull', folder], { env })).code).toBe(0);
	await expectEqual(folder, space);
	const text = JSON.stringify(await readTree(folder));
	expect(text).not.toMatch(/Not yet|Hello again|Olá|pub-token|pre-token|oa-token/);
});

/** A story that no longer refers to the one that is deleted. */
const hello = rich['blog/hello.md']?.replaceAll('authors/ada', 'about') ?? '';

test('a second pull writes only what changed, and removes deleted files', async () => {
	const { source, space, folder, pull } = await openSource();
	await pull();
	expect((await pull()).said).toContain('0 files written, 0 removed');
	await writeFiles(source, {
		'about.md': rich['about.md']?.replace('007', '008') ?? '',
		'new.md': '---\ncontent: { component: page }\n---\n',
		'blog/hello.md': hello,
	});
	await rm(join(source, 'authors/ada.md'));
	const { said, code } = await pull();
	expect(code).toBe(0);
	expect(said).toContain('3 files written, 2 removed');
	expect(Object.keys(await readTree(folder))).not.toContain('authors/_folder.yaml');
	await expectEqual(folder, space);
});

test('files that people wrote or changed stay, unless they are overwritten', async () => {
	const own = { 'blog/own.md': '---\ncontent: { component: page }\n---\n' };
	const { source, space, folder, pull } = await openSource(rich, own);
	await pull();
	const spaceYaml = `${(await readTree(folder))['space.yaml']}tokens: { public: mine }\n# Ours.\n`;
	await writeFiles(folder, {
		'about.md': '---\nname: Mine\ncontent: { component: page }\n---\n',
		'authors/ada.md': '---\nname: Mine too\ncontent: { component: author }\n---\n',
		'space.yaml': spaceYaml,
	});
	await rm(join(source, 'authors/ada.md'));
	await writeFiles(source, { 'blog/hello.md': hello });
	const { code, said, complained } = await pull();
	expect(code).toBe(1);
	expect(said).toContain('1 file written');
	expect(complained).toMatchInlineSnapshot(
		`"Skipped, because they were changed by hand: about.md, authors/ada.md. Move them away, or replace them with --overwrite."`,
	);
	const files = await readTree(folder);
	expect(files['about.md']).toContain('Mine');
	expect(files['space.yaml']).toBe(spaceYaml);
	expect((await pull('--overwrite')).code).toBe(0);
	expect(Object.keys(await readTree(folder))).toContain('blog/own.md');
	await rm(join(folder, 'blog/own.md'));
	await expectEqual(folder, space);
});

test.each([
	['a directory', 'blog', ''],
	['a file', 'about.md', 'secret.md'],
	['no file yet', 'about.md', 'new.md'],
])(
	'does not write or remove anything through a link to %s, even with --overwrite',
	async (_, link, target) => {
		const others = { 'hello.md': 'Not of the space.\n', 'secret.md': 'Secret.\n' };
		const outside = await temporaryFolder(others);
		const { folder, pull } = await openSource();
		await symlink(join(outside, target), join(folder, link));
		expect(await pull('--overwrite')).toMatchObject({
			code: 1,
			complained: `${link} in the folder of the space is a link, which is neither read nor written through. Replace it with the directory or file itself.`,
		});
		expect(await readTree(outside)).toEqual(others);
	},
);

test('removes only files that a pull can write, whatever the list of pulled files says', async () => {
	const others = { '.env': 'TOKEN=1\n', 'package.json': '{}\n', '.git/config.md': 'x' };
	const list = Object.fromEntries([...Object.keys(others), '../x.md'].map((path) => [path, '0']));
	const files = { ...others, '.slugline-pull.json': JSON.stringify(list) };
	const { folder, pull } = await openSource(rich, files);
	expect((await pull('--overwrite')).code).toBe(0);
	for (const [path, text] of Object.entries(others))
		expect(await readFile(join(folder, path), 'utf8')).toBe(text);
});

/** A service that gives these lists on their first pages, and no drafts. */
async function serveLists(lists: {
	stories: Record<string, object[]>;
	links: Record<string, object>;
	datasources: object[];
	entries: object[];
}): Promise<string> {
	const { url } = await startService(({ path, query }) => {
		if (query.get('version') === 'draft') return { status: 401, body: { error: 'Unauthorized' } };
		const { links, datasources, entries } = query.get('page') === '2' ? none : lists;
		const stories = lists.stories[query.get('language') ?? 'default'] ?? [];
		const headers = { total: String(stories.length) };
		if (path.includes('/stories')) return { body: { stories, cv: 1 }, headers };
		if (path.includes('/links')) return { body: { links } };
		if (path.includes('/datasources')) return { body: { datasources, cv: 1 } };
		if (path.includes('/datasource_entries')) return { body: { datasource_entries: entries } };
		return { body: { space: { id: 9, name: 'Elsewhere', domain: '', version: 1_700_000_000 } } };
	});
	return url;
}

const none = { links: {}, datasources: [], entries: [] };

test('odd stories from another server are served back equal', async () => {
	const story = (n: number, slug: string, more: object = {}) => ({
		id: n,
		uuid: `00000000-0000-4000-8000-00000000000${n}`,
		name: `Story ${n}`,
		slug: slug.split('/').at(-1),
		full_slug: slug,
		created_at: '2020-01-01T00:00:00.000Z',
		published_at: '2020-01-02T03:04:05.678Z',
		first_published_at: '2020-01-02T03:04:05.678Z',
		content: {
			_uid: `uid-${n}`,
			component: 'page',
			price: '270.50',
			count: 3,
			ratio: 1e-7,
			big: 12345678901234,
		},
		sort_by_date: null,
		position: -n,
		tag_list: [],
		is_startpage: false,
		parent_id: null,
		meta_data: null,
		group_id: `10000000-0000-4000-8000-00000000000${n}`,
		release_id: null,
		lang: 'default',
		path: null,
		alternates: [],
		default_full_slug: null,
		translated_slugs: null,
		...more,
	});
	const link = (each: ReturnType<typeof story>, more: object = {}) => ({
		id: each.id,
		uuid: each.uuid,
		slug: each.full_slug,
		path: each.path,
		real_path: `/${each.full_slug}`,
		name: each.name,
		published: true,
		parent_id: null,
		is_folder: false,
		is_startpage: each.is_startpage,
		position: each.position,
		published_at: '2020-01-02T03:04:05.678Z',
		created_at: '2020-01-01T00:00:00.000Z',
		updated_at: '2020-01-02T03:04:05.678Z',
		alternates: ['xx-yy', 'fr'].map((lang) => ({
			path: each.full_slug,
			name: each.name,
			lang,
			published: lang === 'fr',
			translated_slug: each.full_slug,
		})),
		...more,
	});
	const stories = [
		story(1, 'home', { is_startpage: true, path: '/', scheduled: { odd: true } }),
		story(2, 'a/b', { parent_id: 8, created_at: '2020-01-01T00:00:00+0000' }),
		story(3, 'a/', { slug: 'a', is_startpage: true, parent_id: 8 }),
		story(4, 'node_modules/..odd', { sort_by_date: '2020-01-01' }),
		story(5, 'A/B', { content: { _uid: '', component: 'page', component2: null, text: 'a\r\n\tb \u0007' } }),
		story(6, 'CON.de', { translated_slugs: [{ path: 'x', name: null, lang: 'fr', published: true }] }),
	];
	const folder = link(story(8, 'a'), { name: 'A', is_folder: true, published: false, alternates: [] });
	const links = [...stories.map((each) => link(each)), folder];
	const translated = (lang: string) =>
		stories.map((each) => ({
			...each,
			lang,
			full_slug: `${lang}/${each.full_slug}`,
			...(lang === 'fr' ? { content: { ...each.content, price: '1', extra: ['seul'] } } : {}),
		}));
	const datasources = [
		{ id: 3, name: 'Sizes', slug: 'sizes', dimensions: [] },
		{ id: 5, name: 'Elsewhere', slug: '../../elsewhere', dimensions: [] },
	];
	const entries = [{ id: 4, name: 'small', value: 's', dimension_value: null }];
	const served = { default: stories, 'xx-yy': translated('xx-yy'), fr: translated('fr') };
	const byUuid = Object.fromEntries(links.map((each) => [each.uuid, each]));
	const url = await serveLists({ stories: served, links: byUuid, datasources, entries });

	const target = await temporaryFolder();
	const { code, complained } = await slugline(['pull', target, '--token', 'token', '--base-url', url]);
	expect(complained).toBe('');
	expect(code).toBe(0);
	const { space } = openFolder(target);
	const ask = async (path: string, query: string) => {
		const address = `http://space.test/v2/cdn/${path}?token=${space.tokens.public}&cv=1&${query}`;
		return (await space.fetch(address)).json();
	};
	for (const [language, expected] of Object.entries(served)) {
		const { stories: answered } = await ask('stories', `language=${language}`);
		expect(answered).toHaveLength(expected.length);
		for (const each of expected) {
			const found = answered.find((other: { uuid: string }) => other.uuid === each.uuid);
			expect(found, `${language} ${each.full_slug}`).toMatchObject(each);
			expect(found.content, each.full_slug).toEqual(each.content);
		}
	}
	expect((await ask('links', 'version=published&include_dates=1')).links).toEqual(byUuid);
	const { datasources: answered } = await ask('datasources', '');
	expect(answered.sort((a: { id: number }, b: { id: number }) => a.id - b.id)).toMatchObject(datasources);
	expect((await ask('datasource_entries', 'datasource=sizes')).datasource_entries).toEqual(entries);
	expect((await ask('datasource_entries', 'datasource=5')).datasource_entries).toEqual(entries);
	expect(await readdir(join(target, 'datasources'))).toEqual(['datasource-5.yaml', 'sizes.yaml']);
});

test.each(['pub-token', 'pre-token'])(
	'a published folder stays published when it is pulled with the %s, renamed, and moved',
	async (token) => {
		const { space, folder, pull } = await openSource({
			'space.yaml': spaceFile,
			'news/_folder.yaml': 'published: true\n',
			'news/draft.md': '---\npublished: false\ncontent: { component: page }\n---\n',
			'empty/_folder.yaml': 'link: { published: true }\n',
			'plain/a.md': '---\ncontent: { component: page }\n---\n',
		});
		const published = async (from: Space) => {
			const query = `token=${from.tokens.public}&version=published`;
			const { links } = await (await from.fetch(`http://space.test/v2/cdn/links?${query}`)).json();
			const folders = Object.values<{ is_folder: boolean; published: boolean; name: string }>(links);
			return folders.flatMap((link) => (link.is_folder && link.published ? link.name : [])).sort();
		};
		expect(await published(space)).toEqual(['Empty', 'News']);
		await pull('--token', token);
		const { space: pulled } = openFolder(folder);
		await pulled.edit.rename('news', 'latest');
		await pulled.edit.move('empty', 'latest');
		expect(await published(pulled)).toEqual(['Empty', 'News']);
	},
);

test('a file edited after a pull gets new dates', async () => {
	const date = '2020-01-02T03:04:05.678Z';
	const { folder, pull } = await openSource({
		'space.yaml': spaceFile,
		'a.md': `---\nupdated_at: ${date}\npublished_at: ${date}\ncontent: { component: page }\nextra: { updated_at: ~ }\nlink: { updated_at: ${date}, published_at: ${date} }\n---\n`,
		'b.md': '---\ncontent: { component: page }\n---\n',
	});
	await pull();
	const { space: offline } = openFolder(folder);
	const datesOf = async (slug: string) => {
		const query = `token=${offline.tokens.public}&version=published&include_dates=1&starts_with=${slug}`;
		const { links } = await (await offline.fetch(`http://space.test/v2/cdn/links?${query}`)).json();
		return Object.values<Record<string, string>>(links).map((link) => [
			link['published_at'],
			link['updated_at'],
		]);
	};
	const untouched = await datesOf('b');
	expect(await datesOf('a')).toEqual([[date, date]]);
	await offline.edit.write('a', { content: { title: 'Changed on the train' } });
	const [[published, updated] = []] = await datesOf('a');
	expect(Date.parse(published ?? '')).toBeGreaterThan(Date.parse(date));
	expect(Date.parse(updated ?? '')).toBeGreaterThan(Date.parse(date));
	expect(await datesOf('b')).toEqual(untouched);
});

test('a wrong setting is named by its option or variable', async () => {
	const complaint = async (args: string, env = {}) =>
		(await slugline(['pull', ...args.split(' ')], { env })).complained;
	const token = 'contains a space, line break, or other character that tokens do not have.';
	expect(await complaint('--region us', { SLUGLINE_TOKEN: 'abc def' })).toContain(`SLUGLINE_TOKEN ${token}`);
	expect(await complaint('--token abc\u00a0def')).toContain(`--token ${token}`);
	expect(await complaint('--token a', { SLUGLINE_REGION: 'europe' })).toBe(
		'SLUGLINE_REGION must be one of eu, us, ca, ap, cn.',
	);
});

test('errors are complete sentences without the token', async () => {
	const { url, folder } = await openSource();
	const said = await Promise.all(
		[
			'',
			'--token secret --region mars',
			`--token secret --region us --base-url ${url}`,
			`--token secret --base-url ${url}`,
			'--token secret --base-url nowhere',
			'--tokn=secret',
		].map(async (args) => {
			const { code, complained } = await slugline(['pull', folder, ...args.split(' ').filter(Boolean)]);
			return `${code}: ${complained.replaceAll(url, 'URL')}`;
		}),
	);
	expect(said.join('\n')).not.toContain('secret');
	expect(said).toMatchInlineSnapshot(`
		[
		  "2: slugline pull needs an access token of the space. Set --token or SLUGLINE_TOKEN.",
		  "2: --region must be one of eu, us, ca, ap, cn.",
		  "2: --region and --base-url contradict each other. Use only one of them.",
		  "1: [SluglineServiceError] The API responded to GET URL/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space. More: docs/errors.md of astro-slugline.",
		  "2: --base-url must be a URL that begins with http:// or https://.",
		  "2: Unknown option '--tokn'. Did you mean --token?",
		]
	`);
	expect(await readTree(folder)).toEqual({});
});
