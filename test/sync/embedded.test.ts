import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createDeliveryClient, filter } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import { createStorage, type Storage } from 'unstorage';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { isLong } from '../support/long.js';
import { quickClock } from './helpers.js';
import type { EmbeddedBuild, EmbeddedOrder } from './processes/embedded.js';

const story = (title: string, more = '') => `---
name: ${title}
${more}content:
  component: article
  title: ${title}
---
Of ${title}.
`;
const files = {
	'space.yaml': `id: 1
name: Small
created_at: 2025-09-01T08:00:00.000Z
languages:
  - { code: de, name: Deutsch }
  - { code: fr, name: Français }
content_types:
  article: { body: text }
`,
	'index.md': story('Home'),
	'about.md': story('About'),
	'about.de.md': story('Über uns', 'published: true\n'),
	'blog/_folder.yaml': 'name: Blog\n',
	'blog/one.md': story('One'),
	'blog/one.de.md': story('Eins', 'published: true\n'),
	'blog/one.fr.md': story('Un', 'published: true\n'),
	'blog/two.md': story('Two'),
	'datasources/labels.yaml': `name: Labels
dimensions:
  - { name: Deutsch, entry_value: de }
entries:
  - name: more
    value: More
    dimensions: { de: Mehr }
`,
};

let folder: string;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'slugline-embedded-'));
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(file(path)), { recursive: true });
		await writeFile(file(path), text);
	}
});
afterEach(() => rm(folder, { recursive: true }));

const file = (path: string) => join(folder, path);
const replace = async (path: string, from: string | RegExp, to: string) => {
	const text = await readFile(file(path), 'utf8');
	expect(text).toMatch(from);
	await writeFile(file(path), text.replace(from, to));
};

/** One build: a process of its own, as far as the embedded space is concerned. */
async function build(version: 'published' | 'draft', storage: Storage) {
	const space = createSpace(folder);
	await space.ready();
	const client = createDeliveryClient({
		token: space.tokens.preview,
		baseUrl: space.url,
		fetch: space.fetch,
		version,
		clock: quickClock(),
	});
	const synced = await createSync({ client, version, baseUrl: client.baseUrl, storage }).run();
	const stories = [];
	for await (const [{ uuid, lang }, story] of synced.stories(synced.rows))
		stories.push([`${uuid} ${lang}`, story]);
	const sources = await synced.datasources();
	const content = {
		links: synced.links,
		rows: synced.rows,
		stamp: synced.stamp,
		stories: Object.fromEntries(stories),
		entries: await Promise.all(sources.map(({ slug }) => synced.datasourceEntries(slug))),
		articles: [...(await synced.matching(filter.where('component').in('article')))].sort(),
	};
	await space.close();
	return { content, summary: synced.summary };
}

test('syncs an edited embedded space to the same content as a clean build', async () => {
	const storage = createStorage();
	const edits: [name: string, kind: string, edit: () => Promise<void>][] = [
		['nothing yet', 'full', async () => {}],
		['nothing', 'unchanged', async () => {}],
		['a title', 'delta', () => replace('blog/one.md', 'title: One', 'title: Changed')],
		[
			'a translation withdrawn',
			'delta',
			() => replace('blog/one.de.md', 'published: true', 'published: false'),
		],
		['a translation removed', 'delta', () => rm(file('blog/one.fr.md'))],
		['a story removed', 'delta', () => rm(file('blog/two.md'))],
		['a story added', 'delta', () => writeFile(file('blog/three.md'), story('Three'))],
		['a folder renamed', 'delta', () => rename(file('blog'), file('journal'))],
		['an entry', 'delta', () => replace('datasources/labels.yaml', 'Mehr', 'Weiter')],
		['a draft', 'delta', () => writeFile(file('about.draft.md'), story('About, soon'))],
		['nothing more', 'unchanged', async () => {}],
	];
	for (const [name, kind, edit] of edits) {
		await edit();
		for (const version of ['published', 'draft'] as const) {
			const incremental = await build(version, storage);
			const clean = await build(version, createStorage());
			expect(incremental.content, `${name}, ${version}`).toEqual(clean.content);
			if (version === 'published') expect(incremental.summary.kind, name).toBe(kind);
		}
	}
});

const run = promisify(execFile);
const sources = new URL('./kill/sources.mjs', import.meta.url).href;
const script = fileURLToPath(new URL('./processes/embedded.ts', import.meta.url));

/** One build in a process of its own; `meanwhile` is what happens to the folder between its start and its sync. */
async function buildApart(state: string, meanwhile: EmbeddedOrder['meanwhile'] = {}): Promise<EmbeddedBuild> {
	const order: EmbeddedOrder = { folder, state, meanwhile };
	const flags = ['--import', sources, '--conditions', 'slugline-source'];
	const { stdout } = await run(process.execPath, [...flags, script, JSON.stringify(order)]);
	return JSON.parse(stdout);
}

test('detects edits, reverts, and branch switches between processes and within them', async () => {
	const state = await mkdtemp(join(tmpdir(), 'slugline-state-'));
	onTestFinished(() => rm(state, { recursive: true }));
	const branch = (name: string): EmbeddedOrder['meanwhile'] => ({
		'blog/one.md': story(`One of ${name}`),
		'blog/three.md': name.length % 2 === 0 ? story(`Three of ${name}`) : null,
	});
	const checkOut = async (name: string) => {
		for (const [path, text] of Object.entries(branch(name))) {
			if (text === null) await rm(file(path), { force: true });
			else await writeFile(file(path), text);
		}
	};
	const versions = new Map<number | null, string>();
	// The branch that is checked out when the process starts, and when it syncs.
	const builds: [begins: string, syncs: string, kind?: string][] = [
		['main', 'main', 'full'],
		['main', 'main', 'unchanged'],
		['feature', 'feature', 'delta'],
		['main', 'main', 'delta'],
		['main', 'fix-2'],
		['fix-2', 'main'],
		['b', 'main'],
	];
	for (const [n, [begins, syncs, kind]] of builds.entries()) {
		const name = `${n}: ${begins} to ${syncs}`;
		await checkOut(begins);
		const meanwhile = begins === syncs ? {} : branch(syncs);
		const built = await buildApart(state, meanwhile);
		expect(built.contents, name).toMatchObject({ 'blog/one default': { title: `One of ${syncs}` } });
		expect('blog/three default' in built.contents, name).toBe(syncs.length % 2 === 0);
		// Dates only grow within a process, so the same content may have later dates there.
		expect(built, name).toMatchObject(kind ? { kind, settled: true } : { settled: true });
		// Equal versions mean equal content, whichever process they come from.
		expect(versions.get(built.spaceVersion) ?? syncs, name).toBe(syncs);
		versions.set(built.spaceVersion, syncs);
	}
	expect(versions.size).toBeGreaterThanOrEqual(3);
});

test('gives different contents different versions, whatever the process read before', async () => {
	const versions = new Map<number, string>();
	for (let round = 0; round < (isLong ? 40 : 10); round += 1) {
		await writeFile(file('about.md'), story('About'));
		const space = createSpace(folder);
		await space.ready();
		for (const title of ['About', `Edit ${round}`, `Edit ${round + 1}`, 'About']) {
			await writeFile(file('about.md'), story(title));
			const url = `${space.url}/v2/cdn/spaces/me?token=${space.tokens.public}`;
			const { version, version_is_hash } = (await (await space.fetch(url)).json()).space;
			expect(version_is_hash).toBe(true);
			expect(versions.get(version) ?? title).toBe(title);
			versions.set(version, title);
		}
		await space.close();
	}
});
