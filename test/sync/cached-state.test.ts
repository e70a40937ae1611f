import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createStorage, type Storage } from 'unstorage';
import memory from 'unstorage/drivers/memory';
import { beforeEach, expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace } from './fake-space.js';
import { altered, cleanContentOf, contentOf, syncOf } from './helpers.js';

let space: FakeSpace;
let storage: Storage;
let notices: string[];
const onNotice = (sentence: string) => notices.push(sentence);
const run = (options = {}) => syncOf(space, { storage, onNotice, ...options }).run();
const clean = () => cleanContentOf(space);
const textOfError = async (failing: Promise<unknown>) => {
	const error = await failing.then(String, (thrown) => thrown);
	return `${error.message} ${error.hint}`;
};
const edit = (which: number, other = which + 100) => applyChange(space, { kind: 'edit', which, other });

/** The keys of one kind: `head-a`, `chunk`, `index`, `lease`, `side`. */
const keysOf = async (kind: string) =>
	(await storage.getKeys()).filter((key) => key.split(':')[1] === kind).sort();
const textOf = async (key: string) => String(await storage.getItemRaw(key));

beforeEach(() => {
	space = createFakeSpace();
	storage = createStorage();
	notices = [];
});

/** Two states: the newest one after an edit. */
async function twoStates() {
	fill(space, 30, ['de']);
	await run();
	edit(1);
	await run();
	return { newest: (await keysOf('head-b'))[0] ?? '', older: (await keysOf('head-a'))[0] ?? '' };
}

test('uses the previous record if the latest one was cut off', async () => {
	const { newest } = await twoStates();
	await storage.setItemRaw(newest, (await textOf(newest)).slice(0, 300));
	const synced = await run();
	expect(synced.summary).toMatchObject({ kind: 'delta', changed: 2 });
	expect(notices).toEqual([
		'The latest record of the cached state is damaged, because it was not written to the end; using the one before it.',
	]);
	expect(await contentOf(synced)).toEqual(await clean());
	notices.length = 0;
	expect((await run()).summary.kind).toBe('unchanged');
	expect(notices).toEqual([]);
});

const cutShort = (text: string) => text.slice(0, text.length / 2);
const ofSomethingElse = () => '{"hello":"world"}';

test.each([
	['both records', ['head-a', 'head-b'], 'nonsense', () => 'slugline\nnonsense'],
	['a part of the index', ['index'], 'cut short', cutShort],
	[
		'a part of the index',
		['index'],
		'changed by one character',
		(text: string) => text.replace('Story', 'Storz'),
	],
	['a part of the index', ['index'], 'of something else', ofSomethingElse],
	['a part of the index', ['index'], 'empty', () => ''],
])('fetches everything if %s (%j) is %s', async (_what, kinds, _how, damage) => {
	await twoStates();
	for (const key of (await Promise.all(kinds.map(keysOf))).flat())
		await storage.setItemRaw(key, damage(await textOf(key)));
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(notices).toEqual(['The cached state is damaged, so everything is fetched again.']);
	expect(await contentOf(synced)).toEqual(await clean());
});

test.each([
	['cut short', cutShort],
	['changed by one character', (text: string) => text.replace('Title', 'Titel')],
	['of something else', ofSomethingElse],
])('fetches content that is %s again, and everything in the next sync', async (_, damage) => {
	await twoStates();
	for (const key of await keysOf('chunk')) await storage.setItemRaw(key, damage(await textOf(key)));
	const synced = await run();
	expect(synced.summary.kind).toBe('unchanged');
	expect(await contentOf(synced)).toEqual(await clean());
	expect(notices).toEqual([
		'The cached content is damaged. Missing stories are fetched again now, and everything in the next sync.',
	]);
	const next = await run();
	expect(next.summary.kind).toBe('full');
	expect(await contentOf(next)).toEqual(await clean());
});

test('fetches everything if content is missing when chunks are merged', async () => {
	fill(space, 100);
	await run();
	for (const key of await keysOf('chunk')) await storage.removeItem(key);
	for (let which = 0; which < 80; which += 1) edit(which);
	const synced = await run();
	expect(notices).toEqual(['The cached content is damaged, so everything is fetched again.']);
	expect(synced.summary.kind).toBe('full');
	expect(await contentOf(synced)).toEqual(await clean());
});

test('fails offline if content is damaged', async () => {
	await twoStates();
	for (const key of await keysOf('chunk')) await storage.removeItem(key);
	const synced = await run({ offline: true });
	expect(await textOfError(contentOf(synced))).toBe(
		'The cached content is damaged: a part of it is missing, or was changed after it was written. Build once while the API can be reached. Everything is then fetched again.',
	);
});

/** Changes a record and seals it again, so that it is intact. */
async function rewriteHead(key: string, change: (head: Record<string, unknown>) => object) {
	const [, , json = ''] = (await textOf(key)).split('\n');
	const text = JSON.stringify(change(JSON.parse(json)));
	await storage.setItemRaw(key, `slugline\n${hash('sha256', text).slice(0, 32)}\n${text}`);
}

test('ignores the state of a different version of the package', async () => {
	const { version } = JSON.parse(await readFile('packages/astro-slugline/package.json', 'utf8'));
	for (const key of Object.values(await twoStates())) {
		await rewriteHead(key, (head) => {
			expect(head).toMatchObject({ package: version });
			return { ...head, package: '0.0.1' };
		});
	}
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(notices).toEqual([
		'The cached state is from a different version of astro-slugline, so everything is fetched again.',
	]);
});

test('fetches everything once if an earlier checkout of the same version has written the state', async () => {
	for (const key of Object.values(await twoStates())) {
		await rewriteHead(key, ({ format, requestedLanguages, apiLanguages, ...head }) => {
			expect(format).toBeTypeOf('number');
			return { ...head, asked: requestedLanguages, codes: apiLanguages, lag: { since: 0, whole: false } };
		});
	}
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(await contentOf(synced)).toEqual(await clean());
	expect((await run()).summary).toMatchObject({ kind: 'unchanged', requests: 1 });
	expect(notices).toHaveLength(1);
});

test('ignores the state of a different space, with a warning', async () => {
	await twoStates();
	const other = altered(
		space.origin,
		(body) => body.space && { space: { ...body.space, id: 2, name: 'Other' } },
	);
	const synced = await syncOf(space, { storage, onNotice }, other).run();
	expect(synced.summary.kind).toBe('full');
	expect(synced.space).toEqual({ id: 2, name: 'Other' });
	expect(notices).toEqual([
		'The token is of the space Other, and the cached state is of Fake, so everything is fetched again. If the token is right, there is nothing to do; two spaces in turn need a storage each.',
	]);
});

test('rewrites a small part for a small change', async () => {
	fill(space, 1500, ['de']);
	await run();
	const before = new Map(
		await Promise.all((await storage.getKeys()).map(async (key) => [key, await textOf(key)] as const)),
	);
	edit(700);
	await run();
	let written = 0;
	for (const key of await storage.getKeys()) {
		const text = await textOf(key);
		if (before.get(key) !== text) written += text.length;
	}
	const whole = [...before.values()].reduce((sum, text) => sum + text.length, 0);
	expect(written).toBeLessThan(whole / 10);
});

test('removes what no state needs', async () => {
	fill(space, 120, ['de']);
	await run();
	const first = (await storage.getKeys()).length;
	for (let round = 0; round < 60; round += 1) {
		edit(round * 7);
		await run();
	}
	// Parts and chunks of two states, and the two records.
	expect((await storage.getKeys()).length).toBeLessThan(first + 40);
	expect(await keysOf('lease')).toEqual([]);
	const [gone] = space.stories.values();
	applyChange(space, { kind: 'delete', which: 0, other: 0 });
	for (let round = 0; round < 3; round += 1) {
		edit(round);
		await run({ maxAgeMs: 0 });
	}
	const texts = await Promise.all((await storage.getKeys()).map(textOf));
	expect(texts.some((text) => text.includes(gone?.uuid ?? ''))).toBe(false);
	expect(await contentOf(await run())).toEqual(await clean());
});

test('removes what a killed sync left behind, after its lease has expired', async () => {
	fill(space, 30);
	let time = 0;
	const now = () => time;
	await run({ now });
	const prefix = (await storage.getKeys())[0]?.split(':')[0];
	await storage.setItemRaw(`${prefix}:lease:of-the-dead`, 'slugline\n0');
	await storage.setItemRaw(`${prefix}:chunk:orphan`, 'slugline\nx');
	for (const minute of [1, 20]) {
		time = minute * 60_000;
		edit(minute);
		await run({ now });
		expect(await keysOf('lease')).toHaveLength(minute === 1 ? 1 : 0);
		expect((await keysOf('chunk')).some((key) => key.endsWith('orphan'))).toBe(minute === 1);
	}
});

test('leaves an intact state after two concurrent syncs', async () => {
	fill(space, 60, ['de']);
	for (let round = 0; round < 20; round += 1) {
		edit(round * 3);
		const both = [run(), run(), run({ languages: round % 2 === 0 ? ['de'] : undefined })];
		edit(round * 5);
		for (const synced of await Promise.all(both)) await contentOf(synced);
	}
	expect(notices).toEqual([]);
	const last = await run();
	expect(last.summary.kind).not.toBe('full');
	expect(await contentOf(last)).toEqual(await clean());
});

test('works with a driver that returns bytes in a different form', async () => {
	fill(space, 30, ['de']);
	const forms = [
		(bytes: Uint8Array) => bytes,
		(bytes: Uint8Array) => bytes.buffer,
		(bytes: Uint8Array) => Buffer.from(bytes),
		(bytes: Uint8Array) => new TextDecoder().decode(bytes),
	];
	for (const form of forms) {
		const driver = memory();
		const getItemRaw = async (key: string) => {
			const text = await driver.getItem(key);
			return text === null ? null : form(new TextEncoder().encode(String(text)));
		};
		const odd = createStorage({ driver: { ...driver, getItemRaw } });
		await run({ storage: odd });
		const again = await run({ storage: odd });
		expect(again.summary.kind).toBe('unchanged');
		expect(await contentOf(again)).toEqual(await clean());
	}
});

test.each([
	[
		'cannot be read',
		{ getItem: () => Promise.reject(new Error('connection refused')) },
		'The cached state cannot be read: connection refused. Check its storage: by default a folder in the cache directory, or else the driver in the options.',
	],
	[
		'cannot be written',
		{ setItem: () => Promise.reject(new Error('no space left on device')) },
		'The cached state cannot be written: no space left on device. Check its storage: by default a folder in the cache directory, or else the driver in the options.',
	],
	[
		'does not persist what is written',
		{ setItem: () => {} },
		'Content that this sync stored is missing from the storage. If several builds share the cached state, run the build again. Otherwise, check that the storage persists what is written to it.',
	],
])('fails with a specific error if the storage %s', async (_, broken, message) => {
	fill(space, 1);
	const { getItem, hasItem, getKeys, removeItem, setItem } = memory();
	const driver = { getItem, hasItem, getKeys, removeItem, setItem, ...broken };
	expect(await textOfError(run({ storage: createStorage({ driver }) }))).toBe(message);
});

test('fails if the damaged content is of a deleted story', async () => {
	fill(space, 3);
	await run();
	for (const key of await keysOf('chunk')) await storage.removeItem(key);
	const synced = await run();
	applyChange(space, { kind: 'delete', which: 0, other: 0 });
	space.edge.clear();
	await expect(contentOf(synced)).rejects.toMatchObject({ name: 'SyncError' });
	expect(await contentOf(await run())).toEqual(await clean());
});
