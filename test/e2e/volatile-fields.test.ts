import { expect, it, onTestFinished } from 'vitest';
import { config, createSite } from '../support/site.js';
import { useWarmAstro } from '../support/warm-astro.js';

useWarmAstro();

// Few pages show the dates, the position, and the tags of a story. When they change, only pages that read them are rendered.

const count = 14;

const story = (number: number, { day = 1, position = number * 10, tags = 'a' } = {}) => `---
name: Story ${number}
position: ${position}
tag_list: [${tags}]
first_published_at: 2024-01-01T00:00:00Z
published_at: 2024-02-${String(day).padStart(2, '0')}T00:00:00Z
content: { component: article }
---
`;

const list = (names: string) => `---
import { getCollection, getEntry } from 'astro:content';
import { query } from 'astro-slugline/content';
const names = ${names};
---
<p>{names.join()}</p>`;

const files = {
	'package.json': '{ "type": "module" }',
	'astro.config.mjs': config('{ explain: true }'),
	'space/space.yaml': 'name: Quiet\n',
	...Object.fromEntries(
		Array.from({ length: count }, (_, at) => [`space/s${at + 1}.md`, story(at + 1, { day: at + 1 })]),
	),
	'src/content.config.ts': `
import { storyCollections, links } from 'astro-slugline/loaders';
import { defineCollection } from 'astro:content';
export const collections = { ...storyCollections({ types: ['article'] }), links: defineCollection({ loader: links() }) };`,
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('article'));
---
<h1>{Astro.props.story.data.name}</h1>`,
	'src/pages/names.astro': list(`(await getCollection('article')).map(({ data }) => data.name)`),
	'src/pages/latest.astro': list(
		`(await getCollection('article')).sort((a, b) => b.data.published_at.localeCompare(a.data.published_at)).map(({ data }) => data.name)`,
	),
	'src/pages/tags.astro': list(`[(await getEntry('article', 's7')).data.tag_list]`),
	'src/pages/order.astro': list(
		`(await getCollection('links')).sort((a, b) => a.data.position - b.data.position).map(({ data }) => data.name)`,
	),
	'src/pages/asked.astro': list(
		`(await query({ collection: 'links', sort: 'position', fields: ['name'] })).map(({ data }) => data.name)`,
	),
};

it('renders only the pages that read a changed date, position, or tag', async () => {
	const site = await createSite(files);
	onTestFinished(site.delete);
	const build = async () => {
		const { code, output } = await site.build();
		expect(code, output).toBe(0);
		return [...output.matchAll(/\[astro-slugline\] (rendered .*|\d+ pages? rendered, \d+ kept)/g)].map(
			([, line]) => line,
		);
	};
	await build();

	await site.write({ 'space/s3.md': story(3, { day: 28 }) });
	expect(await build()).toMatchInlineSnapshot(`
		[
		  "1 page rendered, 18 kept",
		  "rendered /latest: \`data.name\` or \`data.published_at\` of an entry in \`article\` changed",
		]
	`);
	expect((await site.output())['latest/index.html']).toContain('<p>Story 3,');

	await site.write({ 'space/s4.md': story(4, { day: 4, position: 43 }) });
	expect(await build()).toMatchInlineSnapshot(`
		[
		  "1 page rendered, 18 kept",
		  "rendered /order: \`data.name\` or \`data.position\` of an entry in \`links\` changed",
		]
	`);

	await site.write({ 'space/s4.md': story(4, { day: 4, position: 1 }) });
	expect(await build()).toMatchInlineSnapshot(`
		[
		  "2 pages rendered, 17 kept",
		  "rendered /asked: the answer of a query() changed (src/pages/asked.astro): {"collection":"links","sort":"position","fields":["name"]}",
		  "rendered /order: \`data.name\` or \`data.position\` of an entry in \`links\` changed",
		]
	`);
	const { 'asked/index.html': asked, 'order/index.html': order } = await site.output();
	expect([asked, order].join()).toMatch(/<p>Story 4,.*<p>Story 4,/);

	await site.write({
		'space/s7.md': story(7, { day: 7, tags: 'b' }),
		'space/s8.md': story(8, { day: 8, tags: 'b' }),
	});
	expect(await build()).toMatchInlineSnapshot(`
		[
		  "1 page rendered, 18 kept",
		  "rendered /tags: \`data.tag_list\` of \`s7\` in \`article\` changed",
		]
	`);
	const { 'tags/index.html': tags, ...others } = await site.output();
	expect(tags).toContain('<p>b</p>');

	await site.remove('dist', 'node_modules/.astro');
	await build();
	expect(await site.output()).toEqual({ 'tags/index.html': tags, ...others });
});
