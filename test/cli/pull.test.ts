import { once } from 'node:events';
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../space/temporary-folder.js';
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

async function openSource(files: Readonly<Record<string, string>> = rich) {
	const folder = await temporaryFolder(files);
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	const { url } = await space.listen();
	return { folder, space, url };
}

function openSpace(folder: string): Space {
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	return space;
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

const filesOf = async (folder: string): Promise<string[]> => {
	const all = await readdir(folder, { recursive: true, withFileTypes: true });
	const paths = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
	return paths.map((path) => path.slice(folder.length + 1)).sort();
};

test('content pulled with a preview token is served back equal, in all versions and languages', async () => {
	const { space, url } = await openSource();
	const folder = await temporaryFolder();
	const { code, said, complained } = await slugline([
		'pull',
		folder,
		'--token',
		'pre-token',
		'--base-url',
		url,
	]);
	expect(complained).toBe('');
	expect(code).toBe(0);
	expect(said.replaceAll(folder, 'FOLDER')).toMatchInlineSnapshot(`
		"Harbour: 13 stories in 3 languages, with drafts, 2 datasources.
		FOLDER: 30 files written, 0 removed, 0 unchanged."
	`);
	const pulled = await everythingOf(openSpace(folder), ['published', 'draft']);
	expect(pulled).toEqual(await everythingOf(space, ['published', 'draft']));
	expect(await filesOf(folder)).toMatchInlineSnapshot(`
		[
		  ".slugline-pull.json",
		  "about.de.md",
		  "about.md",
		  "authors/_folder.yaml",
		  "authors/ada.md",
		  "blog/2024/_folder.yaml",
		  "blog/2024/deep.md",
		  "blog/2024/deep.pt-br.md",
		  "blog/_folder.yaml",
		  "blog/hello.de.draft.md",
		  "blog/hello.de.md",
		  "blog/hello.draft.md",
		  "blog/hello.md",
		  "blog/hello.pt-br.md",
		  "blog/index.md",
		  "blog/only-a-draft.md",
		  "blog/unpublished.md",
		  "datasources/colours.yaml",
		  "datasources/empty.yaml",
		  "empty/_folder.yaml",
		  "en/_folder.yaml",
		  "en/one.md",
		  "es/_folder.yaml",
		  "es/uno.md",
		  "home.de.md",
		  "home.md",
		  "odd/_folder.yaml",
		  "odd/extra.md",
		  "odd/index.md",
		  "space.yaml",
		  "story-118606927120666.md",
		]
	`);
});

test('content pulled with a public token is served back equal, and contains nothing unpublished', async () => {
	const { space, url } = await openSource();
	const folder = await temporaryFolder();
	const { code } = await slugline(['pull', folder, '--base-url', url], {
		env: { SLUGLINE_TOKEN: 'pub-token' },
	});
	expect(code).toBe(0);
	expect(await everythingOf(openSpace(folder), ['published'])).toEqual(
		await everythingOf(space, ['published']),
	);
	const texts = await Promise.all(
		(await filesOf(folder)).map((file) => readFile(join(folder, file), 'utf8')),
	);
	expect(texts.join('\n')).not.toMatch(/Not yet|Hello again|Olá|pub-token|pre-token|oa-token/);
});

test('a second pull writes only what changed, and removes deleted files', async () => {
	const { folder: source, space, url } = await openSource();
	const folder = await temporaryFolder();
	const pull = () => slugline(['pull', folder, '--token', 'pub-token', '--base-url', url]);
	await pull();
	expect((await pull()).said).toContain('0 files written, 0 removed');
	await writeFiles(source, {
		'about.md': rich['about.md']?.replace('007', '008') ?? '',
		'new.md': '---\ncontent: { component: page }\n---\n',
	});
	await rm(join(source, 'authors/ada.md'));
	await writeFile(
		join(source, 'blog/hello.md'),
		rich['blog/hello.md']?.replaceAll('authors/ada', 'about') ?? '',
	);
	const { said, code } = await pull();
	expect(code).toBe(0);
	expect(said).toContain('3 files written, 2 removed');
	expect(await filesOf(folder)).not.toContain('authors/_folder.yaml');
	expect(await everythingOf(openSpace(folder), ['published'])).toEqual(
		await everythingOf(space, ['published']),
	);
});

test('files that people wrote or changed stay, unless they are overwritten', async () => {
	const { folder: source, space, url } = await openSource();
	const folder = await temporaryFolder({ 'blog/own.md': '---\ncontent: { component: page }\n---\n' });
	const pull = (...more: string[]) =>
		slugline(['pull', folder, '--token', 'pub-token', '--base-url', url, ...more]);
	await pull();
	const spaceYaml = await readFile(join(folder, 'space.yaml'), 'utf8');
	await writeFiles(folder, {
		'about.md': '---\nname: Mine\ncontent: { component: page }\n---\n',
		'authors/ada.md': '---\nname: Mine too\ncontent: { component: author }\n---\n',
		'space.yaml': `${spaceYaml}tokens: { public: mine }\n# Ours.\n`,
	});
	await rm(join(source, 'authors/ada.md'));
	await writeFile(
		join(source, 'blog/hello.md'),
		rich['blog/hello.md']?.replaceAll('authors/ada', 'about') ?? '',
	);
	const { code, said, complained } = await pull();
	expect(code).toBe(1);
	expect(said).toContain('1 file written');
	expect(complained).toMatchInlineSnapshot(
		`"Skipped, because they were changed by hand: about.md, authors/ada.md. Move them away, or replace them with --overwrite."`,
	);
	expect(await readFile(join(folder, 'about.md'), 'utf8')).toContain('Mine');
	expect(await readFile(join(folder, 'space.yaml'), 'utf8')).toBe(
		`${spaceYaml}tokens: { public: mine }\n# Ours.\n`,
	);
	expect((await pull('--overwrite')).code).toBe(0);
	expect(await filesOf(folder)).toContain('blog/own.md');
	await rm(join(folder, 'blog/own.md'));
	expect(await everythingOf(openSpace(folder), ['published'])).toEqual(
		await everythingOf(space, ['published']),
	);
});

test('does not write or remove anything through links, whatever --overwrite and the list of pulled files say', async () => {
	const { url } = await openSource();
	const outside = await temporaryFolder({ 'hello.md': 'Not of the space.\n', 'secret.md': 'Secret.\n' });
	const pull = (folder: string) =>
		slugline(['pull', folder, '--token', 'pub-token', '--base-url', url, '--overwrite']);

	const linkedDirectory = await temporaryFolder({});
	await symlink(outside, join(linkedDirectory, 'blog'));
	const linkedFile = await temporaryFolder({});
	await symlink(join(outside, 'secret.md'), join(linkedFile, 'about.md'));
	const dangling = await temporaryFolder({});
	await symlink(join(outside, 'new.md'), join(dangling, 'about.md'));
	for (const [folder, link] of [
		[linkedDirectory, 'blog'],
		[linkedFile, 'about.md'],
		[dangling, 'about.md'],
	] as const) {
		const { code, complained } = await pull(folder);
		expect(code).toBe(1);
		expect(complained).toBe(
			`${link} in the folder of the space is a link, which is neither read nor written through. Replace it with the directory or file itself.`,
		);
	}

	// A pull only owns files that it can write, whatever the list says.
	const listed = await temporaryFolder({
		'.env': 'TOKEN=1\n',
		'package.json': '{}\n',
		'.git/config.md': 'x',
	});
	const list = Object.fromEntries(
		['.env', 'package.json', '.git/config.md', '../x.md'].map((path) => [path, '0']),
	);
	await writeFiles(listed, { '.slugline-pull.json': JSON.stringify(list) });
	expect((await pull(listed)).code).toBe(0);
	expect(await readFile(join(listed, '.env'), 'utf8')).toBe('TOKEN=1\n');
	expect(await readFile(join(listed, 'package.json'), 'utf8')).toBe('{}\n');
	expect(await readFile(join(listed, '.git/config.md'), 'utf8')).toBe('x');
	expect((await readdir(outside)).sort()).toEqual(['hello.md', 'secret.md']);
	expect(await readFile(join(outside, 'hello.md'), 'utf8')).toBe('Not of the space.\n');
	expect(await readFile(join(outside, 'secret.md'), 'utf8')).toBe('Secret.\n');
});

/** A server that answers these lists whatever is asked, as long as the token is right; pages and languages apart. */
async function startService(lists: {
	stories: Record<string, object[]>;
	links: Record<string, object>;
	datasources?: object[];
	entries?: object[];
}): Promise<string> {
	const server = createServer((request, response) => {
		const url = new URL(request.url ?? '/', 'http://service');
		const { searchParams: query } = url;
		const answer = (body: object, total = 0) => {
			const headers = { 'Content-Type': 'application/json', total, 'per-page': query.get('per_page') ?? 25 };
			response.writeHead(200, headers).end(JSON.stringify(body));
		};
		const isFirst = (query.get('page') ?? '1') === '1';
		if (query.get('token') !== 'token' || query.get('version') === 'draft') {
			response.writeHead(401, { 'Content-Type': 'application/json' }).end('{"error":"Unauthorized"}');
			return;
		}
		const path = url.pathname.replace(/\/$/, '').replace('/v2/cdn/', '');
		const stories = lists.stories[query.get('language') ?? 'default'] ?? [];
		const { datasources = [], entries = [] } = lists;
		if (path === 'spaces/me')
			answer({ space: { id: 9, name: 'Elsewhere', domain: '', version: 1_700_000_000 } });
		else if (path === 'stories') answer({ stories: isFirst ? stories : [], cv: 1 }, stories.length);
		else if (path === 'links') answer({ links: isFirst ? lists.links : {} });
		else if (path === 'datasources') answer({ datasources: isFirst ? datasources : [], cv: 1 });
		else answer({ datasource_entries: isFirst ? entries : [] });
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	const address = server.address();
	return `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
}

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
	const url = await startService({ stories: served, links: byUuid, datasources, entries });

	const target = await temporaryFolder();
	const { code, complained } = await slugline(['pull', target, '--token', 'token', '--base-url', url]);
	expect(complained).toBe('');
	expect(code).toBe(0);
	const space = openSpace(target);
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
	expect(await filesOf(join(target, 'datasources'))).toEqual(['datasource-5.yaml', 'sizes.yaml']);
});

test('a published folder stays published when it is pulled, renamed, and moved', async () => {
	const { space, url } = await openSource({
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
	for (const token of ['pub-token', 'pre-token']) {
		const folder = await temporaryFolder();
		await slugline(['pull', folder, '--token', token, '--base-url', url]);
		const pulled = openSpace(folder);
		await pulled.edit.rename('news', 'latest');
		await pulled.edit.move('empty', 'latest');
		expect(await published(pulled)).toEqual(['Empty', 'News']);
	}
});

test('a file edited after a pull gets new dates', async () => {
	const date = '2020-01-02T03:04:05.678Z';
	const { space, url } = await openSource({
		'space.yaml': spaceFile,
		'a.md': `---\nupdated_at: ${date}\npublished_at: ${date}\ncontent: { component: page }\nextra: { updated_at: ~ }\nlink: { updated_at: ${date}, published_at: ${date} }\n---\n`,
		'b.md': '---\ncontent: { component: page }\n---\n',
	});
	const folder = await temporaryFolder();
	await slugline(['pull', folder, '--token', 'pub-token', '--base-url', url]);
	const offline = openSpace(folder);
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
	await space.close();
});

test('errors are complete sentences without the token', async () => {
	const { url } = await openSource();
	const folder = await temporaryFolder();
	const pull = async (...args: string[]) => {
		const { code, said, complained } = await slugline(['pull', folder, ...args]);
		expect(said).toBe('');
		expect(complained).not.toContain('secret');
		return `${code}: ${complained.replaceAll(url, 'URL')}`;
	};
	expect(await pull()).toMatchInlineSnapshot(
		`"2: slugline pull needs an access token of the space. Set --token or SLUGLINE_TOKEN."`,
	);
	expect(await pull('--token', 'secret', '--region', 'mars')).toMatchInlineSnapshot(
		`"2: --region must be one of eu, us, ca, ap, cn."`,
	);
	expect(await pull('--token', 'secret', '--region', 'us', '--base-url', url)).toMatchInlineSnapshot(
		`"2: --region and --base-url contradict each other. Use only one of them."`,
	);
	expect(await pull('--token', 'secret', '--base-url', url)).toMatchInlineSnapshot(
		`"1: The API responded to GET URL/v2/cdn/spaces/me/ with status 401: "Unauthorized". Check the access token: it may be mistyped, deleted, or belong to another space or region."`,
	);
	expect(await pull('--token', 'secret', '--base-url', 'nowhere')).toMatchInlineSnapshot(
		`"2: \`baseUrl\` is not a valid URL. Write it with scheme and host, such as "https://api.storyblok.com"."`,
	);
	expect(await pull('--tokn=secret')).toMatchInlineSnapshot(
		`"2: Unknown option '--tokn'. slugline pull --help lists the options."`,
	);
	expect(await filesOf(folder)).toEqual([]);
});
