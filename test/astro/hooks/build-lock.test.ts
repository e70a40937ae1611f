import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockBuild } from '../../../packages/astro-slugline/src/astro/hooks/build-lock.js';

let folder: string;
let file: URL;
let said: string[];
const logger = { info: (line: string) => said.push(line) };

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'slugline-lock-'));
	file = pathToFileURL(join(folder, 'deep/build.lock'));
	said = [];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const own = (pid: number, host = hostname()) => JSON.stringify({ pid, host });

it('lets the next build start when the running one has ended', async () => {
	(await lockBuild(file, logger))();
	expect(existsSync(file)).toBe(false);
	const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	await writeFile(new URL('./build.lock', file), own(other.pid ?? 0));
	const begun = lockBuild(file, logger);
	other.kill();
	await once(other, 'exit');
	(await begun)();
	expect(said).toEqual([
		`Another build of this site is running (process ${other.pid}). Waiting until it ends.`,
	]);
});

it('throws if the other build does not end in time', async () => {
	(await lockBuild(file, logger))();
	const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	await writeFile(file, own(other.pid ?? 0));
	await expect(lockBuild(file, logger, 300)).rejects.toThrow(
		/Another build of this site is running .* does not end/,
	);
	other.kill();
	await once(other, 'exit');
});

it('throws if the cache cannot be written', async () => {
	await writeFile(join(folder, 'deep'), 'a file where the folder should be');
	await expect(lockBuild(file, logger)).rejects.toThrow('The build cache cannot be written: ');
});

it.each([
	['belongs to a process that has ended', own(2 ** 22 + 1)],
	['belongs to another machine', own(process.pid, 'elsewhere')],
	['is unreadable', 'half a li'],
])('takes over a lock that %s', async (_, text) => {
	(await lockBuild(file, logger))();
	await writeFile(file, text);
	(await lockBuild(file, logger))();
	expect([said, existsSync(file)]).toEqual([[], false]);
});

it('lets a build start within a build', async () => {
	const release = await lockBuild(file, logger);
	(await lockBuild(file, logger))();
	expect(existsSync(file)).toBe(true);
	release();
});
