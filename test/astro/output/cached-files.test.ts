import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { openCachedFiles } from '../../../packages/astro-slugline/src/astro/output/assets/cached-files.js';
import { temporaryFolder } from '../../support/test-folder.js';

const bytes = Buffer.from('a chart of the harbor');
const record = {
	name: 'chart.pdf',
	address: 'https://files.example/chart.pdf',
	isPrivate: false,
	crc: crc32(bytes),
	etag: '"7"',
	lastModified: null,
	askedAt: 1,
};

it('finds a file with all its bytes, and downloads it again if they or its record are damaged', async () => {
	const folder = await temporaryFolder();
	await (await openCachedFiles(folder)).store(bytes, record);
	const find = async () => (await openCachedFiles(folder)).find('chart.pdf');
	expect(await find()).toEqual(record);
	for (const [name, before, after] of [
		['chart.pdf', 'harbor', 'horbar'],
		['list.jsonl', '\\"7\\"', '\\"8\\"'],
	] as const) {
		const path = join(folder, name);
		const text = await readFile(path, 'utf8');
		expect(text).toContain(before);
		await writeFile(path, text.replace(before, after));
		expect(await find()).toBeUndefined();
		await writeFile(path, text);
		expect(await find()).toEqual(record);
	}
});
