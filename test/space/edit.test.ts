import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SpaceConflictError } from 'astro-slugline/space';
import { triggers } from 'astro-slugline/wire';
import { expect, test } from 'vitest';
import { openSpace } from './open-space.js';

type Fields = Record<string, unknown>;

const spaceFile = [
	'name: Harbour',
	'languages: [de]',
	'content_types:',
	'  page: { references: [related] }',
	'webhooks:',
	'  - name: all',
	'    endpoint: https://example.com/hook',
	`    actions: ${JSON.stringify(triggers)}`,
	'',
].join('\n');

const story = (name: string, content = '', more = '') =>
	`---\nname: ${name}\n${more}content:\n  component: page\n${content}---\nText of ${name}.\n`;

/** A space with a function for each thing that a test looks at. */
async function open(files: Record<string, string>) {
	const events: string[] = [];
	const opened = await openSpace(
		{ 'space.yaml': spaceFile, ...files },
		{
			fetch: async (_, init) => {
				const { action, full_slug, datasource_slug } = JSON.parse(String(init?.body));
				events.push(`${action} ${full_slug ?? datasource_slug}`);
				return new Response('{}');
			},
		},
	);
	const { folder, space } = opened;
	await space.ready();
	const ask = async (path: string, query: Record<string, string> = {}) =>
		(await opened.ask(`/v2/cdn/${path}`, query)).body;
	const stories = async (query: Record<string, string> = {}) => {
		const list: Fields[] = (await ask('stories', { per_page: '100', ...query })).stories;
		return Object.fromEntries(list.map((each) => [String(each['full_slug']), each]));
	};
	return {
		...opened,
		ask,
		stories,
		links: async (): Promise<Fields[]> =>
			Object.values((await ask('links', { version: 'published', per_page: '100' })).links),
		slugs: async (query?: Record<string, string>) => Object.keys(await stories(query)).sort(),
		text: (file: string) => readFile(join(folder, file), 'utf8'),
		files: async () => {
			const all = await readdir(folder, { recursive: true, withFileTypes: true });
			const paths = all.filter((each) => each.isFile()).map((each) => join(each.parentPath, each.name));
			return paths
				.map((path) => path.slice(folder.length + 1))
				.filter((path) => path !== 'space.yaml')
				.sort();
		},
		events: async () => {
			await space.idle();
			return events.splice(0).sort();
		},
	};
}

test('publishing turns the draft into the published version, and unpublishing removes that', async () => {
	const { space, files, slugs, stories, events, cv } = await open({
		'a.md': story('A'),
		'a.draft.md': story('A, second edition'),
		'only-a-draft.draft.md': story('Draft'),
	});
	const before = await cv();
	await space.edit.write('only-a-draft', { content: { title: 'Soon' } });
	expect(await files()).toEqual(['a.draft.md', 'a.md', 'only-a-draft.draft.md']);
	await space.edit.publish('a');
	await space.edit.publish('only-a-draft');
	expect(await files()).toEqual(['a.md', 'only-a-draft.md']);
	expect(await stories()).toMatchObject({
		a: { name: 'A, second edition' },
		'only-a-draft': { content: { title: 'Soon' } },
	});
	expect(await events()).toEqual(['published a', 'published only-a-draft']);
	expect(await cv()).toBeGreaterThan(before);
	await space.edit.unpublish('a');
	expect(await slugs()).toEqual(['only-a-draft']);
	expect(await slugs({ version: 'draft' })).toEqual(['a', 'only-a-draft']);
	expect(await events()).toEqual(['unpublished a']);
	await space.edit.publish('a');
	expect(await slugs()).toEqual(['a', 'only-a-draft']);
});

test('a draft inherits omitted fields from the published file', async () => {
	const { space, stories } = await open({
		'a.md': story('A', '', 'uuid: uuid-of-a\nid: 7\nposition: 3\npublished_at: 2024-05-01T10:00:00.000Z\n'),
		'a.draft.md': story('A again'),
	});
	await space.edit.publish('a');
	const { a } = await stories();
	expect(a).toMatchObject({ uuid: 'uuid-of-a', id: 7, position: 3, name: 'A again' });
	expect(a?.['published_at']).not.toBe('2024-05-01T10:00:00.000Z');
});

test('one language can be published and unpublished', async () => {
	const { space, stories, files } = await open({
		'a.md': story('A'),
		'a.de.draft.md': '---\nname: A auf Deutsch\n---\n',
	});
	const german = async () => (await stories({ language: 'de' }))['de/a']?.['name'];
	expect(await german()).toBe('A');
	await space.edit.publish('a', { language: 'de' });
	expect(await files()).toEqual(['a.de.md', 'a.md']);
	expect(await german()).toBe('A auf Deutsch');
	await space.edit.unpublish('a', { language: 'de' });
	expect(await german()).toBe('A');
	await space.edit.publish('a', { language: 'de' });
	expect(await german()).toBe('A auf Deutsch');
});

test('renaming and moving a story preserves its identity in every language and version', async () => {
	const { space, stories, files, events, links } = await open({
		'blog/a.md': story('A'),
		'blog/a.de.md': '---\nname: A auf Deutsch\n---\n',
		'blog/a.draft.md': story('A draft'),
		'b.md': story('B', '  related: [blog/a, b]\n  link: { fieldtype: multilink, cached_url: /blog/a }\n'),
	});
	const before = await stories();
	const identity = (each: Fields | undefined) => [each?.['uuid'], each?.['id'], each?.['group_id']];
	await space.edit.rename('blog/a', 'a-new');
	expect(await files()).toEqual(['b.md', 'blog/a-new.de.md', 'blog/a-new.draft.md', 'blog/a-new.md']);
	await space.edit.move('blog/a-new', 'news/2024');
	const after = await stories();
	expect(Object.keys(after).sort()).toEqual(['b', 'news/2024/a-new']);
	expect(identity(after['news/2024/a-new'])).toEqual(identity(before['blog/a']));
	expect(after['news/2024/a-new']?.['content']).toEqual(before['blog/a']?.['content']);
	expect(after['b']?.['content']).toMatchObject({
		related: [before['blog/a']?.['uuid'], before['b']?.['uuid']],
	});
	// The link of b holds the slug, so b changes with it.
	const expected = ['moved news/2024/a-new', 'published b', 'published b', 'published blog/a-new'];
	expect(await events()).toEqual(expected);
	expect(await files()).toContain('blog/_folder.yaml');
	const slugs = (await links()).map((link) => link['slug']);
	expect(slugs.sort()).toEqual(['b', 'blog', 'news', 'news/2024', 'news/2024/a-new']);
	await space.edit.move('news/2024/a-new', '');
	expect(identity((await stories())['a-new'])).toEqual(identity(before['blog/a']));
});

test('renaming and moving a folder preserves the identity of its contents', async () => {
	const { space, stories, links, events } = await open({
		'blog/_folder.yaml': 'name: The blog # ours\n',
		'blog/index.md': story('Blog'),
		'blog/2024/a.md': story('A', '  related: [blog/]\n'),
		'other/b.md': story('B', '  related: [blog/2024/a, blog]\n'),
	});
	const uuids = async () =>
		Object.fromEntries((await links()).map((link) => [String(link['slug']), link['uuid']]));
	const before = await uuids();
	const contents = await stories();
	await space.edit.rename('blog', { slug: 'journal', name: 'The journal' });
	await space.edit.move('journal', 'other');
	const after = await uuids();
	expect(after).toEqual({
		other: before['other'],
		'other/b': before['other/b'],
		'other/journal': before['blog'],
		'other/journal/': before['blog/'],
		'other/journal/2024': before['blog/2024'],
		'other/journal/2024/a': before['blog/2024/a'],
	});
	const now = await stories();
	expect(now['other/b']?.['content']).toEqual(contents['other/b']?.['content']);
	expect(now['other/journal/2024/a']?.['content']).toEqual(contents['blog/2024/a']?.['content']);
	expect((await events()).filter((event) => !event.startsWith('moved'))).toEqual([]);
});

test('deleting a story also deletes its languages and drafts, but not its folder', async () => {
	const { space, files, slugs, events, links } = await open({
		'blog/a.md': story('A'),
		'blog/a.de.md': '---\nname: A auf Deutsch\n---\n',
		'blog/a.draft.md': story('A draft'),
		'b.md': story('B'),
	});
	const folderOf = async () => (await links()).find((link) => link['is_folder']);
	const before = await folderOf();
	await space.edit.delete('blog/a');
	expect(await files()).toEqual(['b.md', 'blog/_folder.yaml']);
	expect(await folderOf()).toMatchObject({ slug: 'blog', uuid: before?.['uuid'], id: before?.['id'] });
	expect(await slugs()).toEqual(['b']);
	expect(await events()).toEqual(['deleted blog/a']);
	await space.edit.delete('blog');
	expect(await files()).toEqual(['b.md']);
});

test('writing creates stories, start pages, languages, and drafts', async () => {
	const { space, stories, text, events, files } = await open({});
	const { write } = space.edit;
	await write('blog/hello-world', { content: { component: 'page', price: '270.50' }, body: 'Hello.' });
	await write('blog/', { content: { component: 'page' }, frontmatter: { name: 'Blog' } });
	await write('blog/hello-world', { language: 'de', frontmatter: { name: 'Hallo' }, body: 'Hallo.' });
	const [index, hello] = ['published blog/', 'published blog/hello-world'];
	expect(await events()).toEqual([index, hello, hello]);
	await write('blog/hello-world', { draft: true, content: { title: 'Soon' } });
	expect(await events()).toEqual([]);
	const written = ['blog/hello-world.de.md', 'blog/hello-world.draft.md', 'blog/hello-world.md'];
	expect(await files()).toEqual([...written, 'blog/index.md']);
	expect(await text('blog/hello-world.md')).toMatchInlineSnapshot(`
		"---
		name: Hello world
		content:
		  component: page
		  price: 270.50
		---
		Hello.
		"
	`);
	const published = (await stories())['blog/hello-world'];
	expect(published).toMatchObject({ name: 'Hello world', content: { price: '270.50', body: 'Hello.' } });
	expect((await stories({ version: 'draft' }))['blog/hello-world']?.['content']).toMatchObject({
		title: 'Soon',
		body: 'Hello.',
	});
	expect((await stories({ language: 'de' }))['de/blog/hello-world']).toMatchObject({
		name: 'Hallo',
		content: { price: '270.50', body: 'Hallo.' },
	});
	await write('blog/hello-world', { content: { price: undefined } });
	expect((await stories())['blog/hello-world']?.['content']).not.toHaveProperty('price');
});

test('entries of datasources are set and removed', async () => {
	const { space, ask, text, events } = await open({
		'datasources/colours.yaml': '# Ours.\nname: Colours\nentries:\n  - name: red # warm\n    value: "#f00"\n',
	});
	await space.edit.setEntry('colours', { name: 'blue', value: '#00f', dimensions: { de: 'blau' } });
	await space.edit.setEntry('colours', { name: 'red', value: '#e00' });
	await space.edit.setEntry('sizes', { name: 'small', value: 's' });
	expect(await text('datasources/colours.yaml')).toMatchInlineSnapshot(`
		"# Ours.
		name: Colours
		entries:
		  - name: red # warm
		    value: "#e00"
		  - name: blue
		    value: "#00f"
		    dimensions:
		      de: blau
		dimensions:
		  - name: de
		    entry_value: de
		"
	`);
	const entries = async () => {
		const all: Fields[] = (await ask('datasource_entries', { dimension: 'de' })).datasource_entries;
		return all.map(({ name, value, dimension_value }) => `${name} ${value} ${dimension_value}`);
	};
	expect(await entries()).toEqual(['red #e00 null', 'blue #00f blau', 'small s null']);
	await space.edit.removeEntry('colours', 'red');
	await space.edit.setEntry('colours', { name: 'blue', dimensions: { de: undefined } });
	expect(await entries()).toEqual(['blue #00f null', 'small s null']);
	expect((await events()).every((event) => event.startsWith('entries_updated'))).toBe(true);
});

test('an edit after which the folder could not be served is undone', async () => {
	const { space, text, files } = await open({
		'a.md': story('A'),
		'x/b.md': story('B', '  related: [a]\n'),
		'c/d.md': story('D', '  related: [x/b]\n'),
	});
	const before = await text('a.md');
	await expect(space.edit.write('a', { frontmatter: { position: 'high' } })).rejects.toThrow('a.md:');
	await expect(space.edit.delete('a')).rejects.toThrow('refer to what would be deleted');
	await expect(space.edit.delete('x')).rejects.toThrow('refer to what would be deleted');
	expect(await text('a.md')).toBe(before);
	expect(await files()).toEqual(['a.md', 'c/d.md', 'x/b.md']);
	await space.refresh();
});

test('a new story with the old name of a renamed one has its own identity', async () => {
	const { space, stories } = await open({ 'blog/a.md': story('A') });
	await space.edit.rename('blog/a', 'b');
	await space.edit.write('blog/a', { content: { component: 'page' } });
	await space.edit.rename('blog', 'news');
	await space.edit.write('blog/a', { content: { component: 'page' } });
	const all = Object.values(await stories());
	expect(all).toHaveLength(3);
	for (const key of ['uuid', 'id', 'group_id']) expect(new Set(all.map((each) => each[key])).size).toBe(3);
	expect(all.every((each) => JSON.stringify(each['alternates']) === '[]')).toBe(true);
});

test('readers never see a partly edited folder', async () => {
	const { space, ask } = await open({
		'blog/a.md': story('A'),
		'blog/b.md': story('B', '  related: [blog/a]\n'),
	});
	const edits = [
		space.edit.rename('blog', 'news'),
		space.edit.rename('news/a', 'c'),
		space.edit.move('news', 'archive'),
		space.edit.move('archive/news/c', ''),
	];
	const all = Promise.allSettled(edits);
	let isDone = false;
	all.then(() => {
		isDone = true;
	});
	while (!isDone) {
		expect((await ask('stories', { version: 'draft' })).stories).toHaveLength(2);
		await setImmediate();
	}
	await Promise.all(edits);
});

test('an edit starts from the current files', async () => {
	const { folder, space, slugs } = await open({ 'a.md': story('A') });
	await writeFile(join(folder, 'b.md'), story('B'));
	await rm(join(folder, 'a.md'));
	await space.edit.rename('b', 'a');
	expect(await slugs()).toEqual(['a']);
});

test('paths outside the folder are refused', async () => {
	const { folder, space, files } = await open({ 'a.md': story('A'), 'blog/b.md': story('B') });
	const { edit } = space;
	const outside = ['../a', 'x/../../a', '..', '/../a', 'blog/..\\a', './a', '.git/a', 'a\0', 'blog//a'];
	for (const slug of [...outside, 'node_modules/a'])
		for (const refused of [
			edit.write(slug, { content: { component: 'page' } }),
			edit.move('a', slug),
			edit.rename('a', slug),
			edit.rename('blog', slug),
			edit.setEntry(slug, { name: 'x', value: 'y' }),
			edit.delete(slug),
		])
			await expect(refused, slug).rejects.toThrow();
	for (const name of ['a.draft', 'a.de', 'index', ''])
		await expect(edit.rename('a', name), name).rejects.toThrow();
	expect(await files()).toEqual(['a.md', 'blog/b.md']);
	expect(existsSync(join(folder, '..', 'a.md'))).toBe(false);
});

test('errors are complete sentences', async () => {
	const { space } = await open({
		'a.md': story('A'),
		'b.md': story('B'),
		'blog/index.md': story('Blog'),
		'blog/sub/c.md': story('C'),
	});
	const { edit } = space;
	const refused = [
		edit.publish('nothing'),
		edit.publish('a', { language: 'fr' }),
		edit.publish('a', { language: 'de' }),
		edit.rename('a', 'b'),
		edit.rename('a', '../b'),
		edit.rename('blog/', 'news'),
		edit.move('blog', 'blog/sub'),
		edit.write('new', {}),
		edit.write('a', { language: 'fr' }),
		edit.setEntry('colours', { name: 'red' }),
		edit.removeEntry('colours', 'red'),
	];
	const outcomes = await Promise.all(refused.map((each) => each.catch((error: unknown) => error)));
	expect(outcomes).toMatchInlineSnapshot(`
		[
		  [SpaceEditError: No story has the slug "nothing". Write it first, or correct the slug.],
		  [SpaceEditError: "fr" is not a language of the space. Use one that space.yaml lists, or omit it for the default language.],
		  [SpaceEditError: The story "a" does not exist in de. Write it first.],
		  [SpaceEditError: There is a story or a folder "b" already. Choose another slug.],
		  [SpaceEditError: "../b" cannot be the name of a file in the space and of a page: a character or its meaning is reserved, by the space or on some system. Use one segment of letters, digits, and hyphens, such as "my-page".],
		  [SpaceEditError: The story "blog/" is the start page of its folder and shares its slug. Rename or move the folder "blog".],
		  [SpaceEditError: The folder "blog" cannot be moved into itself. Choose another folder.],
		  [SpaceEditError: There is no story "new" yet. Set \`content\` with a \`component\` to create it.],
		  [SpaceEditError: "fr" is not a language of the space. Use one that space.yaml lists, or omit it for the default language.],
		  [SpaceEditError: The datasource "colours" has no entry "red". Set a \`value\` to add it.],
		  [SpaceEditError: The datasource "colours" has no entry "red". Correct the name.],
		]
	`);
});

test('a text of one line that gets several is a block', async () => {
	const types = spaceFile.replace('references: [related]', 'richtext: [text]');
	const fields = '  title: One # first\n  text: "*One*"\n  more: "1"\n';
	const { space, text } = await open({ 'space.yaml': types, 'a.md': story('A', fields) });
	const opened = await space.edit.open('a');
	// biome-ignore lint/suspicious/noExplicitAny: rich text
	const content: any = structuredClone((await opened.read()).content);
	content.text.content.push({ type: 'paragraph', content: [{ type: 'text', text: 'Two' }] });
	await opened.save({ content: { ...content, title: 'One\nTwo\n' } });
	expect(await text('a.draft.md')).toBe(
		story('A', '  title: | # first\n    One\n    Two\n  text: |-\n    *One*\n\n    Two\n  more: "1"\n'),
	);
});

test('an opened story follows others’ edits, and a refused change leaves no trace', async () => {
	const { space, text, folder } = await open({
		'a.md': story('A', '  title: One # first\n  kept: "yes"\n  empty: ""\n'),
		'b.md': story('B'),
	});
	const opened = await space.edit.open('a');
	await expect(opened.save({ content: { component: undefined } })).rejects.toThrow('component');
	await opened.save({ content: { title: 'Two' } });
	expect(await text('a.draft.md')).toBe(story('A', '  title: Two # first\n  kept: "yes"\n  empty: ""\n'));
	// Somebody else writes the draft.
	await writeFile(
		join(folder, 'a.draft.md'),
		story('A', '  title: Two # first\n  kept: other\n  empty: ""\n'),
	);
	await opened.save({ content: { empty: 'full' } });
	expect(await text('a.draft.md')).toBe(story('A', '  title: Two # first\n  kept: other\n  empty: full\n'));

	const { content } = await (await space.edit.open('b')).read();
	expect((await opened.read()).languages).toEqual({ default: 'changed', de: 'missing' });
	const uuid = (await (await space.edit.open('b')).read()).content._uid;
	expect(uuid).toBe(content._uid);
	for (const language of ['../../x', 'xx'])
		await expect(space.edit.open('a', { language })).rejects.toThrow('not a language of the space');
	await expect(space.edit.open('../a')).rejects.toThrow('No story has the slug');
});

test('unpublishing is undone unless the files have changed since', async () => {
	const { space, text, files, folder } = await open({ 'a.md': story('A'), 'a.draft.md': story('B') });
	const opened = await space.edit.open('a');
	const { undo, digest } = await opened.unpublish();
	expect((await opened.read()).digest).toBe(digest);
	expect(await files()).toEqual(['a.md']);
	await undo();
	expect([await text('a.md'), await text('a.draft.md')]).toEqual([story('A'), story('B')]);
	const again = await opened.unpublish();
	await writeFile(join(folder, 'a.md'), story('C'));
	await expect(again.undo()).rejects.toThrow('has changed since');
	expect(await text('a.md')).toBe(story('C'));
});

test('an opened story stays the same one when it is renamed, and says that it is gone', async () => {
	const { space, text, files } = await open({ 'a.md': story('A'), 'b.md': story('B') });
	const { id } = await (await space.edit.open('a')).read();
	const opened = await space.edit.open(id);
	await space.edit.rename('a', 'c');
	await opened.save({ name: 'Next' }, await opened.read());
	expect(await files()).toEqual(['b.md', 'c.draft.md', 'c.md']);
	expect(await text('c.draft.md')).toContain('name: Next');
	await space.edit.delete('c');
	await expect(opened.save({ name: 'Gone' })).rejects.toThrow(
		`The story with the id ${id} is gone. Somebody deleted it, or moved its file.`,
	);
	expect(await files()).toEqual(['b.md']);
});

test('bloks get no `_uid` in a file that states none', async () => {
	const { space, text } = await open({
		'a.md': story('A', '  facts:\n    - component: fact\n      text: One\n'),
	});
	const opened = await space.edit.open('a');
	await opened.save({ content: { facts: [{ _uid: 'typed', component: 'fact', text: 'Two' }] } });
	expect(await text('a.draft.md')).toBe(story('A', '  facts:\n    - component: fact\n      text: Two\n'));
});

test('a name that is what it was is written as it was', async () => {
	const { space, text, files } = await open({ 'a.md': story('A'), 'a.de.md': '---\nslug: b\n---\n' });
	const opened = await space.edit.open('a', { language: 'de' });
	await opened.save({ name: 'Neu' });
	expect(await text('a.de.draft.md')).toContain('name: Neu');
	await opened.save({ name: 'A' });
	expect(await files()).toEqual(['a.de.md', 'a.md']);
});

test('new values are written as people write them', async () => {
	const { space, text, stories } = await open({
		'a.md': story(
			'A',
			'  parts: []\n  related: [b]\n  one: &x { n: "1" }\n  two: *x\n',
			'published: false\n',
		),
		'b.md': story('B'),
		'c.md': story('C'),
	});
	const uuid = (await stories({ version: 'draft' }))['c']?.['uuid'];
	const opened = await space.edit.open('a');
	const { content } = await opened.read();
	const target = { linktype: 'story', id: uuid, cached_url: 'c', anchor: 'top' };
	const link = { fieldtype: 'multilink', url: '', ...target };
	await opened.save({
		content: {
			related: [...(content['related'] as string[]), uuid],
			parts: [{ _uid: 'made-up', component: 'part', heading: 'true', link }],
			one: { n: '2' },
		},
	});
	expect(await text('a.md')).toBe(
		story(
			'A',
			'  parts:\n    - component: part\n      heading: "true"\n      link:\n        link: c#top\n  related: [b, c]\n  one: { n: "2" }\n  two: { n: "1" }\n',
			'published: false\n',
		),
	);
});

test('rich text that is written as Markdown stays Markdown, but for what Markdown cannot express', async () => {
	const types = spaceFile.replace('references: [related]', 'body: text, richtext: [text, note]');
	const file = `---
content:
  component: page
  note: |
    Read *this* in [the log](log).

    * one
    * two

    Last.
  more: { richtext: "So *far*." }
---

# Tides #

Read **all**.
`;
	const { text, space } = await open({ 'space.yaml': types, 'a.md': file, 'log.md': story('Log') });
	const opened = await space.edit.open('a');
	// biome-ignore lint/suspicious/noExplicitAny: rich text
	const content: any = (await opened.read()).content;
	const edited = structuredClone(content);
	edited.note.content[2].content[0].text = 'At last.';
	edited.more.content[0].content[0].text = 'Not so ';
	edited.text.content[1].content.push({ type: 'text', text: ' Now.', marks: [{ type: 'italic' }] });
	await opened.save({ content: edited });
	const changed = file
		.replace('    Last.', '    At last.')
		.replace('"So *far*."', '"Not so *far*."')
		.replace('**all**.', '**all**._Now._');
	edited.text.content[1].content.at(-1).text = 'Now.';
	await opened.save({ content: edited });
	expect(await text('a.draft.md')).toBe(changed);
	expect((await opened.read()).content).toEqual(edited);
	// An italic text cannot begin with a space, which nobody sees.
	edited.text.content[1].content.at(-1).text = ' Now. ';
	edited.text.content.push({ type: 'paragraph' });
	await opened.save({ content: edited });
	expect(await text('a.draft.md')).toBe(changed.replace('_Now._', ' _Now._'));

	edited.note.content[0].attrs = { textAlign: 'center' };
	edited.extra = { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'New' }] }] };
	edited.items = [{ component: 'page', note: edited.extra }];
	await opened.save({ content: edited });
	const nodes = await text('a.draft.md');
	expect(nodes).toContain('textAlign: center');
	expect(nodes).toContain('  extra:\n    richtext: New\n  items:\n    - component: page\n      note: New\n');
	expect((await opened.read()).content['note']).toEqual(edited.note);
	await opened.save({ content: { ...content, extra: undefined, items: undefined } });
	expect(await text('a.md')).toBe(file);
});

test('rich text that an edit wrote as nodes is Markdown again when it can be, and an author’s nodes stay', async () => {
	const types = spaceFile.replace('references: [related]', 'body: text, richtext: [text, note, own]');
	const own = `
    type: doc
    content:
      - type: paragraph
        content:
          - { type: text, text: Seen, marks: [{ type: underline }] }
`;
	const file = `---\ncontent:\n  component: page\n  note: A _note_.\n  own:${own}  last: x\n---\n\nRead **all**.\n`;
	const { text, space } = await open({ 'space.yaml': types, 'a.md': file });
	const lines = { type: 'paragraph', attrs: { textAlign: 'center' } };
	const edit = async (change: (blocks: unknown[]) => void) => {
		// Each edit begins with the file, as that of another day.
		const opened = await space.edit.open('a');
		// biome-ignore lint/suspicious/noExplicitAny: rich text
		const content: any = structuredClone((await opened.read()).content);
		for (const field of ['note', 'text']) change(content[field].content);
		content.own.content[0].content[0].marks = [];
		await opened.save({ content });
		await opened.publish();
	};
	await edit((blocks) => blocks.push(lines, lines));
	expect(await text('a.md')).toContain('  text:\n    type: doc\n');
	await edit((blocks) => blocks.pop());
	expect(await text('a.md')).toContain('  note:\n    type: doc\n');
	await edit((blocks) => blocks.pop());
	expect(await text('a.md')).toBe(
		file.replace('text: Seen, marks: [{ type: underline }]', 'text: Seen, marks: []'),
	);
});

test('stories are listed by folder with the start page first, and with the state of each language', async () => {
	const { space } = await open({
		'b.md': story('B', '', 'position: 2\n'),
		'blog/one.md': story('One', '', 'position: 1\n'),
		'blog/index.md': story('Blog', '', 'position: 5\n'),
		'blog/index.de.md': '---\nname: Das Blog\n---\n',
		'blog/index.draft.md': story('New blog'),
		'a.md': story('A', '', 'position: 3\npublished: false\n'),
	});
	const listed = await space.edit.list();
	const before = listed.map(({ slug }) => slug).sort();
	expect(before).toEqual(['a', 'b', 'blog/', 'blog/one']);
	const slugs = listed.map(({ slug }) => slug);
	expect(slugs.indexOf('blog/one')).toBe(slugs.indexOf('blog/') + 1);
	expect(slugs.indexOf('b')).toBeLessThan(slugs.indexOf('a'));
	expect(Object.fromEntries(listed.map(({ slug, languages }) => [slug, languages]))).toMatchObject({
		a: { default: 'draft', de: 'missing' },
		b: { default: 'published' },
		'blog/': { default: 'changed', de: 'published' },
	});
});

test('stories and folders of the same position are listed by name, and the home page first', async () => {
	const { space } = await open({
		'zebra.md': story('Ant'),
		'index.md': story('Home'),
		'chapter-10.md': story('Chapter 10'),
		'chapter-9.md': story('Chapter 9'),
		'reference/_folder.yaml': 'name: Book\n',
		'reference/b.md': story('B', '', 'position: -1\n'),
		'reference/a.md': story('A'),
		'last.md': story('A last one', '', 'position: 1\n'),
	});
	expect((await space.edit.listAll()).map(({ slug }) => slug)).toEqual([
		...['home', 'zebra', 'reference', 'reference/b', 'reference/a'],
		...['chapter-9', 'chapter-10', 'last'],
	]);
});

test('the file of a story that is published for the first time states when', async () => {
	const { space, text } = await open({
		'a.draft.md': story('A', '  title: A\n'),
		'b.md': story('B', '  title: B\n'),
	});
	const [first, again] = [new Date(Date.UTC(2026, 10, 28)), new Date(Date.UTC(2026, 10, 29))];
	const a = await space.edit.open('a');
	await a.publish(undefined, first);
	expect(await text('a.md')).toContain('first_published_at: 2026-11-28T00:00:00.000Z\n');
	await a.unpublish();
	await a.publish(undefined, again);
	expect(await text('a.md')).toContain('first_published_at: 2026-11-28T00:00:00.000Z\n');
	const before = await text('b.md');
	await (await space.edit.open('b')).publish(undefined, again);
	expect(await text('b.md')).toBe(before);
});

test('a file that states when its story was published states when it was published again', async () => {
	const dates = 'published_at: 2026-03-09 # last\nupdated_at: 2026-03-10\n';
	const { space, text, stories } = await open({ 'a.md': story('A', '  title: A\n', dates) });
	const before = await text('a.md');
	const a = await space.edit.open('a');
	const { undo } = await a.publish(undefined, new Date(Date.UTC(2026, 10, 28)));
	const [first, again] = ['2026-03-09T00:00:00.000Z', '2026-11-28T00:00:00.000Z'];
	expect((await stories())['a']).toMatchObject({ first_published_at: first, published_at: again });
	expect(await text('a.md')).toContain(`published_at: ${again} # last\nupdated_at: ${again}\n`);
	await undo();
	expect(await text('a.md')).toBe(before);
	await a.unpublish();
	const draft = (await stories({ version: 'draft' }))['a'];
	expect(draft).toMatchObject({ first_published_at: first, published_at: null });
	await a.publish(undefined, new Date(Date.UTC(2026, 10, 29)));
	expect((await stories())['a']).toMatchObject({
		first_published_at: first,
		published_at: '2026-11-29T00:00:00.000Z',
	});
});

test('tags and the date of first publication are edited in a draft, and change their lines alone', async () => {
	const front = 'tag_list: [ sea,  tide ] # two\nfirst_published_at:   2026-03-09\nposition:   1\n';
	const { space, text, files } = await open({ 'a.md': story('A', '', front) });
	const opened = await space.edit.open('a');
	const before = await text('a.md');
	expect((await opened.read()).front).toEqual({
		tag_list: ['sea', 'tide'],
		first_published_at: '2026-03-09T00:00:00.000Z',
	});
	await opened.save({ frontmatter: { tag_list: ['sea'], first_published_at: '2026-03-10' }, content: {} });
	expect((await opened.read()).languages).toMatchObject({ default: 'changed' });
	expect(await text('a.draft.md')).toBe(
		before.replace('[ sea,  tide ]', '[sea]').replace('   2026-03-09', ' 2026-03-10'),
	);
	await opened.save({
		frontmatter: { tag_list: ['sea', 'tide'], first_published_at: '2026-03-09T00:00:00.000Z' },
		content: {},
	});
	expect(await files()).toEqual(['a.md']);
	await opened.save({ frontmatter: { tag_list: [], first_published_at: null }, content: {} });
	await opened.publish();
	expect((await opened.read()).front).toEqual({ tag_list: [], first_published_at: null });
	expect(await text('a.md')).toContain('position:   1\n');
});

test('a date keeps the comment of its line', async () => {
	const { space, text } = await open({ 'a.md': story('A', '', 'first_published_at: 2026-03-09 # kept\n') });
	await (await space.edit.open('a')).save({ frontmatter: { first_published_at: '2026-04-01' }, content: {} });
	expect(await text('a.draft.md')).toContain('first_published_at: 2026-04-01 # kept\n');
});

test('tags that stay keep their lines, and the comments beside and between them', async () => {
	const list = (...more: string[]) =>
		['tag_list:', '- "sea" # one', ...more, '', '# two', '- tide', ''].join('\n');
	const { space, text } = await open({ 'a.md': story('A', '', list()) });
	const opened = await space.edit.open('a');
	await opened.save({ frontmatter: { tag_list: ['sea', 'a, b "c"', 'tide'] }, content: {} });
	expect(await text('a.draft.md')).toContain(list('- a, b "c"'));
});

test('an edit that expects other files than there are is refused, and writes nothing', async () => {
	const { space, text, folder, files } = await open({
		'a.md': story('A', '  title: A\n'),
		'a.de.md': '---\nname: A auf Deutsch\n---\n',
	});
	const [mine, theirs, german] = await Promise.all([
		space.edit.open('a'),
		space.edit.open('a'),
		space.edit.open('a', { language: 'de' }),
	]);
	const [opened, inGerman] = [await mine.read(), await german.read()];
	await theirs.save({ content: { title: 'Theirs' } }, opened);
	const before = await text('a.draft.md');
	for (const edit of [
		() => mine.save({ content: { title: 'Mine' } }, opened),
		() => mine.publish(opened),
		() => mine.unpublish(opened),
	])
		await expect(edit()).rejects.toThrow(
			'Somebody changed the story "a" since you opened it, in another window or in its file, so nothing is written. Reload it, or overwrite the change.',
		);
	expect(await text('a.draft.md')).toBe(before);
	// Another language has files of its own.
	await german.save({ content: { title: 'Deutsch' } }, inGerman);

	const read = await mine.read();
	await writeFile(join(folder, 'a.draft.md'), before.replace('Theirs', 'By hand'));
	await expect(mine.save({ content: { title: 'Mine' } }, read)).rejects.toBeInstanceOf(SpaceConflictError);
	await mine.save({ content: { title: 'Mine' } }, await mine.read());
	await mine.publish(await mine.read());
	expect(await text('a.md')).toContain('title: Mine');
	await mine.save({ content: { title: 'Whatever is there' } });
	expect(await text('a.draft.md')).toContain('Whatever is there');
	const now = await mine.read();
	const saves = Array.from({ length: 20 }, (_, place) =>
		mine.save({ content: { [`f${place}`]: 'x' } }, now).then(
			() => 1,
			() => 0,
		),
	);
	expect((await Promise.all(saves)).filter(Boolean)).toEqual([1]);
	expect(await files()).toEqual(['a.de.draft.md', 'a.de.md', 'a.draft.md', 'a.md']);
});

// A limit on the size of files stops a write in the middle, as a full disk does.
test.skipIf(process.platform === 'win32')(
	'an edit that fails while it is written leaves no file behind',
	async () => {
		const { text, files, folder } = await open({ 'a.md': story('A'), 'b.md': story('B') });
		const code = `
		import { createSpace } from 'astro-slugline/space';
		const space = createSpace(${JSON.stringify(folder)});
		const failed = await space.edit.write('a', { content: { title: 'x'.repeat(100_000) } }).catch(({ code }) => code);
		console.log(failed);
		await space.edit.write('b', { content: { title: 'Short' } });
	`;
		const sources = fileURLToPath(new URL('../sync/kill/sources.mjs', import.meta.url));
		const node = ['--conditions=slugline-source', '--import', sources, '--input-type=module', '-e', code];
		const { stdout } = await promisify(execFile)('sh', [
			'-c',
			'ulimit -f 8; exec "$@"',
			'sh',
			process.execPath,
			...node,
		]);
		expect(stdout.trim()).toBe('EFBIG');
		expect(await files()).toEqual(['a.md', 'b.md']);
		expect(await text('a.md')).toBe(story('A'));
		expect(await text('b.md')).toContain('title: Short');
	},
);
