import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openSpace, page } from './open-space.js';

const german = '---\nname: Seite\n---\n';

async function open(files: Readonly<Record<string, string>>) {
	const opened = await openSpace(files);
	const list = async () =>
		(await readdir(opened.folder, { recursive: true })).filter((path) => path.endsWith('.md')).sort();
	return { ...opened, edit: opened.space.edit, files: list };
}

test.each([
	...[
		'con',
		'AUX',
		'nul.txt',
		'com1',
		'COM¹',
		'lpt²',
		'a.',
		'a ',
		' a',
		'a:b',
		'a?b',
		'a*b',
		'a<b',
		'a>b',
		'a"b',
		'a|b',
		'a\\b',
	],
	...[
		'a\nb',
		'a\u0000',
		'a\u0085b',
		'a\ud800',
		'%2e%2e',
		'a%20b',
		'100%',
		'a#b',
		'a\u202eb',
		'a\u2028b',
		'_redirects',
		'_headers',
	],
	...['_worker.js', '.htaccess', 'web.config', 'index.html', '404.html', 'Index', 'index', 'datasources'],
	...['node_modules', '..', 'a.de', 'a.draft', '', 'ü'.repeat(101)],
])('nobody can give the slug %j', async (slug) => {
	const { edit, files } = await open({ 'a.md': page, 'a.de.md': german, 'blog/b.md': page });
	const before = await files();
	const tries = [
		() => edit.create(`blog/${slug}`, { name: 'x', component: 'page' }),
		() => edit.create(`blog/${slug}/x`, { name: 'x', component: 'page' }),
		() => edit.create(`blog/${slug}`, { name: 'x', from: 'a' }),
		() => edit.create(`blog/${slug}`, { name: 'x' }),
		() => edit.write(`blog/${slug}`, { content: { component: 'page' } }),
		() => edit.rename('a', slug),
		() => edit.rename('blog', slug),
		() => edit.move('a', `blog/${slug}`),
		() => edit.rename('a', { slugs: { de: slug } }),
	];
	// An empty one stands for the folder, and in another language for the default one.
	for (const attempt of slug === '' ? tries.slice(5, 7) : tries)
		await expect(attempt(), String(attempt)).rejects.toThrow('cannot be the name of a file in the space');
	expect(await files()).toEqual(before);
});

test('letters are composed, however they are typed', async () => {
	const { edit, files } = await open({ 'a.md': page });
	await edit.rename('a', 'u\u0308ber');
	await edit.create('cafe\u0301/e\u0301', { name: 'x', component: 'page' });
	expect(await files()).toEqual(['caf\u00e9/\u00e9.draft.md', '\u00fcber.md']);
	await expect(edit.create('u\u0308ber', { name: 'x' })).rejects.toThrow('already');
});

test('files with other names can be edited, renamed away, and deleted', async () => {
	const { edit, files } = await open({
		'_draft.md': page,
		'100%.md': page,
		'a#b.md': page,
		'x%20y/_c.md': page,
		'x%20y/d.md': page,
	});
	await edit.write('100%', { content: { title: 'All' }, draft: true });
	await edit.publish('100%');
	await edit.rename('100%', 'all');
	await edit.rename('_draft', 'draft');
	await edit.rename('x%20y/_c', 'c');
	await edit.create('x%20y/e', { name: 'x', component: 'page' });
	await edit.rename('x%20y', 'x');
	await edit.delete('a#b');
	expect(await files()).toEqual(['all.md', 'draft.md', 'x/c.md', 'x/d.md', 'x/e.draft.md']);
});

test('a story never gets the slug of a folder, and a folder that is there never that of a story', async () => {
	const { edit, files } = await open({ 'a.md': page, 'blog/b.md': page, 'x/a.md': page });
	const before = await files();
	for (const attempt of [
		() => edit.rename('a', 'blog'),
		() => edit.rename('blog/b', { slug: 'blog', folder: '' }),
		() => edit.rename('blog', 'a'),
		() => edit.move('x/a', ''),
		() => edit.create('blog', { name: 'x', component: 'page' }),
		() => edit.create('a/b', { name: 'x', component: 'page' }),
		() => edit.move('blog/b', 'a'),
		() => edit.create('A', { name: 'x', component: 'page' }),
		() => edit.rename('a', 'BLOG'),
		() => edit.create('Blog/c', { name: 'x', component: 'page' }),
	])
		await expect(attempt(), String(attempt)).rejects.toThrow('There is a story or a folder');
	expect(await files()).toEqual(before);
});

test('where a story and a folder have the same slug, each can be renamed and deleted', async () => {
	const { edit, files } = await open({ 'blog.md': page, 'blog/b.md': page });
	const both = await files();
	for (const [attempt, after] of [
		[() => edit.rename('blog', 'news'), ['blog/b.md', 'news.md']],
		[() => edit.rename({ folder: 'blog' }, 'news'), ['blog.md', 'news/b.md']],
		[() => edit.delete('blog'), ['blog/b.md']],
		[() => edit.delete({ folder: 'blog' }), ['blog.md']],
	] as const) {
		const undo = await attempt();
		expect(await files()).toEqual(after);
		await undo();
		expect(await files()).toEqual(both);
	}
	expect(await edit.uses({ folder: 'blog' })).toEqual([]);
	await expect(edit.delete({ folder: 'none' })).rejects.toThrow('No story has the slug "none"');
});
