import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { AstroConfig } from 'astro';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { isAsRecorded } from '../../../packages/astro-slugline/src/astro/output/record/list-output.js';
import { readRecord } from '../../../packages/astro-slugline/src/astro/output/record/output-record.js';
import {
	createTokenSearch,
	recordFile,
	type WrittenPages,
} from '../../../packages/astro-slugline/src/astro/output/tokens/search.js';

let folder: string;
let output: string;
let config: AstroConfig;
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'slugline-output-'));
	output = join(folder, 'dist');
	const outDir = pathToFileURL(`${output}/`);
	config = { outDir, cacheDir: pathToFileURL(`${folder}/cache/`), build: {} } as AstroConfig;
	for (const path of [...pages, 'a.css']) write(path, 'before');
});
afterEach(() => rmSync(folder, { recursive: true }));

const pages: ReadonlySet<string> = new Set([
	'index.html',
	'blog/index.html',
	'blog/post.html',
	'tags/a/index.html',
]);

const write = (path: string, text: string) => {
	mkdirSync(join(output, path, '..'), { recursive: true });
	writeFileSync(join(output, path), text);
};

/** Ends a build. */
async function finish(isOwn: WrittenPages['isOwn'] = () => true) {
	const search = createTokenSearch();
	search.keepPages({ paths: pages, isOwn });
	(await search.searchOutput(config)).finish('x');
}

/** True if the next build may keep pages. */
const mayStay = () => {
	const record = readRecord(recordFile(config));
	return record?.pages !== undefined && isAsRecorded(output, record);
};

it('matches the output until a file changes, is added, or is removed', async () => {
	for (const change of [
		() => write('blog/post.html', 'after'),
		() => write('a.css', 'after'),
		() => write('tags/a/other.html', 'new'),
		() => write('new/other.html', 'new'),
		() => rmSync(join(output, 'new'), { recursive: true }),
	]) {
		await finish();
		expect(mayStay()).toBe(true);
		await delay(10);
		change();
		expect(mayStay()).toBe(false);
	}
	await finish();
	rmSync(join(output, 'tags/a/index.html'));
	await finish();
	expect(mayStay()).toBe(false);
});

it('keeps no page if something else has written one', async () => {
	await finish((path) => path !== 'blog/index.html');
	expect(mayStay()).toBe(false);
	await finish();
	expect(mayStay()).toBe(true);
	writeFileSync(recordFile(config), '{');
	expect(mayStay()).toBe(false);
});

it('finds what is new in folders that it knows', async () => {
	await finish();
	await delay(10);
	write('tags/a/card.png', 'new');
	await finish();
	expect(mayStay()).toBe(true);
	expect([...(readRecord(recordFile(config))?.files.keys() ?? [])].sort()).toEqual(
		[...pages, 'a.css', 'tags/a/card.png'].sort(),
	);
});
