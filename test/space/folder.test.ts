import { hash } from 'node:crypto';
import { cp, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace } from 'astro-slugline/space';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { openFolder, openSpace, page, storyFile } from './open-space.js';

test('only space.yaml is read at once, and only for its tokens', async () => {
	const folder = await temporaryFolder({ 'space.yaml': 'tokens: { public: pub }\n', 'broken.md': 'nothing' });
	const space = createSpace(folder);
	onTestFinished(() => space.close());
	expect(space.tokens.public).toBe('pub');
	expect(new Set(Object.values(space.tokens)).size).toBe(3);
	expect(space.url).toBe('http://space.invalid');
});

test('scalars are read as text, except booleans, null, and numbers with a tag', async () => {
	const { story } = await openSpace({
		'a.md': storyFile(
			'',
			'component: page\nlist: [270.50, 007, yes, True, ~, "true", !!int 5, !!float 0.50]\n',
		),
	});
	expect((await story('a')).content.list).toEqual(['270.50', '007', 'yes', true, null, 'true', 5, 0.5]);
});

test('the text below the front matter is served in the field that the content type sets, if it is not empty', async () => {
	const { story } = await openSpace({
		'space.yaml': 'name: Harbour\nlanguages: [de]\ncontent_types:\n  article: { body: text }\n',
		'a.md': storyFile('', 'component: article\n', '\n\n    code\n\n# Title\n\nText.  \n\n'),
		'a.de.md': '---\nname: A\n---\nText auf Deutsch.\n',
		'b.md': storyFile('', 'component: page\n', 'Text.\n'),
		'c.md': storyFile('', 'component: article\n', ' \n\n'),
		'crlf.md': storyFile('name: C\n', 'component: article\n', 'One\nTwo\n').replaceAll('\n', '\r\n'),
	});
	expect((await story('a')).content.text).toBe('    code\n\n# Title\n\nText.');
	expect((await story('a', { language: 'de' })).content.text).toBe('Text auf Deutsch.');
	expect((await story('b')).content).toMatchObject({ body: 'Text.' });
	expect((await story('c')).content).not.toHaveProperty('text');
	expect(await story('crlf')).toMatchObject({ name: 'C', content: { text: 'One\r\nTwo' } });
});

test('start pages live at their folder, and that of the space at the root', async () => {
	const { slugs, story } = await openSpace({
		'index.md': page,
		'index.de.md': '---\nslug: start\n---\n',
		'blog/_folder.yaml': 'translated:\n  de: { slug: magazin }\n',
		'blog/index.md': page,
		'blog/index.de.md': '---\nname: Magazin\n---\n',
		'shop/main.md': '---\nis_startpage: true\nslug: front\ncontent: { component: page }\n---\n',
		'odd/index.md': '---\nis_startpage: false\ncontent: { component: page }\n---\n',
	});
	expect((await slugs()).sort()).toEqual(['blog/', 'home', 'odd/index', 'shop/']);
	expect(await story('home')).toMatchObject({ slug: 'home', path: '/', is_startpage: false });
	const german = { language: 'de' };
	expect(await story('home', german)).toMatchObject({ full_slug: 'de/start', slug: 'start', path: '/' });
	expect(await story('blog/')).toMatchObject({ slug: 'blog', is_startpage: true });
	expect(await story('blog/', german)).toMatchObject({ full_slug: 'de/magazin/', slug: 'magazin' });
	expect(await story('shop/')).toMatchObject({ slug: 'front', is_startpage: true });
	expect(await story('odd/index')).toMatchObject({ slug: 'index', is_startpage: false });
});

test('home.md at the root is a story like any other', async () => {
	const { story } = await openSpace({ 'home.md': page });
	expect(await story('home')).toMatchObject({ full_slug: 'home', path: null, name: 'Home' });
});

test('only languages of the space are suffixes; any other dot belongs to the slug', async () => {
	const { slugs, story } = await openSpace({
		'space.yaml': 'languages: [de, { code: pt-br, name: Português }]\n',
		'a.md': page,
		'a.pt-br.md': '---\nname: Á\n---\n',
		'v1.0.md': page,
		'a.fr.md': page,
		'Über uns.md': page,
		'de.md': page,
	});
	expect((await slugs()).sort()).toEqual(['a', 'a.fr', 'de', 'v1.0', 'Über uns']);
	expect(await story('a', { language: 'pt-br' })).toMatchObject({ name: 'Á', lang: 'pt-br' });
});

test('file names count in their composed form, wherever they come from', async () => {
	const composed = await openSpace({ 'é.md': page });
	const decomposed = await openSpace({ ['é.md'.normalize('NFD')]: page });
	expect(await decomposed.slugs()).toEqual(['é']);
	expect(await decomposed.cv()).toBe(await composed.cv());
});

test('a draft beside a published story replaces its content and retains its identity', async () => {
	const { story, slugs, ask } = await openSpace({
		'a.md': storyFile(
			'uuid: u-a\nid: 7\nname: A\nposition: 3\ntag_list: [x]\n',
			'component: page\ntitle: One\nmore: kept\n',
		),
		'a.draft.md': storyFile('position: 4\n', 'component: page\ntitle: Two\n'),
		'a.de.md': storyFile('', 'title: Eins\n'),
		'a.de.draft.md': storyFile('', 'title: Zwei\n'),
		'b.draft.md': storyFile('', 'component: page\ntitle: Alone\n'),
		'b.de.md': storyFile('', 'title: Allein\n'),
	});
	const draft = { version: 'draft' };
	expect(await slugs()).toEqual(['a']);
	expect((await slugs(draft)).sort()).toEqual(['a', 'b']);
	const identity = { uuid: 'u-a', id: 7, name: 'A', tag_list: ['x'] };
	const content = { title: 'One', more: 'kept' };
	expect(await story('a')).toMatchObject({ ...identity, position: 3, content });
	const edited = await story('a', draft);
	expect(edited).toMatchObject({ ...identity, position: 4, content: { title: 'Two' } });
	expect(edited.content).not.toHaveProperty('more');
	expect((await story('a', { language: 'de' })).content.title).toBe('Eins');
	expect((await story('a', { ...draft, language: 'de' })).content.title).toBe('Zwei');
	expect(await story('b', draft)).toMatchObject({ published_at: null, first_published_at: null });
	const { body } = await ask('/v2/cdn/links', draft);
	expect(Object.values(body.links)).toMatchObject([
		{ slug: 'b', published: false, alternates: [{ published: false }] },
		{ slug: 'a', published: true, alternates: [{ published: true }] },
	]);
});

test('drafts contain the marks for the editor', async () => {
	const { story, space } = await openSpace({
		'space.yaml': 'id: 5\n',
		'a.md': storyFile('id: 7\n', 'component: page\nbody:\n  - component: note\n    _uid: n-1\n'),
	});
	const { content } = await story('a', { version: 'draft' });
	expect(content.body[0]._editable).toBe(
		'<!--#storyblok#{"name":"note","space":"5","uid":"n-1","id":"7"}-->',
	);
	expect(content._editable).toContain('"name":"page"');
	expect(JSON.stringify((await story('a')).content)).not.toContain('_editable');
	expect(space.tokens.preview).not.toBe(space.tokens.public);
});

test('without independent publishing all languages are published with the story', async () => {
	const { story, ask } = await openSpace({
		'space.yaml': 'languages: [de, fr]\npublish_languages_independently: false\n',
		'a.md': page,
		'a.de.md': storyFile('published: false\n', 'title: A\n'),
	});
	expect(await story('a', { language: 'de' })).toMatchObject({ content: { title: 'A' } });
	const { body } = await ask('/v2/cdn/links', { version: 'published' });
	const [link]: { alternates: { published: boolean }[] }[] = Object.values(body.links);
	expect(link?.alternates.map((each) => each.published)).toEqual([true, true]);
});

test('ids are stated or derive from the path, and a stated uuid survives a rename', async () => {
	const files = {
		'a.md': page,
		'b/c.md': storyFile('uuid: stated\n', 'component: page\nparts:\n  - component: part\n'),
	};
	const first = await openSpace(files);
	const second = await openSpace(files);
	const before = await first.story('a');
	expect(await second.story('a')).toEqual(before);
	const moved = await first.story('b/c');
	expect(moved.uuid).toBe('stated');

	await rename(join(first.folder, 'b'), join(first.folder, 'd'));
	await rename(join(first.folder, 'a.md'), join(first.folder, 'e.md'));
	const after = await first.story('d/c');
	expect(after).toMatchObject({ uuid: 'stated', content: moved.content, created_at: moved.created_at });
	expect(after.published_at).toBe(moved.published_at);
	expect((await first.story('e')).uuid).not.toBe(before.uuid);
});

test('a new file may have the old name of a story or folder that states what derived from it', async () => {
	const before = await openSpace({ 'about.md': page, 'blog/a.md': page });
	const { uuid, id } = await before.story('about');
	const { parent_id: folder } = await before.story('blog/a');
	const { story } = await openSpace({
		'me.md': storyFile(`uuid: ${uuid}\nid: ${id}\n`, 'component: page\n'),
		'about.md': page,
		'notes/_folder.yaml': `id: ${folder}\n`,
		'notes/a.md': page,
		'blog/a.md': page,
	});
	const [renamed, other] = [await story('me'), await story('about')];
	expect(renamed).toMatchObject({ uuid, id });
	expect([other.uuid, other.id]).not.toContain(uuid);
	expect(other.id).not.toBe(id);
	expect((await story('notes/a')).parent_id).toBe(folder);
	expect((await story('blog/a')).parent_id).not.toBe(folder);
});

test('the cache version derives from names and contents, in every run and on every machine', async () => {
	const files = {
		'a.md': page,
		'b/c.md': page,
		'b/_folder.yaml': 'name: B\n',
		'datasources/d.yaml': 'entries: []\n',
	};
	const first = await openSpace(files);
	const cv = await first.cv();
	const copy = await temporaryFolder();
	await cp(first.folder, copy, { recursive: true });
	await utimes(join(copy, 'a.md'), new Date(0), new Date(0));
	await writeFile(join(copy, 'notes.txt'), 'not served');
	expect(await openFolder(copy).cv()).toBe(cv);

	const seen = new Set([cv]);
	const changes: (() => Promise<void>)[] = [
		() => writeFile(join(copy, 'a.md'), `${page} `),
		() => rename(join(copy, 'a.md'), join(copy, 'z.md')),
		() => writeFile(join(copy, 'b/_folder.yaml'), 'name: Other\n'),
		() => writeFile(join(copy, 'datasources/d.yaml'), 'entries: [{ name: a, value: b }]\n'),
		() => rename(join(copy, 'b'), join(copy, 'e')),
		() => rm(join(copy, 'e/c.md')),
	];
	for (const change of changes) {
		await change();
		seen.add(await openFolder(copy).cv());
	}
	expect(seen.size).toBe(changes.length + 1);
	for (const each of seen) expect(String(each)).toMatch(/^1[67]\d{8}$/);
});

test('an edit is served without a restart, and cache version and dates only increase', async () => {
	const { folder, cv, story, ask } = await openSpace({
		'a.md': storyFile('', 'component: page\ntitle: One\n'),
		'b.md': page,
	});
	let last = { cv: await cv(), story: await story('a'), other: await story('b') };
	for (const title of ['Two', 'Three', 'One']) {
		await writeFile(join(folder, 'a.md'), storyFile('', `component: page\ntitle: ${title}\n`));
		const next = { cv: await cv(), story: await story('a'), other: await story('b') };
		expect(next.cv).toBeGreaterThan(last.cv);
		expect(next.story.content.title).toBe(title);
		expect(next.story.published_at > last.story.published_at).toBe(true);
		expect(next.story.updated_at > last.story.updated_at).toBe(true);
		expect(next.story.created_at).toBe(last.story.created_at);
		expect(next.other).toEqual(last.other);
		last = next;
	}
	expect(await cv()).toBe(last.cv);
	const { body } = await ask('/v2/cdn/stories', { cv: 1541863983 });
	expect(body.cv).toBe(last.cv);
});

test('a space whose dates a new process would not give has another version than there', async () => {
	const titled = (title: string) => storyFile('', `component: page\ntitle: ${title}\n`);
	const { folder, cv, story } = await openSpace({ 'a.md': titled('0') });
	await cv();
	const outcomes = new Set<string>();
	for (let edit = 1; edit < 12; edit += 1) {
		await writeFile(join(folder, 'a.md'), titled(String(edit)));
		const fresh = openFolder(folder);
		const here = [await cv(), (await story('a')).published_at];
		const there = [await fresh.cv(), (await fresh.story('a')).published_at];
		outcomes.add(
			`dates ${here[1] === there[1]}, versions ${Number(here[0]) % 160e6 === Number(there[0]) % 160e6}`,
		);
	}
	expect(outcomes).toContain('dates false, versions false');
	expect(outcomes).not.toContain('dates false, versions true');
});

test('an unpublished change only affects updated_at, and dates in the file stay', async () => {
	const dates = 'published_at: 2024-05-01T12:00:00+02:00\ncreated_at: 2024-02-03\n';
	const files = { 'a.md': page, 'b.md': storyFile(dates, 'component: page\n') };
	const { folder, story } = await openSpace(files);
	const before = await story('a');
	expect(before.updated_at).toBe(before.published_at);
	await writeFile(join(folder, 'a.draft.md'), page);
	const after = await story('a');
	expect(after.published_at).toBe(before.published_at);
	expect(after.updated_at > before.updated_at).toBe(true);

	const stated = await story('b');
	expect(stated).toMatchObject({
		created_at: '2024-02-03T00:00:00.000Z',
		first_published_at: '2024-05-01T10:00:00.000Z',
		published_at: '2024-05-01T10:00:00.000Z',
	});
	await writeFile(join(folder, 'b.md'), storyFile(dates, 'component: page\ntitle: B\n'));
	const edited = await story('b');
	expect(edited.published_at).toBe(stated.published_at);
	expect(edited.updated_at > stated.updated_at).toBe(true);
});

test('the dates of a pulled file apply until it is edited', async () => {
	const text = storyFile(
		'published_at: 2024-05-01T10:00:00.000Z\nupdated_at: 2024-05-02T10:00:00.000Z\n',
		'component: page\n',
	);
	const digest = hash('sha1', text, 'hex');
	const manifest = JSON.stringify({ 'a.md': digest, 'b.md': digest, 'c.md': digest, 'c.de.md': digest });
	const files = { '.slugline-pull.json': manifest, 'a.md': text, 'b.md': `${text}More.\n`, 'c.md': text };
	const { story } = await openSpace(files);
	expect(await story('a')).toMatchObject({
		published_at: '2024-05-01T10:00:00.000Z',
		updated_at: '2024-05-02T10:00:00.000Z',
	});
	for (const slug of ['b', 'c']) {
		const edited = await story(slug);
		expect(edited.published_at > '2024-05-01T10:00:00.000Z').toBe(true);
		expect(edited.updated_at > '2024-05-02T10:00:00.000Z').toBe(true);
	}
});

test('a verbatim story is served as it is written', async () => {
	const { story } = await openSpace({
		'a.md': storyFile(
			'full_slug: somewhere/else/b\nslug: c\nrelease_id: 12\nfirst_published_at: null\nverbatim: true\n',
			'_uid: u-1\ncomponent: page\nasset: { fieldtype: asset, id: !!int 3 }\nbare: { component: note }\n',
		),
	});
	expect(await story('somewhere/else/b')).toMatchObject({
		...{ slug: 'c', release_id: 12, first_published_at: null },
		content: {
			_uid: 'u-1',
			component: 'page',
			asset: { fieldtype: 'asset', id: 3 },
			bare: { component: 'note' },
		},
	});
	expect((await story('somewhere/else/b')).content.bare).toEqual({ component: 'note' });
});

test('links in bloks, assets, and story links are completed, and slugs become uuids at any depth', async () => {
	const { story } = await openSpace({
		'space.yaml':
			'content_types:\n  page: { references: [author, related] }\n  card: { references: [story] }\n',
		'people/ada.md': page,
		'index.md': page,
		'blog/index.md': page,
		'a.md': storyFile(
			'',
			`component: page
author: /people/ada/
related: [home, blog, 6f1b6a2e-0000-4000-8000-000000000009, ""]
body:
  - component: grid
    columns:
      - component: card
        story: people/ada
        image: { fieldtype: asset, filename: https://a.example/x.png, id: 77 }
link: { fieldtype: multilink, cached_url: people/ada }
away: { fieldtype: multilink, linktype: url, url: "https://b.example/", cached_url: "https://b.example/" }
none: { fieldtype: multilink }
`,
		),
	});
	const uuid = async (slug: string) => (await story(slug)).uuid;
	const { content } = await story('a');
	expect(content.author).toBe(await uuid('people/ada'));
	const related = [await uuid('home'), await uuid('blog/'), '6f1b6a2e-0000-4000-8000-000000000009', ''];
	expect(content.related).toEqual(related);
	const card = content.body[0].columns[0];
	expect(card).toMatchObject({
		_uid: expect.any(String),
		story: content.author,
		image: { id: 77, alt: '', meta_data: {} },
	});
	expect(card._uid).not.toBe(content.body[0]._uid);
	const link = { fieldtype: 'multilink', linktype: 'story', url: '' };
	expect(content.link).toEqual({ ...link, id: content.author, cached_url: 'people/ada' });
	expect(content.away).toMatchObject({ id: '', linktype: 'url', url: 'https://b.example/' });
	expect(content.none).toMatchObject({ id: '', linktype: 'story', cached_url: '' });
});

test('links to files within the folder are read; hidden files and other kinds are not', async () => {
	const folder = await temporaryFolder({
		'space.yaml': 'name: Harbour\n',
		'a/b.md': page,
		'.git/c.md': 'no',
		'.draft.md': 'no',
		'node_modules/d/README.md': 'no',
		'picture.svg': 'no',
		'empty/notes.txt': 'no',
	});
	await symlink('a/b.md', join(folder, 'c.md'));
	const { slugs, ask } = openFolder(folder);
	expect((await slugs()).sort()).toEqual(['a/b', 'c']);
	const { body } = await ask('/v2/cdn/links', { version: 'published' });
	expect(Object.values(body.links)).toHaveLength(3);
});

test('stories below datasources/ are stories, and a folder can be empty', async () => {
	const { slugs, ask } = await openSpace({
		'datasources/a.md': page,
		'shelf/_folder.yaml': '',
		'datasources/_folder.yaml': 'name: D\n',
	});
	expect(await slugs()).toEqual(['datasources/a']);
	const { body } = await ask('/v2/cdn/links', { version: 'published' });
	expect(Object.values(body.links)).toMatchObject([
		{ slug: 'shelf', name: 'Shelf' },
		{ slug: 'datasources', name: 'D' },
		{ slug: 'datasources/a', name: 'A' },
	]);
	expect((await ask('/v2/cdn/datasources')).body.datasources).toEqual([]);
});

test('a story gets other dates if what its content takes from other files changes', async () => {
	const settings = (more: string) => `name: Harbour\nlanguages: [de]\n${more}`;
	const files = {
		'boat.md': storyFile('', 'component: page\nmore:\n  link: /harbor/pier\n', 'A *boat*'),
		'plain.md': storyFile('', 'component: other\n'),
	};
	const dates = async (more: Record<string, string>) => {
		const { story } = await openSpace({ ...files, ...more });
		return [(await story('boat')).published_at, (await story('plain')).published_at];
	};
	const [boat, plain] = await dates({});
	const changes: Record<string, string>[] = [
		{ 'space.yaml': settings('content_types: { page: { richtext: [body] } }\n') },
		{ 'space.yaml': settings('content_types: { page: { body: text } }\n') },
		{ 'harbor/pier.md': page },
	];
	for (const more of changes) {
		const [changed, kept] = await dates(more);
		expect(changed).not.toBe(boat);
		expect(kept).toBe(plain);
	}
	expect(
		await dates({ 'harbor/quay.md': page, 'space.yaml': settings('domain: https://boats.example/\n') }),
	).toEqual([boat, plain]);
});
