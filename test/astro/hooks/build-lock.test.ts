import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { lockBuild } from '../../../packages/astro-slugline/src/astro/hooks/build-lock.js';
import { createTestFolder } from '../../support/test-folder.js';

let file: URL;
let said: string[];
const logger = { info: (line: string) => said.push(line) };

beforeEach(async () => {
	file = new URL('deep/build.lock', (await createTestFolder()).url);
	said = [];
});

const ownedBy = (pid: number, host = hostname()) => JSON.stringify({ pid, host });

/** Makes a process that runs the owner of the lock. */
async function lockByOther() {
	const other = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)']);
	const { pid = 0 } = other;
	const end = async () => {
		if (other.kill()) await once(other, 'exit');
	};
	onTestFinished(end);
	(await lockBuild(file, logger))();
	await writeFile(file, ownedBy(pid));
	return { pid, end };
}

it('lets the next build start when the running one has ended', async () => {
	(await lockBuild(file, logger))();
	expect(existsSync(file)).toBe(false);
	const { pid, end } = await lockByOther();
	const begun = lockBuild(file, logger);
	await end();
	(await begun)();
	expect(said).toEqual([`Another build of this site is running (process ${pid}). Waiting until it ends.`]);
});

it('throws if the other build does not end in time', async () => {
	await lockByOther();
	await expect(lockBuild(file, logger, 300)).rejects.toThrow(
		/Another build of this site is running .* does not end/,
	);
});

it('throws if the cache cannot be written', async () => {
	await writeFile(new URL('../deep', file), 'a file where the folder should be');
	await expect(lockBuild(file, logger)).rejects.toThrow('The build cache cannot be written: ');
});

it.each([
	['belongs to a process that has ended', ownedBy(2 ** 22 + 1)],
	['belongs to another machine', ownedBy(process.pid, 'elsewhere')],
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
