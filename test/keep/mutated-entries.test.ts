import { expect, it } from 'vitest';
import { mutatedEntries } from '../../packages/astro-keep/src/reads/mutated-entries.js';

const posts = () => [
	{ id: 'one', data: { tags: ['b', 'a'] } },
	{ id: 'two', data: { tags: ['b', 'a'], show: () => 'cannot be copied' } },
];

it('finds what pages change, not what getStaticPaths changed before them', async () => {
	const [early, late] = [posts(), posts()];
	const changes = mutatedEntries();
	changes.watch('early', async () => early);
	early[0]?.data.tags.sort();
	await changes.begin();
	expect(changes.find()).toEqual([]);
	const waits = changes.watch('late', async () => late);
	expect(changes.watch('late', async () => late)).toBe(waits);
	await waits;
	expect(changes.find()).toEqual([]);
	late[0]?.data.tags.sort();
	expect(changes.find()).toEqual(['one of late']);
	early[0]?.data.tags.reverse();
	expect(changes.find()).toEqual(['one of early', 'one of late']);
});

it('watches packed entries that are opened while pages are rendered', async () => {
	const opened = new Set(['before']);
	const changed = new Set(['before']);
	const changes = mutatedEntries();
	changes.watchPacked('posts', { opened: () => opened, isAsPacked: (id) => !changed.has(id) });
	await changes.begin();
	opened.add('after').add('unchanged');
	changed.add('after');
	expect(changes.find()).toEqual(['after of posts']);
});

it('leaves errors of a collection to the page that reads it', async () => {
	const changes = mutatedEntries();
	await changes.begin();
	await changes.watch('none', () => Promise.reject(new Error('no such collection')));
	expect(changes.find()).toEqual([]);
});
