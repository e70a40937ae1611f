import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { listen } from '../support/listen.js';
import { isLong } from '../support/long.js';
import { checking, config, createSite, plainSite, type Site } from '../support/site.js';
import { warmAstro } from '../support/warm-astro.js';

// Builds render a sample of the cached pages, which finds changes that no analysis detects.

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
	'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
	'src/content.config.ts': plainSite['src/content.config.ts'],
	'src/pages/[...path].astro': route('{read("data/shown.txt")}'),
	'src/pages/plain.astro': '<p>plain</p>',
	'src/pages/random.astro': '<p>{Math.random()}</p>',
	'data/shown.txt': 'first',
};

const astro = warmAstro();
afterAll(() => astro.close());

const open = (changed: Record<string, string> = {}): Promise<Site> =>
	createSite({ ...files, ...changed }, { runner: astro.run });

const warnings = (output: string) =>
	output
		.split('\n')
		.filter((line) => line.includes('[WARN]') && !line.includes('No cached page was checked'));

/** The page of a path in the output of a site with an adapter. */
const shown = async (site: Site, path: string) => (await site.output())[`client/${path}`] ?? '';

it('finds pages that show a random number, the clock, or a file, warns once about each, and renders them in every build from then on', async () => {
	const site = await open({
		'astro.config.mjs': config(
			`{ space: './space', defaultLanguage: 'en' }`,
			`adapter: (await import('@astrojs/node')).default({ mode: 'middleware' })`,
		),
		'src/pages/clock.astro': '<p>{Date.now()}</p>',
		'src/components/Greeting.astro': '<b>Hello {Astro.props.name}</b>',
		'src/pages/island.astro': `---\nimport Greeting from '../components/Greeting.astro';\n---\n<Greeting server:defer name="Ada" />`,
	});
	const first = await site.build(checking);
	expect(first.output).toContain('6 pages rendered, 0 kept');

	await site.write({ 'data/shown.txt': 'second' });
	// What differs by chance is found when it is rendered a second time. The build that finds the file renders everything.
	const said: string[] = warnings(first.output);
	for (let build = 0; build < 5 && said.length < 2; build += 1) {
		const { output } = await site.build();
		said.push(...warnings(output));
	}
	expect(said).toEqual([
		expect.stringContaining('/clock and /random come out differently each time they are rendered'),
		expect.stringMatching(
			/\/ and \/about are not what their cached copies say, and nothing that is tracked changed: .*first.*" in the cached copy, ".*second.*" now/,
		),
	]);
	expect(await shown(site, 'about/index.html')).toContain('About second');
	expect(await shown(site, 'index.html')).toContain('Home second');

	const [clock, random] = [await shown(site, 'clock/index.html'), await shown(site, 'random/index.html')];
	await site.write({ 'data/shown.txt': 'third' });
	const last = await site.build();
	expect(warnings(last.output)).toEqual([]);
	expect(last.output).toContain('5 pages rendered, 1 kept');
	expect(await shown(site, 'about/index.html')).toContain('About third');
	expect(await shown(site, 'index.html')).toContain('Home third');
	expect(await shown(site, 'clock/index.html')).not.toBe(clock);
	expect(await shown(site, 'random/index.html')).not.toBe(random);

	// The page asks the server of the same build, because each build has its own encryption key.
	const [, island] = /fetch\("([^"]+)"/.exec(await shown(site, 'island/index.html')) ?? [];
	const { handler } = await import(pathToFileURL(join(site.folder, 'dist/server/entry.mjs')).href);
	const server = await listen(handler);
	const answer = await fetch(server.url + island);
	expect(await answer.text()).toContain('<b>Hello Ada</b>');
});

it('fails if a cached page fails each time, as a clean build does', async () => {
	const site = await open({ 'src/pages/random.astro': '<p>fixed</p>' });
	await site.built(checking);
	await site.remove('data/shown.txt');
	const failed = await site.build();
	expect(failed.output).toContain('ENOENT');
	expect(failed.output).not.toContain('come out differently');
	expect(failed.code).toBe(1);
	await site.write({ 'data/shown.txt': 'first' });
	expect(await site.built()).toContain('0 pages rendered, 4 kept');
});

it.runIf(isLong)(
	'does not warn about a deterministic site, and renders only what is edited',
	{
		timeout: 3_600_000,
	},
	async () => {
		const site = await open({
			'src/pages/random.astro': '<p>fixed</p>',
			'src/pages/[...path].astro': route(''),
		});
		await site.build(checking);
		for (let build = 0; build < 1000; build += 1) {
			const isEdited = build % 3 === 2;
			if (isEdited) await site.write({ 'space/about.md': story(`About-${build}`) });
			const { output } = await site.build();
			expect(warnings(output)).toEqual([]);
			expect(output).toContain(isEdited ? '1 page rendered, 3 kept' : '0 pages rendered, 4 kept');
		}
	},
);

it('does not take for a change what its own renderings leave in modules', async () => {
	const site = await open({
		'src/pages/random.astro': '<p>fixed</p>',
		'src/lib/state.ts': `const seen = new Set();
export const unique = (id) => { if (seen.has(id)) throw new Error('duplicate'); seen.add(id); return id; };
let used = 0;
export const banner = () => used++ < 3;`,
		'src/pages/[...path].astro': route('{unique(Astro.url.pathname)}{banner() && <b>Banner</b>}').replace(
			'---\n',
			`---\nimport { banner, unique } from '../lib/state';\n`,
		),
	});
	await site.build(checking);
	const made = await site.output();
	const output = await site.built();
	expect(output).toContain('0 pages rendered, 4 kept, 4 checked');
	expect(warnings(output)).toEqual([]);
	expect((await site.output())['about/index.html']).toBe(made['about/index.html']);
});

it.runIf(isLong)('checks pages with SLUGLINE_VERIFY that affect each other', async () => {
	const site = await open({
		'src/pages/random.astro': '<p>fixed</p>',
		'src/lib/ids.ts': 'let last = 0;\nexport const next = () => ++last;',
		'src/pages/[...path].astro': route('{next()} {read("data/shown.txt")}').replace(
			'---\n',
			`---\nimport { next } from '../lib/ids';\n`,
		),
	});
	await site.build();
	await site.write({ 'data/shown.txt': 'second' });
	const { code, output } = await site.build({ SLUGLINE_VERIFY: '1' });
	expect(code, output).toBe(1);
	expect(output).toContain('Checked 4 cached pages: 2 stale');
	expect((await site.output())['about/index.html']).toMatch(/About [12] second/);
	await site.built({ SLUGLINE_VERIFY: '1' });
});

it('checks nothing with `check: false`, and everything with SLUGLINE_VERIFY', async () => {
	const site = await open({
		'src/pages/random.astro': '<p>fixed</p>',
		'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en', incremental: { check: false } }`),
		'src/content.config.ts': `
import { readFileSync } from 'node:fs';
import { defineCollection } from 'astro:content';
import { glob } from 'astro/loaders';
import { z } from 'astro/zod';
import { stories } from 'astro-slugline/loaders';
const unit = () => readFileSync('data/unit.txt', 'utf8');
export const collections = {
	pages: defineCollection({ loader: stories() }),
	prices: defineCollection({
		loader: glob({ pattern: '*.md', base: './prices' }),
		schema: z.object({ price: z.number().transform((price) => price + unit()) }),
	}),
};`,
		'prices/boat.md': '---\nprice: 3\n---\n',
		'data/unit.txt': ' EUR',
		'src/pages/plain.astro': `---\nimport { getEntry } from 'astro:content';\n---\n<p>{(await getEntry('prices', 'boat')).data.price}</p>`,
	});
	await site.build();
	await site.write({ 'data/shown.txt': 'second', 'data/unit.txt': ' CHF' });
	const unchecked = await site.build();
	expect(warnings(unchecked.output)).toEqual([]);
	expect(unchecked.output).toContain('0 pages rendered, 4 kept');

	const verified = await site.build({ SLUGLINE_VERIFY: '1' });
	expect(verified.code).toBe(1);
	expect(verified.output).toContain('Checked 3 cached pages: 2 stale, 0 different each time.');
	expect(verified.output).toContain('2 cached pages are stale: / and /about.');
	// One warning for the route, and one for the entry.
	expect(warnings(verified.output)).toEqual([
		expect.stringContaining('The entry `boat` of `prices` is not what'),
		expect.stringMatching(
			/\/ and \/about are not what their cached copies say, .* changed: on \/, "<p>Home first<\/p>" in the cached copy, "<p>Home second<\/p>" now\. All pages are rendered again\./,
		),
	]);
	expect(verified.output).toMatch(/\d pages? rendered, \d kept, 3 checked/);
	expect(verified.output).toMatch(
		/The entry `boat` of `prices` is not what .*3 EUR.* in the cached copy, .*3 CHF.* now/,
	);
	expect((await site.output())['plain/index.html']).toContain('3 CHF');
	expect((await site.output())['about/index.html']).toContain('About second');

	if (!isLong) return;
	await site.write({ 'data/unit.txt': ' SEK' });
	const onlyEntry = await site.build({ SLUGLINE_VERIFY: '1' });
	expect(onlyEntry.code).toBe(1);
	expect(onlyEntry.output).toContain('An entry is stale: boat of prices.');

	await site.built({ SLUGLINE_VERIFY: '1' });
});
