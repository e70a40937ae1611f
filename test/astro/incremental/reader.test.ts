import { expect, it } from 'vitest';
import {
	bare,
	createAnswerer,
	wholly,
} from '../../../packages/astro-slugline/src/astro/incremental/decide/answerer.js';
import { createReader } from '../../../packages/astro-slugline/src/astro/incremental/decide/reader.js';

it('records a read once for each importer', () => {
	const reader = createReader();
	for (const importer of ['a', 'b', 'a']) reader.read({ read: 'entry x', importer });
	expect([...reader.readings()]).toEqual([
		{ read: 'entry x', importer: 'a' },
		{ read: 'entry x', importer: 'b' },
	]);
});

it('records a volatile field of up to ten entries, and then of all entries at once', () => {
	const reader = createReader();
	const reads = Array.from({ length: 13 }, (_, at) => reader.fieldToRecord('pages', 'position', `id-${at}`));
	expect(reads.slice(0, 10)).toEqual(
		Array.from({ length: 10 }, (_, at) => `field ["pages","position","id-${at}"]`),
	);
	expect(reads.slice(10)).toEqual(['fields ["pages","position"]', undefined, undefined]);
	expect(reader.fieldToRecord('pages', 'position', 'id-1')).toBeUndefined();
	expect(reader.fieldToRecord('pages', 'tag_list', 'id-1')).toBe('field ["pages","tag_list","id-1"]');
	expect(reader.fieldToRecord('pages', 'tag_list', 'id-1')).toBeUndefined();
});

it('makes each read once, and passes on whether the whole result counts', async () => {
	const asked: unknown[] = [];
	const answerer = createAnswerer(
		new Map([
			[
				'entry',
				async (id, isWhole) => {
					asked.push([id, isWhole]);
					return `${id} ${isWhole}`;
				},
			],
		]),
	);
	const digest = await answerer('entry a b');
	expect(await answerer('entry a b')).toBe(digest);
	expect(await answerer(wholly('entry a b'))).not.toBe(digest);
	expect(asked).toEqual([
		['a b', false],
		['a b', true],
	]);
});

it('gives a read that cannot be made a new digest in each build', async () => {
	const failing = new Map([['entry', () => Promise.reject(new Error('gone'))]]);
	for (const read of ['always', 'fetch', 'entry a', 'collection of nobody']) {
		expect(await createAnswerer(failing)(read)).not.toBe(await createAnswerer(failing)(read));
	}
});

it('marks a read as whole once, and never one that cannot be made', () => {
	expect(wholly(wholly('entry a'))).toBe(wholly('entry a'));
	expect(bare(wholly('entry a'))).toBe('entry a');
	expect(bare('entry a')).toBe('entry a');
	expect(wholly('always')).toBe('always');
});
