import { expect, it, onTestFinished } from 'vitest';
import { config, createSite, type Site } from '../support/site.js';

// Builds render a sample of the pages that they would leave as they are: what no analysis sees is found by looking.

const story = (title: string) => `---\nname: ${title}\ncontent: { component: page, title: ${title} }\n---\n`;

const space = {
	'space/space.yaml': 'name: Checked\n',
	'space/index.md': story('Home'),
	'space/about.md': story('About'),
};

const route = (body: string) => `---
import { readFileSync } from 'node:fs';
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
const read = (path: string) => readFileSync(path, 'utf8');
---
<p>{story.data.name} ${body}</p>`;

const files = {
	...space,
	'package.json': '{ "type": "module" }',
	'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
	'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = { pages: defineCollection({ loader: stories() }) };`,
	'src/pages/[...path].astro': route('{read("data/shown.txt")}'),
	'src/pages/plain.astro': '<p>plain</p>',
	'src/pages/random.astro': '<p>{Math.random()}</p>',
	'data/shown.txt': 'first',
};

async function open(changed: Record<string, string> = {}): Promise<Site> {
	const site = await createSite({ ...files, ...changed });
	onTestFinished(() => site.delete());
	return site;
}

const warnings = (output: string) => output.split('\n').filter((line) => line.includes('[WARN]'));

it('finds a page that shows a random number and one that reads a file, names each once, and is exact from then on', async () => {
	const site = await open();
	const first = await site.build();
	expect(first.output).toContain('4 pages rendered, 0 kept');

	const second = await site.build();
	expect(warnings(second.output)).toEqual([
		expect.stringContaining('/random comes out differently each time it is rendered'),
	]);
	expect(second.output).toContain('1 page rendered, 3 kept');

	await site.write({ 'data/shown.txt': 'second' });
	const third = await site.build();
	expect(warnings(third.output)).toEqual([
		expect.stringMatching(
			/nothing that Slugline tracks changed: ".*first.*" in the cached copy, ".*second.*" now/,
		),
	]);
	expect((await site.output())['about/index.html']).toContain('About second');
	expect((await site.output())['index.html']).toContain('Home second');

	await site.write({ 'data/shown.txt': 'third' });
	const fourth = await site.build();
	expect(warnings(fourth.output)).toEqual([]);
	expect((await site.output())['about/index.html']).toContain('About third');
	expect((await site.output())['index.html']).toContain('Home third');
	expect(fourth.output).toContain('3 pages rendered, 1 kept');
});

it('says nothing of a site that is deterministic, and renders nothing', async () => {
	const site = await open({
		'src/pages/random.astro': '<p>fixed</p>',
		'src/pages/[...path].astro': route(''),
	});
	await site.build();
	for (let build = 0; build < 3; build += 1) {
		const { output } = await site.build();
		expect(warnings(output)).toEqual([]);
		expect(output).toContain('0 pages rendered, 4 kept');
	}
});

it('checks nothing where the option says so, and everything where it is asked to', async () => {
	const site = await open({
		'src/pages/random.astro': '<p>fixed</p>',
		'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en', incremental: { check: false } }`),
	});
	await site.build();
	await site.write({ 'data/shown.txt': 'second' });
	const unchecked = await site.build();
	expect(warnings(unchecked.output)).toEqual([]);
	expect(unchecked.output).toContain('0 pages rendered, 4 kept');

	const verified = await site.build({ SLUGLINE_VERIFY: '1' });
	expect(verified.code).toBe(1);
	expect(verified.output).toContain('Checked 4 cached pages: 2 stale, 0 different each time.');
	expect(verified.output).toContain('2 cached pages are stale: /, /about.');
	expect((await site.output())['about/index.html']).toContain('About second');

	const again = await site.build({ SLUGLINE_VERIFY: '1' });
	expect(again.code, again.output).toBe(0);
});
