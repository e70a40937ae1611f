import { readFile } from 'node:fs/promises';
import { createStorage, type Storage } from 'unstorage';
import memory from 'unstorage/drivers/memory';
import { beforeEach, expect, test } from 'vitest';
import { applyChange, fill } from './fake-changes.js';
import { createFakeSpace, type FakeSpace } from './fake-space.js';
import { contentOf, syncOf } from './helpers.js';

let space: FakeSpace;
let storage: Storage;
let notices: string[];
const onNotice = (sentence: string) => notices.push(sentence);
const run = (options = {}) => syncOf(space, { storage, onNotice, ...options }).run();
const clean = async () => contentOf(await syncOf(space, {}, space.origin).run());
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
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The latest record of the cached state is damaged, because it was not written to the end; using the one before it.",
		]
	`);
	expect(await contentOf(synced)).toEqual(await clean());
	notices.length = 0;
	expect((await run()).summary.kind).toBe('unchanged');
	expect(notices).toEqual([]);
});

test('fetches everything if both records are damaged', async () => {
	for (const key of Object.values(await twoStates())) await storage.setItemRaw(key, 'slugline\nnonsense');
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The cached state is damaged, so everything is fetched again.",
		]
	`);
	expect(await contentOf(synced)).toEqual(await clean());
});

test.each([
	['cut short', (text: string) => text.slice(0, text.length / 2)],
	['changed by one character', (text: string) => text.replace('Title', 'Titel').replace('Story', 'Storz')],
	['of something else', () => '{"hello":"world"}'],
	['empty', () => ''],
])('fetches everything if a part of the index is %s', async (_, damage) => {
	await twoStates();
	for (const key of await keysOf('index')) await storage.setItemRaw(key, damage(await textOf(key)));
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(notices).toEqual(['The cached state is damaged, so everything is fetched again.']);
	expect(await contentOf(synced)).toEqual(await clean());
});

test.each([
	['cut short', (text: string) => text.slice(0, text.length / 2)],
	['changed by one character', (text: string) => text.replace('Title', 'Titel')],
	['of something else', () => '{"hello":"world"}'],
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
	const error = await contentOf(synced).catch((thrown) => thrown);
	expect({ message: error.message, hint: error.hint }).toMatchInlineSnapshot(`
		{
		  "hint": "Build once while the API can be reached. Everything is then fetched again.",
		  "message": "The cached content is damaged: a part of it is missing, or was changed after it was written.",
		}
	`);
});

test('ignores the state of a different version of the package', async () => {
	await twoStates();
	for (const key of Object.values(await twoStates())) {
		const [, , json = ''] = (await textOf(key)).split('\n');
		const other = json.replace(/"package":"[^"]+"/, '"package":"0.0.1"');
		const hash = [
			...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(other)), 0, 16),
		];
		const hex = hash.map((byte) => byte.toString(16).padStart(2, '0')).join('');
		await storage.setItemRaw(key, `slugline\n${hex}\n${other}`);
	}
	const synced = await run();
	expect(synced.summary.kind).toBe('full');
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The cached state is from a different version of astro-slugline, so everything is fetched again.",
		]
	`);
});

test('ignores the state of a different space, with a warning', async () => {
	await twoStates();
	const origin = space.origin;
	const other = (async (input) => {
		const answer = await origin(input);
		if (!String(input).includes('spaces/me')) return answer;
		const { space: me } = await answer.json();
		return Response.json({ space: { ...me, id: 2, name: 'Other' } });
	}) satisfies typeof fetch;
	const synced = await syncOf(space, { storage, onNotice }, other).run();
	expect(synced.summary.kind).toBe('full');
	expect(synced.space).toEqual({ id: 2, name: 'Other' });
	expect(notices).toMatchInlineSnapshot(`
		[
		  "The token is of the space Other, and the cached state is of Fake, so everything is fetched again. If the token is right, there is nothing to do; two spaces in turn need a storage each.",
		]
	`);
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

test('stores the version of package.json in the state', async () => {
	fill(space, 1);
	await run();
	const [key = ''] = await keysOf('head-a');
	const { version } = JSON.parse(await readFile('packages/astro-slugline/package.json', 'utf8'));
	expect(JSON.parse((await textOf(key)).split('\n')[2] ?? '')).toMatchObject({ package: version });
});

test('fails with a specific error if the storage cannot be read', async () => {
	fill(space, 1);
	const broken = {
		...createStorage(),
		getItemRaw: async () => {
			throw new Error('connection refused');
		},
	} as Storage;
	const error = await run({ storage: broken }).catch((thrown) => thrown);
	expect({ message: error.message, hint: error.hint }).toMatchInlineSnapshot(`
		{
		  "hint": "Check its storage: by default a folder in the cache directory, or else the driver in the options.",
		  "message": "The cached state cannot be read: connection refused.",
		}
	`);
});

test('fails with a specific error if the storage cannot be written', async () => {
	fill(space, 1);
	const driver = memory();
	const full = async () => {
		throw new Error('no space left on device');
	};
	const storage = createStorage({ driver: { ...driver, setItemRaw: full, setItem: full } });
	const error = await run({ storage }).catch((thrown) => thrown);
	expect(error.message).toMatchInlineSnapshot(
		`"The cached state cannot be written: no space left on device."`,
	);
});

test('reports a storage that does not persist what is written', async () => {
	fill(space, 1);
	const driver = memory();
	const storage = createStorage({
		driver: { ...driver, setItemRaw: async () => {}, setItem: async () => {} },
	});
	const error = await run({ storage }).catch((thrown) => thrown);
	expect({ message: error.message, hint: error.hint }).toMatchInlineSnapshot(`
		{
		  "hint": "If several builds share the cached state, run the build again. Otherwise, check that the storage persists what is written to it.",
		  "message": "Content that this sync stored is missing from the storage.",
		}
	`);
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
