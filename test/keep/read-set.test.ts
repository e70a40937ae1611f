import { expect, it } from 'vitest';
import { createAnswerer, isSameAnswer } from '../../packages/astro-keep/src/decide/answerer.js';
import { Field } from '../../packages/astro-keep/src/reads/field.js';
import { createReadSet } from '../../packages/astro-keep/src/reads/read-set.js';
import type { Answer } from '../../packages/astro-keep/src/tracking/index.js';

it('records a read once for each importer', () => {
	const reads = createReadSet();
	for (const importer of ['a', 'b', 'a']) reads.add({ read: 'members "x"', importer });
	expect([...reads.readings()]).toEqual([
		{ read: 'members "x"', importer: 'a' },
		{ read: 'members "x"', importer: 'b' },
	]);
});

it('records the fields that were read of the same entries as one read, and of many entries as of all', () => {
	const reads = createReadSet();
	const field = (name: string) => new Field('pages', ['data', name]);
	const read = (name: string, count: number) => {
		const seen = reads.seen(field(name));
		for (let at = count; at > 0; at -= 1) seen.add(`id-${at}`);
	};
	read('title', 2);
	read('date', 2);
	read('tags', 1);
	read('draft', 201);
	read('order', 300);
	expect([...reads.readings()].map((reading) => reading.read)).toEqual([
		'fields ["pages",["id-1","id-2"],[["data","date"],["data","title"]]]',
		'fields ["pages",["id-1"],[["data","tags"]]]',
		'fields ["pages",0,[["data","draft"],["data","order"]]]',
	]);
});

const answering = (answer: Answer<'members'>) => createAnswerer(new Map([['members', answer]]));

it('makes each read once', async () => {
	const asked: string[] = [];
	const answerer = answering(async (name) => {
		asked.push(name);
		return name;
	});
	expect(await answerer('members "a b"')).toBe(await answerer('members "a b"'));
	expect(asked).toEqual(['a b']);
});

it('makes no text of an answer whose digests are those of the build before', async () => {
	let made = 0;
	const answerer = (validator: string | undefined, text: string) =>
		answering(async () => ({
			validator,
			async text() {
				made += 1;
				return [['', [text]]];
			},
		}));
	const before = await answerer('1', 'a')('members "x"');
	expect(await answerer('1', 'b')('members "x"', before)).toBe(before);
	expect(made).toBe(1);
	expect(isSameAnswer(await answerer('2', 'a')('members "x"', before), before)).toBe(true);
	expect(isSameAnswer(await answerer('2', 'b')('members "x"', before), before)).toBe(false);
	expect(isSameAnswer(await answerer(undefined, 'a')('members "x"', before), before)).toBe(true);
});

it('gives a read that cannot be made a new digest in each build', async () => {
	const failing = () => answering(() => Promise.reject(new Error('gone')));
	for (const read of ['always null', 'fetch null', 'members "a"', 'story ["of","nobody"]'] as const) {
		expect(isSameAnswer(await failing()(read), await failing()(read))).toBe(false);
	}
});
