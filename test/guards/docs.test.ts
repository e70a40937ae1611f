import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { sidebar } from '../../playground/docs/sidebar.js';

const root = new URL('../../', import.meta.url);

/** The Markdown files that people read, by their path. */
async function pages(): Promise<string[]> {
	const docs = await readdir(new URL('playground/docs/space/', root));
	return [
		...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CODE_OF_CONDUCT.md'],
		'packages/astro-slugline/src/astro/README.md',
		...docs.filter((name) => name.endsWith('.md')).map((name) => `playground/docs/space/${name}`),
	];
}

/** The ids that headings of a page get, as GitHub and Starlight make them. */
const idsOf = (text: string): string[] =>
	[...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);

const withoutCode = (text: string): string =>
	text.replace(/^```[\s\S]*?^```/gm, '').replace(/`[^`\n]+`/g, '');

it('the docs have no dead links between their pages', async () => {
	const dead: string[] = [];
	for (const page of await pages()) {
		const text = withoutCode(await readFile(new URL(page, root), 'utf8'));
		for (const [, target = ''] of text.matchAll(/\]\((?!https?:)([^)\s]+)\)/g)) {
			const [path = '', id] = target.split('#');
			const file = new URL(path || page.split('/').pop() || '', new URL(page, root));
			const isThere = existsSync(file);
			if (!isThere || (id && !idsOf(await readFile(file, 'utf8')).includes(id)))
				dead.push(`${page}: ${target}`);
		}
	}
	expect(dead).toEqual([]);
});

it.each(['astro-slugline/src/astro', 'astro-keep/src'])(
	'the README of %s names only files and folders that exist',
	async (room) => {
		const folder = new URL(`packages/${room}/`, root);
		const text = await readFile(new URL('README.md', folder), 'utf8');
		const named = [...text.matchAll(/(\[?)`([a-z][\w-]*(?:\/[\w-]+)*(?:\/|\.ts))`/g)];
		const paths = named.flatMap(([, bracket, path = '']) => (bracket ? [] : [path]));
		expect(paths.length).toBeGreaterThan(20);
		expect(paths.filter((path) => !existsSync(new URL(path, folder)))).toEqual([]);
	},
);

it('every page of the docs has a name, a description, and a place in the sidebar', async () => {
	const listed: string[] = sidebar.flatMap(({ items }) => items);
	for (const page of await pages()) {
		if (!page.startsWith('playground/docs/')) continue;
		expect(await readFile(new URL(page, root), 'utf8'), page).toMatch(
			/^---\nname: \S.*\ncontent:\n {2}component: (?:page|home)\n {2}description: \S.*\n/,
		);
		const slug = page.replace(/^.*\/|\.md$/g, '');
		if (slug !== 'index' && slug !== '404') expect(listed).toContain(slug);
	}
	expect(new Set(listed).size).toBe(listed.length);
});

it('every page of the docs is in the space that the docs are built from', async () => {
	const loose = await readdir(new URL('playground/docs/', root));
	expect(loose.filter((name) => name.endsWith('.md'))).toEqual([]);
});

it('the docs are short: 24,000 words, and no page over 1,200', async () => {
	const docs = (await pages()).filter((page) => page.startsWith('playground/docs/'));
	const texts = await Promise.all(docs.map((page) => readFile(new URL(page, root), 'utf8')));
	const counts = texts.map((text) => text.split(/\s+/).filter(Boolean).length);
	expect(docs.filter((_, at) => (counts[at] ?? 0) > 1200)).toEqual([]);
	expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(24_000);
});

it('the README is short', async () => {
	expect((await readFile(new URL('README.md', root), 'utf8')).split('\n').length).toBeLessThan(250);
});
