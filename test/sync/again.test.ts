import type { AskAgain } from 'astro-slugline/sync';
import { createStorage } from 'unstorage';
import { expect, test } from 'vitest';
import { fill } from './fake-changes.js';
import { createFakeSpace } from './fake-space.js';
import { syncOf } from './helpers.js';

const nothing: AskAgain = { stories: [], slugs: [], datasources: [], everything: false };

/** A space that was synced once, and whose version stays the same whatever changes from now on. */
async function syncedSpace() {
	const space = createFakeSpace({ codes: ['de'] });
	const [first, second] = fill(space, 60, ['de']);
	if (!first || !second) throw new Error('There are stories.');
	const entry = { id: 1, name: 'red', value: '#f00', values: {} };
	space.datasources.push({ id: 9, slug: 'colors', dimensions: [], entries: [entry] });
	const storage = createStorage();
	const run = async (again?: Partial<AskAgain>) => {
		space.watch();
		const synced = await syncOf(space, { storage }).run({ again: again && { ...nothing, ...again } });
		return { ...synced.summary, colors: await synced.datasourceEntries('colors') };
	};
	await run();
	const asked = () => space.log.map(({ path }) => path.replace('/v2/cdn/', '').replace(/\/$/, '')).sort();
	return { space, first, entry, run, asked };
}

test('fetches named stories again although the version has not changed, and no others', async () => {
	const { first, entry, run, asked } = await syncedSpace();
	entry.value = '#e00';
	expect(await run(nothing)).toMatchObject({ kind: 'unchanged', colors: [{ value: '#f00' }] });
	expect(asked()).toEqual(['spaces/me']);

	expect(await run({ datasources: ['colors'] })).toMatchObject({
		kind: 'unchanged',
		colors: [{ value: '#e00' }],
	});
	expect(asked()).toEqual(['datasource_entries', 'datasources', 'spaces/me']);

	expect(await run({ stories: [first.id] })).toMatchObject({ kind: 'delta', changed: 0, unchanged: 120 });
	expect(asked()).toEqual(['links', 'spaces/me', 'stories', 'stories']);
	expect(await run({ slugs: ['no/such/story'] })).toMatchObject({ kind: 'delta', unchanged: 120 });
	expect(asked()).toEqual(['links', 'spaces/me', 'spaces/me']);
});

test('fetches everything if the changes are not named', async () => {
	const { run } = await syncedSpace();
	expect(await run({ everything: true })).toMatchObject({ kind: 'full', unchanged: 120 });
});
