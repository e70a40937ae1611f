import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSpace } from './open-space.js';

const files = {
	'space.yaml':
		'name: Harbor\nlanguages: [de]\ncontent_types: { page: { references: [related], richtext: [text] } }\n',
	'about.md':
		'---\nuuid: one\nname: About # ours\npublished_at: 2026-01-02\ncontent:\n  component: page\n---\nUs.\n',
	'about.draft.md': '---\ncontent:\n  component: page\n  title: New\n---\nUs, again.\n',
	'about.de.md': '---\nname: Über uns\nslug: ueber\ncontent:\n  title: Wir\n---\n',
	'blog/one.md':
		'---\nname: One\ncontent:\n  component: page\n  related: [about]\n  text: "See [us](about)"\n---\n',
	'blog/two.md':
		'---\nname: Two\ncontent:\n  component: page\n---\nSee [us](/about/#who), not /about/else.\n',
	'blog/two.de.md': '---\nname: Zwei\ncontent:\n  more: "[wir](/de/ueber)"\n---\n',
};

async function open() {
	const opened = await openSpace(files);
	const { folder } = opened;
	return {
		...opened,
		/** The texts of all files, by path. */
		async there() {
			const all = await readdir(folder, { recursive: true });
			const paths = all.filter((path) => /\.\w+$/.test(path)).sort();
			const read = async (path: string) => [path, await readFile(join(folder, path), 'utf8')] as const;
			return Object.fromEntries(await Promise.all(paths.map(read)));
		},
	};
}

test('a new story, a copy, and a folder are drafts, and never replace another one', async () => {
	const { space, there } = await open();
	const { edit } = space;
	const before = await there();
	const steps = [
		await edit.create('blog/new', { name: 'New: one', component: 'page' }),
		await edit.create('blog/', { name: 'Blog', component: 'page' }),
		await edit.create('team/we', { name: 'We', from: 'about' }),
		await edit.create('news', { name: 'The news' }),
	];
	const after = await there();
	expect(Object.fromEntries(Object.entries(after).filter(([path]) => !(path in before)))).toEqual({
		'blog/new.draft.md': '---\nname: "New: one"\ncontent:\n  component: page\n---\n',
		'blog/index.draft.md': '---\nname: Blog\ncontent:\n  component: page\n---\n',
		'team/we.draft.md': '---\ncontent:\n  component: page\n  title: New\nname: We\n---\nUs, again.\n',
		'team/we.de.draft.md': '---\nname: Über uns\ncontent:\n  title: Wir\n---\n',
		'news/_folder.yaml': 'name: The news\n',
	});
	for (const slug of ['about', 'blog', 'blog/', 'blog/new', 'news'])
		for (const item of [
			{ component: 'page' },
			{ from: 'about' },
			...(['about', 'blog/new'].includes(slug) ? [] : [{}]),
		])
			await expect(edit.create(slug, { name: 'x', ...item }), slug).rejects.toThrow(
				/(?:a folder|_folder\.yaml)/,
			);
	for (const slug of ['', '../x', 'a/../b', 'x.draft', 'x.de', '.git/x', 'a\\b', 'a\0b', 'index'])
		for (const item of [{ component: 'page' }, { from: 'about' }, {}])
			await expect(edit.create(slug, { name: 'x', ...item }), slug).rejects.toThrow();
	expect(await there()).toEqual(after);
	for (const undo of steps.reverse()) await undo();
	expect(await there()).toEqual(before);
});

test('a story becomes the start page of a folder that is created with its slug, at the same addresses', async () => {
	const { space, there, story } = await open();
	const before = await there();
	const { id } = await story('about');
	const undo = await space.edit.create('about', { name: 'All about us' });
	const after = await there();
	expect(Object.keys(after).filter((path) => path.includes('about'))).toEqual([
		'about/_folder.yaml',
		'about/index.de.md',
		'about/index.draft.md',
		'about/index.md',
	]);
	expect(after['about/_folder.yaml']).toBe('name: All about us\ntranslated:\n  de:\n    slug: ueber\n');
	expect(after['blog/one.md']).toBe(before['blog/one.md']);
	await space.edit.create('about/team', { name: 'Team', component: 'page' });
	expect((await space.edit.list()).map(({ slug }) => slug)).toEqual(
		expect.arrayContaining(['about/', 'about/team']),
	);
	expect((await story('about/')).id).toBe(id);
	expect((await story('about/', { language: 'de' })).full_slug).toBe('de/ueber/');
	await space.edit.delete('about/team');
	await undo();
	expect(await there()).toEqual(before);
});

test('a story is renamed and moved at once, in all languages, and that is undone', async () => {
	const { space, there } = await open();
	const before = await there();
	const undo = await space.edit.rename('about', {
		name: 'We',
		slug: 'we',
		folder: 'team',
		slugs: { de: 'wir' },
	});
	const after = await there();
	expect(Object.keys(after).filter((path) => path.startsWith('team'))).toEqual([
		'team/we.de.md',
		'team/we.draft.md',
		'team/we.md',
	]);
	expect(after['team/we.md']).toContain('name: We # ours\n');
	expect(after['team/we.de.md']).toContain('slug: wir');
	expect(after['blog/one.md']).toBe(files['blog/one.md'].replaceAll('about', 'team/we'));
	await undo();
	expect(await there()).toEqual(before);
	await space.edit.rename('blog', { slugs: { de: 'blog-de' } });
	expect((await there())['blog/_folder.yaml']).toContain('translated:\n  de:\n    slug: blog-de');
	await expect(space.edit.rename('about', { slugs: { xx: 'a' } })).rejects.toThrow('is not a language');
	await expect(space.edit.rename('about', { slugs: { de: '../a' } })).rejects.toThrow('cannot be the name');
});

test('stories that lead to another one are listed, with those whose text does not follow it', async () => {
	const { space } = await open();
	expect(await space.edit.uses('about')).toEqual([
		expect.objectContaining({ slug: 'blog/one', isText: false }),
		expect.objectContaining({ slug: 'blog/two', isText: true }),
	]);
	expect(await space.edit.uses('blog')).toEqual([]);
});

test('a story is not deleted while others need it, and these are named first', async () => {
	const { space, folder, story } = await openSpace({
		...files,
		'blog/three.md':
			'---\nname: Three\ncontent:\n  component: page\n  text: "See [us](/about), `[us](about)`."\n---\n',
		'blog/three.de.md': '---\nname: Drei\n---\nSiehe [uns](about).\n',
	});
	const { edit } = space;
	expect((await edit.uses('about')).map(({ slug, isNeeded }) => [slug, isNeeded])).toEqual([
		['blog/one', true],
		['blog/three', false],
		['blog/two', false],
	]);
	const needed = 'Other stories refer to what would be deleted: One (blog/one). Remove these';
	await expect(edit.delete('about')).rejects.toThrow(needed);
	await edit.write('blog/one', { content: { related: [], text: undefined }, draft: true });
	await expect(edit.delete('about')).rejects.toThrow(needed);
	await edit.publish('blog/one');
	const undo = await edit.delete('about');
	expect(await story('about')).toBeUndefined();
	await undo();
	// What only stories refer to that go as well needs nothing.
	await writeFile(join(folder, 'blog/two.md'), files['blog/one.md'].replaceAll('about', 'blog/one'));
	await edit.delete('blog');
});

test('a link in a translation without fields follows a rename, too', async () => {
	const { space, folder } = await openSpace({
		...files,
		'space.yaml': files['space.yaml'].replace('[text]', '[text, body]'),
		'blog/two.de.md': '---\nname: Zwei\n---\nSiehe [uns](about).\n',
	});
	await space.edit.rename('about', 'us');
	expect(await readFile(join(folder, 'blog/two.de.md'), 'utf8')).toContain('[uns](us)');
});

test.each(['', { type: 'doc', content: [] }])(
	'a text below the front matter that is emptied stays so: %j',
	async (empty) => {
		const richtext = typeof empty === 'string' ? '' : ', richtext: [body]';
		const { space, folder, story } = await openSpace({
			'space.yaml': `name: Harbor\nlanguages: [de]\ncontent_types: { page: { body: body${richtext} } }\n`,
			'about.md': '---\nname: About\ncontent:\n  component: page\n---\nUs.\n',
			'about.de.md': '---\nname: Wir\ncontent:\n  title: Wir\n---\nWir.\n',
		});
		for (const language of ['de', undefined]) {
			const file = join(folder, language ? 'about.de.md' : 'about.md');
			const before = await readFile(file, 'utf8');
			const opened = await space.edit.open('about', language ? { language } : {});
			const text = (await opened.read()).content['body'];
			await opened.save({ content: { body: empty } });
			await opened.publish();
			expect((await opened.read()).content['body']).toEqual(empty);
			expect((await story('about', { language: language ?? 'default' })).content.body).toEqual(empty);
			expect(await readFile(file, 'utf8')).toMatch(/\n {2}body: ""\n---\n$/);
			await opened.save({ content: { body: text } });
			await opened.publish();
			expect(await readFile(file, 'utf8')).toBe(before);
		}
	},
);

const page = '---\ncontent:\n  component: page\n';

test.each<[file: string, before: string, text: unknown, after: string]>([
	['about.md', `${page}---\n`, 'Us.\n\nAll of us.', `${page}---\nUs.\n\nAll of us.\n`],
	['about.md', `${page}---`, 'Us.', `${page}---\nUs.\n`],
	[
		'about.md',
		`${page}---\n\n`.replaceAll('\n', '\r\n'),
		'Us.',
		`${page}---\n\nUs.\n`.replaceAll('\n', '\r\n'),
	],
	['about.md', `${page}  body: We.\n---\n`, 'Us.', `${page}  body: Us.\n---\n`],
	['about.md', `${page}---\n`, [{ component: 'part' }], `${page}  body:\n    - component: part\n---\n`],
	['about.de.md', '---\n---\n', 'Wir.', '---\n---\nWir.\n'],
	['about.de.md', '', 'Wir.', '---\n---\nWir.\n'],
])('a first text is written below the front matter of %s: %j', async (file, before, text, after) => {
	const { space, folder } = await openSpace({
		'space.yaml': 'name: Harbor\nlanguages: [de]\n',
		'about.md': `${page}---\n`,
		...(before && { [file]: before }),
	});
	const opened = await space.edit.open('about', file === 'about.md' ? {} : { language: 'de' });
	await opened.save({ content: { body: text } });
	await opened.publish();
	expect(await readFile(join(folder, file), 'utf8')).toBe(after);
	expect((await opened.read()).content['body']).toMatchObject(text as object);
});

test('a new story has its text below the front matter', async () => {
	const { space, folder } = await openSpace({ 'space.yaml': 'name: Harbor\n' });
	await space.edit.create('news', { name: 'News', component: 'page' });
	const opened = await space.edit.open('news');
	await opened.save({ content: { body: 'Low tide.' } });
	expect(await readFile(join(folder, 'news.draft.md'), 'utf8')).toMatch(
		/ {2}component: page\n---\nLow tide.\n$/,
	);
});

test('the lines before a text stay when it is emptied and written again', async () => {
	const before = `${page}---\n\nUs.\n`;
	const { space, folder } = await openSpace({ 'space.yaml': 'name: Harbor\n', 'about.md': before });
	for (const body of ['', 'Us.']) {
		const opened = await space.edit.open('about');
		await opened.save({ content: { body } });
		await opened.publish();
	}
	expect(await readFile(join(folder, 'about.md'), 'utf8')).toBe(before);
});

test('what somebody changed since is not undone', async () => {
	const { space, folder, there } = await open();
	const undo = await space.edit.delete('blog/two');
	await writeFile(join(folder, 'blog/two.md'), files['blog/one.md']);
	const after = await there();
	await expect(undo()).rejects.toThrow('The file "blog/two.md" has changed since the edit');
	expect(await there()).toEqual(after);
	await rm(join(folder, 'blog/two.md'));
	await undo();
	expect((await there())['blog/two.md']).toBe(files['blog/two.md']);
});

test('folders without a start page are listed at its place', async () => {
	const { space } = await open();
	const listed = (await space.edit.listAll()).map(({ slug }) => slug);
	expect(listed.sort()).toEqual(['about', 'blog', 'blog/one', 'blog/two']);
	await space.edit.create('blog/', { name: 'Blog', component: 'page' });
	expect((await space.edit.listAll()).map(({ slug }) => slug)).not.toContain('blog');
});
