import { readdir, readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import {
	replaceFile,
	replaceFileSync,
	sweepDrafts,
} from '../../packages/astro-keep/src/shared/node/replace-file.js';
import { createTestFolder, type TestFolder } from '../support/test-folder.js';

let folder: string;
let write: TestFolder['write'];
beforeEach(async () => {
	({ path: folder, write } = await createTestFolder());
});

it('replaces a file, creates its folder, and leaves no draft', async () => {
	const file = join(folder, 'a', 'state.json');
	await replaceFile(file, 'one');
	await replaceFile(pathToFileURL(file), Buffer.from('two'));
	expect(await readFile(file, 'utf8')).toBe('two');
	expect(await readdir(join(folder, 'a'))).toEqual(['state.json']);
});

it('shows one content or the other, and never a part, during several writes', async () => {
	const file = join(folder, 'state.json');
	const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
	await replaceFile(file, contents[0] ?? '');
	const writes = Array.from({ length: 12 }, (_, at) => replaceFile(file, contents[at % 3] ?? ''));
	const reads = Array.from({ length: 12 }, () => readFile(file, 'utf8'));
	for (const content of await Promise.all(reads)) expect(contents.includes(content)).toBe(true);
	await Promise.all(writes);
	expect(await readdir(folder)).toEqual(['state.json']);
});

it('leaves the old content and no draft if it fails', async () => {
	await write({ 'state.json/full': '' });
	const path = join(folder, 'state.json');
	await expect(replaceFile(path, 'one')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
	expect(() => replaceFileSync(path, 'one')).toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
	expect(await readdir(folder)).toEqual(['state.json']);
});

it('sweeps old drafts, and nothing else', async () => {
	const [old, fresh] = [`.${crypto.randomUUID()}.tmp`, `.${crypto.randomUUID()}.tmp`];
	await write({ [old]: '', [fresh]: '', 'notes.tmp': '', '.env': '' });
	for (const name of [old, 'notes.tmp', '.env']) await utimes(join(folder, name), 0, 0);
	await sweepDrafts(folder);
	expect((await readdir(folder)).sort()).toEqual([fresh, '.env', 'notes.tmp'].sort());
});
