import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { replaceFile, sweepDrafts } from '../../packages/astro-slugline/src/shared/node/replace-file.js';

const folder = await mkdtemp(join(tmpdir(), 'slugline-replace-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

it('replaces a file, creates its folder, and leaves no draft', async () => {
	const file = join(folder, 'a', 'state.json');
	await replaceFile(file, 'one');
	await replaceFile(pathToFileURL(file), Buffer.from('two'));
	expect(await readFile(file, 'utf8')).toBe('two');
	expect(await readdir(join(folder, 'a'))).toEqual(['state.json']);
});

it('shows one content or the other, and never a part, during several writes', async () => {
	const file = join(folder, 'b', 'state.json');
	const contents = ['a', 'b', 'c'].map((letter) => letter.repeat(100_000));
	await replaceFile(file, contents[0] ?? '');
	const writes = Array.from({ length: 12 }, (_, at) => replaceFile(file, contents[at % 3] ?? ''));
	const reads = Array.from({ length: 12 }, () => readFile(file, 'utf8'));
	for (const content of await Promise.all(reads)) expect(contents.includes(content)).toBe(true);
	await Promise.all(writes);
	expect(await readdir(join(folder, 'b'))).toEqual(['state.json']);
});

it('leaves the old content and no draft if it fails', async () => {
	const path = join(folder, 'c');
	await mkdir(join(path, 'state.json', 'full'), { recursive: true });
	await expect(replaceFile(join(path, 'state.json'), 'one')).rejects.toThrow(/EISDIR|ENOTEMPTY|EEXIST/);
	expect(await readdir(path)).toEqual(['state.json']);
});

it('sweeps old drafts, and nothing else', async () => {
	const path = join(folder, 'd');
	await mkdir(path);
	const [old, fresh] = [`.${crypto.randomUUID()}.tmp`, `.${crypto.randomUUID()}.tmp`];
	for (const name of [old, fresh, 'notes.tmp', '.env']) await writeFile(join(path, name), '');
	for (const name of [old, 'notes.tmp', '.env']) await utimes(join(path, name), 0, 0);
	await sweepDrafts(path);
	expect((await readdir(path)).sort()).toEqual([fresh, '.env', 'notes.tmp'].sort());
});
