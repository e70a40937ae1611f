import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BlogCopy, copyBlog } from '../support/blog-copy.js';

// Edits of the playground, one after the other: a build renders the pages that come out different, and no others.

let blog: BlogCopy;
let space: Space;
let before: Record<string, string>;

beforeAll(async () => {
	blog = await copyBlog();
	space = createSpace(join(blog.folder, 'space'));
	const { code, output } = await blog.build();
	expect(code, output).toBe(0);
	before = await blog.output();
}, 300_000);

afterAll(async () => {
	await space?.close();
	await blog?.delete();
});

const isPage = (path: string) => /(?:\.html|rss\.xml)$/.test(path);

/** The pages that a build says it rendered: each has a line, which says of those that it kept that they are cached. */
function renderedIn(output: string): string[] {
	const lines = output.matchAll(/[├└]─ \/(\S+) \(([^)]*)\)/g);
	return [...lines].flatMap(([, path = '', how]) => (how === 'cached' ? [] : [decodeURI(path)])).sort();
}

const site = 'space/settings/site';

/** What is edited, how, and how many pages show it. */
const edits: [what: string, pages: number, edit: () => Promise<unknown>][] = [
	['nothing', 0, async () => {}],
	['the title of an article', -1, () => blog.change('space/features/2026/eleven-minutes.md', '  title: Eleven minutes', '  title: Twelve minutes')],
	['a word of an article', -1, () => blog.change('space/features/2026/after-the-bridge.md', ' bridge', ' viaduct')],
	['an article made longer', -1, () => blog.change('space/logbook/painting-her.md', '\n---\n', `\n---\n${'more and more words '.repeat(200)}\n\n`)],
	['a label in one language', -1, () => blog.change('space/datasources/labels.yaml', '{n} Min. Lesezeit', 'in {n} Min. gelesen')],
	['a label of the default language', -1, () => blog.change('space/datasources/labels.yaml', '"By year"', '"Years"')],
	['the name of an author', -1, () => blog.change('space/authors/ines-kallweit.md', 'name: Ines Kallweit', 'name: Inês Kallweit')],
	['the role of an author', -1, () => blog.change('space/authors/tomos-pryce.md', 'role: ', 'role: Chief ')],
	['an entry of the navigation', -1, () => blog.change(`${site}.de.md`, 'text: Handwerk', 'text: Das Handwerk')],
	['the description of the site', -1, () => blog.change(`${site}.md`, 'description: A small', 'description: A very small')],
	['a new article', -1, () => space.edit.write('logbook/a-rope-from-home', { publish: true } as never)],
];

it.each(edits)('renders what shows it: %s', async (_, pages, edit) => {
	await edit();
	const { code, output } = await blog.build({ SLUGLINE_EXPLAIN: '1' });
	expect(code, output).toBe(0);
	const after = await blog.output();
	const changed = Object.keys(after)
		.filter((path) => isPage(path) && after[path] !== before[path])
		.sort();
	before = after;
	console.log(_, changed.length, renderedIn(output).filter((p) => !changed.includes(p)), changed.filter((p) => !renderedIn(output).includes(p)), output.split('\n').filter((l) => /rendered/.test(l)).join('\n'));
	expect.soft(renderedIn(output)).toEqual(changed);
});
