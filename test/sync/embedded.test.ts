import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDeliveryClient, filter } from 'astro-slugline/client';
import { createSpace } from 'astro-slugline/space';
import { createSync } from 'astro-slugline/sync';
import { createStorage, type Storage } from 'unstorage';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../support/test-folder.js';
import { quickClock } from './helpers.js';

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
	folder = await temporaryFolder(files);
});

const file = (path: string) => join(folder, path);
const replace = async (path: string, from: string | RegExp, to: string) => {
	const text = await readFile(file(path), 'utf8');
	expect(text).toMatch(from);
	await writeFile(file(path), text.replace(from, to));
};

/** One build, which reads the folder anew. `meanwhile` happens after that, and before the sync. */
async function build(version: 'published' | 'draft', storage: Storage, meanwhile = async () => {}) {
	const space = createSpace(folder);
	await space.ready();
	await meanwhile();
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
	return { content, synced };
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
			if (version === 'published') expect(incremental.synced.summary.kind, name).toBe(kind);
		}
	}
});

test('detects edits, reverts, and branch switches between builds and within them', async () => {
	const storage = createStorage();
	const checkOut = async (name: string) => {
		await writeFile(file('blog/one.md'), story(`One of ${name}`));
		if (name.length % 2 === 0) await writeFile(file('blog/three.md'), story(`Three of ${name}`));
		else await rm(file('blog/three.md'), { force: true });
	};
	const versions = new Map<number | null, string>();
	// The branch that is checked out when the build starts, and when it syncs.
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
		const meanwhile = async () => (begins === syncs ? undefined : checkOut(syncs));
		const { content, synced } = await build('published', storage, meanwhile);
		const { content: clean } = await build('published', createStorage());
		expect(Object.keys(content.stories).sort(), name).toEqual(Object.keys(clean.stories).sort());
		expect(JSON.stringify(content.stories), name).toContain(`"One of ${syncs}"`);
		// Dates only grow within a build, so the same content may have later dates there.
		if (kind) expect(synced.summary.kind, name).toBe(kind);
		expect(synced.settled, name).toBe(true);
		// Equal versions mean equal content, whichever build they come from.
		expect(versions.get(synced.spaceVersion) ?? syncs, name).toBe(syncs);
		versions.set(synced.spaceVersion, syncs);
	}
	expect(versions.size).toBeGreaterThanOrEqual(3);
});
