import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { createSpace, type Space } from 'astro-slugline/space';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

const story = (title: string, more = '') =>
	`---\nname: ${title}\ncontent:\n  component: article\n  title: ${title}\n${more}---\nText of ${title}.\n`;

const files = {
	'space/space.yaml': `name: Small
languages: [de, pt-br]
content_types: { article: { references: [related] } }
`,
	'space/index.md': story('Home'),
	'space/blog/_folder.yaml': 'name: Blog\ntranslated: { de: { slug: magazin } }\n',
	'space/blog/index.md': story('Blog'),
	'space/blog/one.md': story('One', '  related: blog/two\n'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
	'space/blog/two.md': story('Two'),
	'space/blog/deep/three.md': story('Three'),
	'space/datasources/colors.yaml':
		'name: Colors\ndimensions: [{ name: German, entry_value: de }]\nentries:\n  - { name: red, value: "#f00", dimensions: { de: rot } }\n',
};

const site = {
	...plainSite,
	'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { datasource, links, stories } from 'astro-slugline/loaders';
export const collections = {
	pages: defineCollection({ loader: stories() }),
	blog: defineCollection({ loader: stories({ startsWith: 'blog/', contentType: 'article' }) }),
	links: defineCollection({ loader: links() }),
	colors: defineCollection({ loader: datasource('colors') }),
};`,
	'src/pages/all.json.ts': `
import { getCollection } from 'astro:content';
export const GET = async () => Response.json({
	blog: await getCollection('blog'), links: await getCollection('links'), colors: await getCollection('colors'),
});`,
};

let incremental: Site;
let space: Space;

beforeAll(async () => {
	incremental = await createSite({ ...site, ...files });
	space = createSpace(join(incremental.folder, 'space'));
	expect((await incremental.build()).code).toBe(0);
});

afterAll(async () => {
	await space?.close();
	await incremental?.delete();
});

/** Output of a clean build of the same content. */
async function cleanOutput(): Promise<Record<string, string>> {
	const clean = await createSite(site);
	try {
		await cp(join(incremental.folder, 'space'), join(clean.folder, 'space'), { recursive: true });
		const { code, output } = await clean.build();
		expect(code, output).toBe(0);
		return await clean.output();
	} finally {
		await clean.delete();
	}
}

/** What is edited, the edit itself, and what the build reports. Each edit adds to the previous ones. */
const edits: [string, () => Promise<unknown>, RegExp][] = [
	[
		'an edited story',
		() => space.edit.write('blog/two', { content: { component: 'article', title: 'Zwei' } }),
		/1 changed|3 changed/,
	],
	[
		'a new story',
		() =>
			space.edit.write('blog/new', {
				frontmatter: { name: 'New' },
				content: { component: 'article', title: 'New' },
			}),
		/added/,
	],
	['an unpublished story', () => space.edit.unpublish('blog/two'), /removed/],
	['an unpublished language', () => space.edit.unpublish('blog/one', { language: 'de' }), /removed/],
	['a published story', () => space.edit.publish('blog/two'), /added/],
	['a renamed story', () => space.edit.rename('blog/one', 'first'), /moved/],
	['a renamed folder', () => space.edit.rename('blog', 'journal'), /moved/],
	['a moved story', () => space.edit.move('journal/deep/three', ''), /moved/],
	['a deleted story', () => space.edit.delete('journal/new'), /removed/],
	[
		'a translation',
		() =>
			space.edit.write('three', {
				language: 'pt-br',
				frontmatter: { slug: 'tres' },
				content: { title: 'Três' },
			}),
		/changed|moved|added/,
	],
	[
		'an edited datasource',
		() => space.edit.setEntry('colors', { name: 'red', value: '#e00', dimensions: { de: 'hellrot' } }),
		/Small/,
	],
];

/** Edits in one build, and edits between two comparisons. A comparison also shows what earlier edits left behind. */
const editsPerBuild = isLong ? 1 : 2;
const editsPerComparison = isLong ? 1 : 6;

const groups = Array.from({ length: Math.ceil(edits.length / editsPerBuild) }, (_, at) =>
	edits.slice(at * editsPerBuild, (at + 1) * editsPerBuild),
).map((group) => ({ group, what: group.map(([name]) => name).join(', ') }));

it.each(groups)('gives the output of a clean build after $what', async ({ group }) => {
	for (const [, edit] of group) await edit();
	const { code, output } = await incremental.build();
	expect(code, output).toBe(0);
	const line = output.match(/\[astro-slugline\] (Small.*)/)?.[1];
	for (const [, , said] of group) expect(line).toMatch(said);
	const done = edits.findIndex(([, edit]) => edit === group.at(-1)?.[1]) + 1;
	if (done % editsPerComparison === 0 || done === edits.length)
		expect(await incremental.output()).toEqual(await cleanOutput());
});
