import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { listen } from '../support/listen.js';
import { isLong } from '../support/long.js';
import { config, createSite, plainSite, type Site } from '../support/site.js';

/** Stories with more than four megabytes of content: a collection of that size is stored beside Astro's data store. */
const many = 60;
const filler = 'This sentence is here for its length, as so many are. '.repeat(1500);

const story = (title: string, text = filler): string => `---
name: ${title}
content:
  component: article
  title: ${title}
  parts: [{ component: part, text: "ä – ${title}" }]
---
${text}
`;

const nameOf = (number: number): string => `story-${String(number).padStart(4, '0')}`;

const space = (count: number): Record<string, string> => ({
	'space/space.yaml': 'name: Large\ncontent_types: { article: { body: text } }\n',
	...Object.fromEntries(
		Array.from({ length: count }, (_, number) => [`space/${nameOf(number)}.md`, story(nameOf(number))]),
	),
});

const site = {
	...plainSite,
	'astro.config.mjs': config(`{ space: './space', defaultLanguage: 'en' }`),
	// Everything that a page may do with entries.
	'src/pages/all.json.ts': `
import { getCollection, getEntries, getEntry } from 'astro:content';
export const GET = async () => {
	const all = await getCollection('pages');
	const one = await getEntry('pages', '${nameOf(7)}');
	return new Response(JSON.stringify({
		all,
		again: (await getCollection('pages', ({ data }) => data.content.title === '${nameOf(8)}')).length,
		one,
		keys: [Object.keys(one), Object.keys(one.data), 'content' in one.data, Object.hasOwn(one.data, 'content')],
		copies: [{ ...one }, { ...one.data }, structuredClone(one.data)],
		several: await getEntries([{ collection: 'pages', id: '${nameOf(9)}' }]),
		same: one.data.content === all[7].data.content,
	}, null, '\\t'));
};`,
};

const siteOf = (files: Record<string, string>): Promise<Site> => createSite({ ...site, ...files });

/** Builds a site, and returns what its pages read. */
async function readBy(built: Site): Promise<string> {
	await built.built();
	const files = await built.output();
	const read = files['all.json'] ?? files['client/all.json'];
	expect(read).toBeTypeOf('string');
	return read ?? '';
}

/** What the pages of the last build read. Builds first if there is no output. */
async function lastReadBy(built: Site): Promise<string> {
	return (await built.output())['all.json'] ?? readBy(built);
}

/** A config with the adapter for Node, and what else the adapter has. */
const withServer = (rest: string) => `
import node from '@astrojs/node';
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	adapter: { ...node({ mode: 'middleware' }), ${rest} },
	integrations: [slugline({ space: './space', defaultLanguage: 'en' })],
});`;

/** What the pages read if everything is in Astro's store, as with an adapter that may have no files. */
async function readPlainly(from: Site): Promise<string> {
	const plain = await siteOf({
		'astro.config.mjs': withServer("name: 'elsewhere'"),
		'src/content.config.ts': await readFile(join(from.folder, 'src/content.config.ts'), 'utf8'),
	});
	await cp(join(from.folder, 'space'), join(plain.folder, 'space'), { recursive: true });
	const read = await readBy(plain);
	expect(await storeOf(plain)).toContain('so many are');
	expect(await filesOf(plain)).toEqual([]);
	return read;
}

const cacheOf = ({ folder }: Site) => join(folder, 'node_modules/.astro');
const storeOf = (of: Site) => readFile(join(cacheOf(of), 'data-store.json'), 'utf8');
const packsOf = (of: Site, mode = 'build') => join(cacheOf(of), 'astro-keep-packs', mode);
const filesOf = async (of: Site, mode?: string): Promise<string[]> =>
	(await readdir(packsOf(of, mode)).catch(() => [])).map((name) => join(packsOf(of, mode), name));
const segmentsOf = async (of: Site, mode?: string): Promise<string[]> =>
	(await filesOf(of, mode)).filter((name) => name.endsWith('.jsonl'));
/** The index files, which locate each entry in the segments. */
const indexesOf = async (of: Site): Promise<string[]> =>
	(await filesOf(of)).filter((name) => name.endsWith('.json'));

const large = await createSite({ ...site, ...space(many) });

it('reads a large collection as if it were in the data store, which stays small', async () => {
	const read = await readBy(large);
	expect(read).toContain('so many are');
	expect(JSON.parse(read)).toMatchObject({ again: 1, same: true, one: { id: nameOf(7) } });
	expect(await storeOf(large)).not.toContain('so many are');
	expect(await segmentsOf(large)).toHaveLength(1);
	expect(await indexesOf(large)).toHaveLength(1);
	expect(read).toEqual(await readPlainly(large));
	// The output contains no path of this machine.
	for (const text of Object.values(await large.output())) expect(text).not.toContain(large.folder);
});

it.runIf(isLong)('ships what pages on demand read with the server, outside of its bundle', async () => {
	const served = await siteOf({
		'astro.config.mjs': withServer(''),
		'src/pages/live.json.ts': "export const prerender = false;\nexport { GET } from './all.json.ts';",
		...space(many),
	});
	const read = await readBy(served);
	expect(read).toContain('so many are');
	expect(await storeOf(served)).not.toContain('so many are');
	const code = Object.entries(await served.output()).filter(([path]) => path.endsWith('.mjs'));
	expect(code.length).toBeGreaterThan(1);
	for (const [path, text] of code) expect(text, path).not.toContain('so many are');
	// A server runs on a machine without the cache and the space.
	await served.remove('node_modules/.astro', 'space');
	const { handler } = await import(pathToFileURL(join(served.folder, 'dist/server/entry.mjs')).href);
	const server = await listen(handler);
	const live = await (await fetch(`${server.url}/live.json`)).text();
	expect(live.slice(0, 500)).toBe(read.slice(0, 500));
	expect(live === read).toBe(true);
});

it('writes only what changed, and reads what a clean build reads', async () => {
	const before = await segmentsOf(large);
	await large.write({
		[`space/${nameOf(0)}.md`]: story('Changed'),
		[`space/${nameOf(many)}.md`]: story('New'),
	});
	await large.remove(`space/${nameOf(1)}.md`);
	const read = await readBy(large);
	expect(read).toContain('ä – Changed');
	expect(await segmentsOf(large)).toEqual(expect.arrayContaining(before));
	expect(await segmentsOf(large)).toHaveLength(2);
	const clean = await siteOf({});
	await cp(join(large.folder, 'space'), join(clean.folder, 'space'), { recursive: true });
	expect(read).toEqual(await readBy(clean));
	expect(await large.output()).toEqual(await clean.output());
});

it('builds in another folder from a moved cache', async () => {
	const read = await lastReadBy(large);
	const moved = await siteOf({});
	await cp(join(large.folder, 'space'), join(moved.folder, 'space'), { recursive: true });
	await cp(cacheOf(large), cacheOf(moved), { recursive: true });
	const files = await filesOf(moved);
	expect(await readBy(moved)).toEqual(read);
	expect(await filesOf(moved)).toEqual(files);
});

it('builds what a clean build does if content or an index is damaged', async () => {
	const read = await lastReadBy(large);
	for (const [files, before, after] of [
		[segmentsOf, 'so many are', 'so many ARE'],
		[indexesOf, '"ids":["', '"ids":["_'],
	] as const) {
		// A cached page would not read the content.
		const code = site['src/pages/all.json.ts'].replace('again:', `[${JSON.stringify(`after ${before}`)}]:`);
		await large.write({ 'src/pages/all.json.ts': code });
		for (const file of await files(large)) {
			const text = await readFile(file, 'utf8');
			expect(text).toContain(before);
			await writeFile(file, text.replaceAll(before, after).slice(0, text.length));
		}
		const key = JSON.stringify(`after ${before}`);
		expect((await readBy(large)).replace(`${key}:`, '"again":')).toEqual(read);
	}
	await large.write({ 'src/pages/all.json.ts': site['src/pages/all.json.ts'] });
	expect(await readBy(large)).toEqual(read);
});

it.runIf(isLong)(
	'has content that a schema transformed, and moves back into the data store when the collection becomes small',
	async () => {
		const made = await siteOf({
			...space(many),
			'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { z } from 'astro/zod';
import { stories } from 'astro-slugline/loaders';
const content = z.looseObject({ title: z.string() }).transform((value) => ({ ...value, words: new Set(value.title.split('-')) }));
export const collections = { pages: defineCollection({
	loader: stories(),
	schema: z.object({ name: z.string(), full_slug: z.string(), published_at: z.coerce.date(), content }),
}) };`,
			'src/pages/all.json.ts': `
import { getCollection } from 'astro:content';
export const GET = async () => {
	const all = await getCollection('pages');
	return Response.json(all.map(({ data }) => [data.published_at instanceof Date, [...data.content.words], data.content.text.length]));
};`,
		});
		const rows = JSON.parse(await readBy(made)) as unknown[];
		expect(rows).toHaveLength(many);
		expect(rows[3]).toEqual([true, ['story', '0003'], filler.trim().length]);
		expect(await storeOf(made)).not.toContain('so many are');

		for (let number = 10; number < many; number++) await made.remove(`space/${nameOf(number)}.md`);
		expect(JSON.parse(await readBy(made))).toEqual(rows.slice(0, 10));
		expect(await storeOf(made)).toContain('so many are');
	},
);

it('shows an edit of a large collection in dev', async () => {
	const made = await siteOf(space(many));
	const { url, synced } = await made.dev();
	const title = async (number: number) =>
		/<h1[^>]*>(.*)<\/h1>/.exec(await (await fetch(`${url}/${nameOf(number)}`)).text())?.[1];
	expect(await title(3)).toBe(nameOf(3));
	expect(await segmentsOf(made, 'dev')).toHaveLength(1);
	await synced(() => made.write({ [`space/${nameOf(3)}.md`]: story('Edited') }));
	expect(await title(3)).toBe('Edited');
	expect(await title(4)).toBe(nameOf(4));
	// A build has its own store.
	expect(await readBy(made)).toContain('ä – Edited');
	expect(await title(4)).toBe(nameOf(4));
});

it.runIf(isLong)('warns about a chunked data store', async () => {
	const made = await siteOf({
		...space(10),
		'astro.config.mjs': config(
			`{ space: './space', defaultLanguage: 'en' }`,
			`experimental: { collectionStorage: 'chunked' }`,
		),
	});
	const output = await made.built();
	expect(output.match(/`experimental.*/)?.[0]).toMatchInlineSnapshot(
		`"\`experimental.collectionStorage\` in astro.config makes Astro write its data store in chunks, which takes many times as long in every build. Remove it: astro-keep stores large collections in its own files anyway."`,
	);
});
