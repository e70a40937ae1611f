import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { lockBuild } from '../../../packages/astro-keep/src/build-lock.js';
import { isLong } from '../../support/long.js';
import { resealed } from '../../support/resealed.js';
import { createTestFolder } from '../../support/test-folder.js';

let folder: URL;
let said: string[];
const logger = { info: (line: string) => said.push(line) };

beforeEach(async () => {
	folder = new URL('deep/build-lock/', (await createTestFolder()).url);
	said = [];
});

/** The text of a lock file, with another process than this one as its owner. */
async function lockedBy(owner: { pid?: number; host?: string; start?: string }): Promise<Buffer> {
	const release = await lockBuild(folder, logger);
	const [name = ''] = await readdir(folder);
	const own = await readFile(new URL(name, folder));
	release();
	return resealed(own, (text) => JSON.stringify({ ...JSON.parse(text), ...owner }));
}

const [child, sources] = ['lock-child.ts', '../../sync/kill/sources.mjs'].map((name) =>
	fileURLToPath(new URL(name, import.meta.url)),
) as [string, string];

/** Starts a process that can take the lock: each `try()` says whether it holds it. */
function startBuild(command: readonly string[] = [process.execPath, '--import', sources, child]) {
	const [program = '', ...args] = command;
	const build = spawn(program, [...args, folder.href], { stdio: ['pipe', 'pipe', 'inherit'] });
	const said = createInterface({ input: build.stdout })[Symbol.asyncIterator]();
	const end = async () => {
		if (build.kill('SIGKILL')) await once(build, 'exit');
	};
	onTestFinished(end);
	return {
		pid: build.pid ?? 0,
		end,
		async try(): Promise<boolean> {
			build.stdin.write('go\n');
			return (await said.next()).value === 'held';
		},
	};
}

it('lets the next build start when the running one has ended', async () => {
	const { pid, end, ...other } = startBuild();
	expect(await other.try()).toBe(true);
	const begun = lockBuild(folder, logger);
	await expect.poll(() => said).toHaveLength(1);
	await end();
	(await begun)();
	expect(said).toEqual([`Another build of this site is running (process ${pid}). Waiting until it ends.`]);
});

it('throws if the other build does not end in time', async () => {
	await startBuild().try();
	await expect(lockBuild(folder, logger, 300)).rejects.toThrow(
		/Another build of this site is running .* does not end/,
	);
});

it('throws if the cache cannot be written', async () => {
	await writeFile(new URL('../../deep', folder), 'a file where the folder should be');
	await expect(lockBuild(folder, logger)).rejects.toThrow('The build cache cannot be written: ');
});

it.each([
	['belongs to a process that has ended', { pid: 2 ** 22 + 1 }],
	['belongs to a process whose number another one has now', { pid: process.ppid, start: '1' }],
	['belongs to another machine', { host: 'elsewhere' }],
])('takes over a lock that %s', async (_, owner) => {
	await writeFile(new URL('7', folder), await lockedBy(owner));
	(await lockBuild(folder, logger, 0))();
	expect([said, await readdir(folder)]).toEqual([[], ['8']]);
});

it('takes over a lock that is unreadable', async () => {
	await mkdir(folder, { recursive: true });
	await writeFile(new URL('7', folder), 'half a li');
	(await lockBuild(folder, logger, 0))();
	expect([said, await readdir(folder)]).toEqual([[], ['8']]);
});

it('lets a build start within a build', async () => {
	const release = await lockBuild(folder, logger);
	(await lockBuild(folder, logger))();
	const other = startBuild();
	expect(await other.try()).toBe(false);
	release();
	expect(await other.try()).toBe(true);
});

it('is taken over from a dead build by one of several that start at once', async () => {
	const dead = await lockedBy({ pid: 2 ** 22 + 1 });
	const builds = Array.from({ length: 4 }, () => startBuild());
	const rounds = isLong ? 200 : 40;
	const holders: number[] = [];
	for (let round = 1; round <= rounds; round++) {
		await rm(folder, { recursive: true });
		await mkdir(folder);
		await writeFile(new URL(String(round), folder), dead);
		const held = await Promise.all(builds.map((build) => build.try()));
		holders.push(held.filter(Boolean).length);
	}
	expect(holders).toEqual(Array.from({ length: rounds }, () => 1));
});

// As in a container without an init process: nothing reaps a process that was killed, so its number stays.
it.skipIf(process.platform === 'win32')('takes over the lock of a zombie', async () => {
	await mkdir(folder, { recursive: true });
	const node = `'${process.execPath}' --import '${sources}' '${child}' "$0"`;
	const script = `(echo go; sleep 20) | ${node} > "$1" & while ! grep -q held "$1"; do sleep 0.05; done; kill -9 $!; exec ${node}`;
	const namespace = ['unshare', '--pid', '--fork', '--mount-proc'];
	const isAllowed = spawnSync('unshare', [...namespace.slice(1), 'true']).status === 0;
	const shell = ['sh', '-c', script.replaceAll('$1', fileURLToPath(new URL('../said', folder)))];
	expect(await startBuild([...(isAllowed ? namespace : []), ...shell]).try()).toBe(true);
});
