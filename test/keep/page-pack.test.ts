import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { beforeEach, expect, it } from 'vitest';
import {
	openPagePacks,
	type PageCopy,
	packsToRewrite,
} from '../../packages/astro-keep/src/cache/page-pack.js';
import { createTestFolder } from '../support/test-folder.js';

let folder: URL;
beforeEach(async () => {
	folder = (await createTestFolder()).url;
});

const bytes = (text: string) => Buffer.from(text);

async function write(...pages: string[]): Promise<PageCopy[]> {
	const packs = openPagePacks(folder);
	const copies = pages.map((page) => packs.add(bytes(page)));
	const pack = await packs.finish();
	await packs.close();
	return copies.map((copy) => ({ pack: pack ?? '', ...copy }));
}

const read = (copy: PageCopy) => openPagePacks(folder).read(copy)?.toString();

it('returns the pages that it stored, and stores equal pages once', async () => {
	const pages = ['one', '', 'größe', 'one', 'x'.repeat(3_000_000)];
	const copies = await write(...pages);
	expect(copies.map(read)).toEqual(pages);
	expect(copies[3]).toEqual(copies[0]);
});

it('names a pack after its content', async () => {
	const [one] = await write('a', 'b');
	const [again] = await write('a', 'b');
	const [other] = await write('b', 'a');
	expect(one?.pack).toBe(again?.pack);
	expect(one?.pack).not.toBe(other?.pack);
	expect(await readdir(folder)).toHaveLength(2);
});

it.each<[string, (text: Buffer) => Buffer | undefined]>([
	['missing', () => undefined],
	['empty', () => Buffer.alloc(0)],
	['truncated', (text) => text.subarray(0, -2)],
	['changed', (text) => Buffer.from(text.toString().replace('two', 'own'))],
	['moved', (text) => Buffer.concat([Buffer.from('x'), text])],
])('returns no page of a pack that is %s', async (_, damage) => {
	const [, copy] = await write('one', 'two');
	const file = new URL(`${copy?.pack}.pack`, folder);
	const damaged = damage(await readFile(file));
	if (damaged) await writeFile(file, damaged);
	else await rm(file);
	expect(copy && read(copy)).toBeUndefined();
});

it('leaves no file of an unfinished build, and removes packs that no page needs', async () => {
	const [used] = await write('used');
	await write('gone');
	const packs = openPagePacks(folder);
	packs.add(bytes('half'));
	await packs.close();
	expect(await readdir(folder)).toHaveLength(2);
	await packs.sweep(new Set([used?.pack ?? '']));
	expect(await readdir(folder)).toEqual([`${used?.pack}.pack`]);
});

it('rewrites packs that are mostly unused, and all but the largest if there are many', () => {
	const copy = (pack: string, at: number, length: number) => ({ pack, at, length, digest: `${pack}${at}` });
	const sizes = (pack: string) => (pack === 'wasteful' ? 100 : 10);
	expect(packsToRewrite([copy('full', 0, 10), copy('wasteful', 0, 40)], sizes)).toEqual(
		new Set(['wasteful']),
	);
	// Pages that share a copy count once.
	expect(packsToRewrite([copy('wasteful', 0, 40), copy('wasteful', 0, 40)], sizes)).toEqual(
		new Set(['wasteful']),
	);
	const many = Array.from({ length: 9 }, (_, at) => copy(`p${at}`, 0, at === 4 ? 10 : 9));
	expect(packsToRewrite(many, sizes)).toEqual(
		new Set(many.map(({ pack }) => pack).filter((pack) => pack !== 'p4')),
	);
});
