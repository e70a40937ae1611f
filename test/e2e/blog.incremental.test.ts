import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BlogCopy, copyBlog } from '../support/blog-copy.js';
import { isLong } from '../support/long.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

// Edits the playground step by step. Each build renders exactly the pages whose output changes. Only in a long run: in a short
// one, pages.test.ts has the same on a small site, and incremental.test.ts compares with a clean build.

let blog: BlogCopy;
let space: Space;
let before: Record<string, string>;

beforeAll(async () => {
	if (!isLong) return;
	blog = await copyBlog();
	space = createSpace(join(blog.folder, 'space'));
	before = await build(blog);
}, 300_000);

afterAll(async () => {
	await space?.close();
	await blog?.delete();
});

let printed = '';

/** Builds, and returns the pages and feeds of the output, without pages that only redirect. */
async function build(site: BlogCopy): Promise<Record<string, string>> {
	const { code, output } = await site.build({ SLUGLINE_EXPLAIN: '1' });
	expect(code, output).toBe(0);
	printed = output;
	const pages = Object.entries(await site.output()).filter(
		([path, text]) => /(?:\.html|rss\.xml)$/.test(path) && !text.includes('http-equiv="refresh"'),
	);
	return Object.fromEntries(pages);
}

/** The line about downloads, which may interrupt another line. */
const progress = /\d\d:\d\d:\d\d \[astro-slugline\] Assets: .*\n/g;

/** The pages that the last build rendered: each has a line. */
const rendered = (): string[] =>
	[...printed.replace(progress, '').matchAll(/[├└]─ \/(\S+) \(([^)]*)\)/g)]
		.flatMap(([, path = '', how]) => (how === 'cached' ? [] : [decodeURI(path)]))
		.sort();

/** The files of the pages for which the build's report gives a reason. */
async function reported(site: BlogCopy): Promise<string[]> {
	const report: Record<string, { reason?: string }> = JSON.parse(
		(await site.output())['page-report.json'] ?? '{}',
	);
	return Object.entries(report)
		.flatMap(([path, { reason }]) => (reason === undefined ? [] : [decodeURI(path)]))
		.map((path) => (path.endsWith('.xml') ? path.slice(1) : `${path.slice(1)}/index.html`.replace(/^\//, '')))
		.sort();
}

const words = 'and then there was more of it than anybody needs to know about ropes';

/** What is edited, a page that must show the edit, and the edit itself. */
const edits: [what: string, shownOn: string | undefined, edit: () => Promise<unknown>][] = [
	['nothing', undefined, async () => {}],
	[
		'the title of an article',
		'about/index.html',
		() => blog.change('space/features/2026/eleven-minutes.md', '  title: Eleven', '  title: Twelve'),
	],
	[
		'a word of an article',
		'logbook/painting-her/index.html',
		() => blog.change('space/logbook/painting-her.md', '\n---\n', '\n---\nTo begin with. '),
	],
	[
		'an article made longer',
		'logbook/index.html',
		() => blog.change('space/logbook/painting-her.md', '\n---\n', `\n---\n${`${words}. `.repeat(40)}\n\n`),
	],
	[
		'a label in one language',
		'de/index.html',
		() => blog.change('space/datasources/labels.yaml', '{n} Min. Lesezeit', 'in {n} Min. gelesen'),
	],
	[
		'a label in the default language',
		'features/index.html',
		() => blog.change('space/datasources/labels.yaml', '"By year"', '"Years"'),
	],
	[
		'the name of an author',
		'about/index.html',
		() => blog.change('space/authors/tomos-pryce.md', '  name: Tomos', '  name: Tom'),
	],
	[
		'the slug of an author, who has no page',
		undefined,
		() => space.edit.rename('authors/dagny-sorli', 'dagny'),
	],
	[
		'an entry of the navigation',
		'de/index.html',
		() => blog.change('space/settings/site.de.md', 'text: Handwerk', 'text: Das Handwerk'),
	],
	[
		'the description of the site',
		'rss.xml',
		() => blog.change('space/settings/site.md', 'description: A small', 'description: A very small'),
	],
	[
		'the title of a section',
		'features/2026/forty-turns/index.html',
		() => blog.change('space/features/2026/index.md', '  title: Features of 2026', '  title: This year'),
	],
	[
		'the name of a category in one language',
		'fr/archives/index.html',
		() => blog.change('space/categories/crossings.fr.md', '  name: ', '  name: Nos '),
	],
	[
		'the rich text of a page',
		'colophon/index.html',
		() => blog.change('space/colophon.md', 'is a specimen', 'is a sample'),
	],
	[
		'a new article',
		'index.html',
		() =>
			space.edit.write('logbook/a-rope-from-home', {
				frontmatter: { name: 'A rope from home', first_published_at: '2026-06-20T06:00:00.000Z' },
				content: {
					component: 'article',
					title: 'A rope from home',
					standfirst: 'Somebody brings their own.',
					author: 'authors/ines-kallweit',
					categories: ['categories/boats'],
					water: 'sound',
					chart: 'sound',
					seo: { plugin: 'seo_metatags' },
				},
				body: 'It was blue.',
			}),
	],
	[
		'a new translation',
		'logbook/things-left-aboard/index.html',
		async () => {
			await space.edit.write('logbook/things-left-aboard', {
				language: 'de',
				frontmatter: { slug: 'fundsachen' },
				content: { title: 'Fundsachen' },
			});
			await space.edit.publish('logbook/things-left-aboard', { language: 'de' });
		},
	],
	[
		'an unpublished article',
		'features/2026/index.html',
		() => space.edit.unpublish('features/2026/arriving-by-ear'),
	],
	[
		'the slug of an article',
		'logbook/a-coat-of-paint/index.html',
		() => space.edit.rename('logbook/painting-her', 'a-coat-of-paint'),
	],
];

it.runIf(isLong).each(edits)(
	'renders exactly the pages that show the change: %s',
	async (_, shownOn, edit) => {
		await edit();
		const after = await build(blog);
		const changed = Object.keys(after)
			.filter((path) => after[path] !== before[path])
			.sort();
		before = after;
		expect(changed).toEqual(shownOn === undefined ? [] : expect.arrayContaining([shownOn]));
		expect(rendered(), printed).toEqual(changed);
		expect(await reported(blog)).toEqual(changed);
	},
);

it.runIf(isLong)('ends with the output of a clean build', async () => {
	const clean = await copyBlog(blog.folder);
	try {
		expect(await build(clean)).toEqual(before);
	} finally {
		await clean.delete();
	}
});
