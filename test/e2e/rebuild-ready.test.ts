import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, mkdir, readdir, readFile, rename, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { run, type Target } from 'astro-slugline/rebuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { eventOf } from '../rebuild/support/events.js';
import { temporaryFolder } from '../support/test-folder.js';

const event = eventOf();

const vite = dirname(fileURLToPath(import.meta.resolve('vite/package.json')));

/** A command that says which process it is, what it was given, and what that process had loaded before. */
const command = `
import { appendFileSync } from 'node:fs';
appendFileSync('built.jsonl', JSON.stringify({
	pid: process.pid,
	args: process.argv.slice(1),
	options: process.execArgv,
	loaded: globalThis.loaded ?? [],
	again: JSON.parse(process.env.SLUGLINE_ASK_AGAIN),
	mode: process.env.NODE_ENV,
}) + '\\n');
console.log('built');
if (process.argv.includes('--slow')) setTimeout(() => {}, 600_000);
`;

/** How npm starts that command. */
const bin = '#!/bin/sh\nexec node node_modules/astro/bin/astro.mjs "$@"\n';

const loads = (name: string) => `(globalThis.loaded ??= []).push('${name}');`;

/** A project with a package named `astro` in place of Astro. */
async function project(more: Record<string, string> = {}) {
	const folder = await temporaryFolder({
		'astro.config.ts': `import type { Nothing } from 'types-only';
import { named } from '@astrojs/integration';
import './local.js';
import 'reads-the-site';
import '@astrojs/missing';
export default { integrations: [named] satisfies unknown[] };`,
		'.env': 'KEY=value\n',
		'package-lock.json': '{}',
		'node_modules/astro/package.json':
			'{ "name": "astro", "type": "module", "exports": { ".": "./index.js", "./package.json": "./package.json" } }',
		'node_modules/astro/index.js': loads('astro'),
		'node_modules/astro/bin/astro.mjs': command,
		'node_modules/@astrojs/integration/package.json':
			'{ "type": "module", "exports": { "import": "./index.js" } }',
		'node_modules/@astrojs/integration/index.js': `import './part.js'; import fs from 'node:fs'; export const named = {}; ${loads('integration')}
fs.writeFileSync('loaded.' + process.pid, '');`,
		'node_modules/@astrojs/integration/part.js': '',
		'node_modules/reads-the-site/package.json': '{ "type": "module", "exports": "./index.js" }',
		'node_modules/reads-the-site/index.js': loads('reads-the-site'),
		'local.js': loads('local'),
		...more,
	});
	await symlink(vite, join(folder, 'node_modules/vite'));
	await mkdir(join(folder, 'node_modules/.bin'));
	await writeFile(join(folder, 'node_modules/.bin/astro'), bin, { mode: 0o755 });
	return folder;
}

/** The process that waits, as soon as it has loaded what it loads; the only command that is noted. */
async function waiting(folder: string): Promise<number> {
	const notes = join(folder, '.slugline/rebuild-commands');
	const names = async () => (await readdir(notes).catch(() => [])).filter((name) => name.endsWith('.json'));
	await expect.poll(names).toHaveLength(1);
	const pid = Number.parseInt((await names())[0] ?? '', 10);
	await expect.poll(() => readdir(folder)).toContain(`loaded.${pid}`);
	return pid;
}

async function untilGone(pid: number): Promise<void> {
	const isAlive = () => {
		try {
			return process.kill(pid, 0);
		} catch {
			return false;
		}
	};
	await expect.poll(isAlive).toBe(false);
}

/** What the command of this folder has said so far. */
const built = async (folder: string) =>
	(await readFile(join(folder, 'built.jsonl'), 'utf8').catch(() => ''))
		.split('\n')
		.filter(Boolean)
		.map((line) => JSON.parse(line));

function open(folder: string, line = 'astro build --silent') {
	const stop = new AbortController();
	onTestFinished(() => stop.abort());
	const printed: string[] = [];
	const target: Target = run(line, {
		cwd: folder,
		// Vitest sets it.
		env: { NODE_ENV: undefined },
		output: (chunk) => printed.push(Buffer.from(chunk).toString()),
	});
	const { signal } = stop;
	return {
		printed,
		stop: () => stop.abort(),
		prepare: () => target.prepare?.({ signal }),
		build: async (lock = signal) => target(event, { signal: lock }),
	};
}

describe('a build that is ready', () => {
	it('builds once in the process that waited, which the next one replaces', async () => {
		const folder = await project();
		const { prepare, build, printed } = open(folder);
		await prepare();
		const first = await waiting(folder);
		expect(await built(folder)).toEqual([]);
		await build();
		const second = await waiting(folder);
		await build();
		const found = await built(folder);
		expect(found.map(({ pid }) => pid)).toEqual([first, second]);
		expect(first).not.toBe(second);
		expect(found[0]).toEqual({
			pid: first,
			args: [join(folder, 'node_modules/astro/bin/astro.mjs'), 'build', '--silent'],
			options: [],
			// No module of the site is loaded before there is something to build, and no package that may read the site.
			loaded: ['astro', 'integration'],
			again: { stories: [7], slugs: ['blog/story-7'], datasources: [], everything: false },
			mode: 'production',
		});
		expect(printed.join('')).toBe('built\nbuilt\n');
	});

	it.each([
		['a lock file', (folder: string) => writeFile(join(folder, 'package-lock.json'), '{ }')],
		[
			'a file of a package',
			(folder: string) => writeFile(join(folder, 'node_modules/@astrojs/integration/part.js'), '1;'),
		],
		[
			'the exports of a package',
			(folder: string) =>
				writeFile(
					join(folder, 'node_modules/@astrojs/integration/package.json'),
					'{ "type": "module", "exports": "./index.js" }',
				),
		],
		[
			'the place of Astro',
			async (folder: string) => {
				await rename(join(folder, 'node_modules/astro'), join(folder, 'other'));
				await symlink(join(folder, 'other'), join(folder, 'node_modules/astro'));
			},
		],
		['Astro', (folder: string) => writeFile(join(folder, 'node_modules/astro/index.js'), '')],
	])('starts anew if this has changed: %s', async (_, change) => {
		const folder = await project();
		const { prepare, build } = open(folder);
		await prepare();
		const first = await waiting(folder);
		await change(folder);
		await build();
		const [{ pid, loaded }] = await built(folder);
		expect(pid).not.toBe(first);
		expect(loaded).toEqual([]);
		await untilGone(first);
		expect(await waiting(folder)).not.toBe(first);
	});

	it.each([
		['the config', (folder: string) => appendFile(join(folder, 'astro.config.ts'), '\n')],
		['.env', (folder: string) => writeFile(join(folder, '.env'), 'KEY=other\n')],
	])('loads this when it builds, so it may change: %s', async (_, change) => {
		const folder = await project();
		const { prepare, build } = open(folder);
		await prepare();
		const first = await waiting(folder);
		await change(folder);
		await build();
		expect((await built(folder)).map(({ pid }) => pid)).toEqual([first]);
	});

	it('builds after a process could not be started, for lack of files', async () => {
		const folder = await project();
		const script = `import { closeSync, openSync } from 'node:fs';
import { run } from 'astro-slugline/rebuild';
const target = run('astro build', { cwd: ${JSON.stringify(folder)} });
await run('true')(${JSON.stringify(event)}, { signal: new AbortController().signal });
const files = [];
try { for (;;) files.push(openSync('/dev/null')); } catch {}
const stop = new AbortController();
await target.prepare({ signal: stop.signal });
for (const file of files) closeSync(file);
await target(${JSON.stringify(event)}, { signal: stop.signal });
stop.abort();`;
		const program = spawn(
			'/bin/sh',
			['-c', `ulimit -n 64; exec "$0" --input-type=module --eval "$1"`, process.execPath, script],
			{ stdio: 'inherit' },
		);
		expect(await once(program, 'exit')).toEqual([0, null]);
		expect(await built(folder)).toHaveLength(1);
	});

	it.each([
		'astro build && echo done',
		'npx astro build',
		'pnpm astro build',
		'astro build --root=site',
		'astro build $FLAGS',
		'astro dev',
		'npm run build',
		'exec astro build',
	])('is only for a command that is `astro build`: %s', async (line) => {
		const folder = await project();
		await open(folder, line).prepare();
		expect(await readdir(folder)).not.toContain('.slugline');
	});

	it('is for no process into which NODE_OPTIONS loads modules, which may change', async () => {
		const folder = await project();
		for (const options of ['--import ./setup.mjs', '--no-warnings --require=./setup.cjs', '-r ./setup.cjs']) {
			const target = run('astro build', { cwd: folder, env: { NODE_OPTIONS: options } });
			await target.prepare?.({ signal: new AbortController().signal });
		}
		expect(await readdir(folder)).not.toContain('.slugline');
	});

	it('starts anew if a file has changed that a package loads later', async () => {
		const folder = await project({
			'node_modules/@astrojs/integration/index.js': `import fs from 'node:fs'; export const named = {};
setTimeout(() => import('./late.js').then(() => fs.writeFileSync('loaded.' + process.pid, '')), 500);`,
			'node_modules/@astrojs/integration/late.js': '',
		});
		const { prepare, build } = open(folder);
		await prepare();
		const first = await waiting(folder);
		await writeFile(join(folder, 'node_modules/@astrojs/integration/late.js'), '1;');
		await build();
		expect((await built(folder)).map(({ pid }) => pid === first)).toEqual([false]);
	});

	it('ends the waiting process, and a build, when the hook is closed', async () => {
		const folder = await project();
		const idle = open(folder);
		await idle.prepare();
		const first = await waiting(folder);
		idle.stop();
		await untilGone(first);

		const slow = open(folder, 'astro build --slow');
		await slow.prepare();
		const second = await waiting(folder);
		const building = slow.build();
		await expect.poll(() => built(folder)).toHaveLength(1);
		slow.stop();
		await expect(building).rejects.toThrow('The build command was stopped.');
		await untilGone(second);
		await expect.poll(() => readdir(join(folder, '.slugline/rebuild-commands'))).toEqual([]);
	});

	it('builds anew if the waiting process was killed, and is stopped while one loads that never ends loading', async () => {
		const folder = await project();
		const { prepare, build } = open(folder);
		await prepare();
		process.kill(await waiting(folder), 'SIGKILL');
		await build();
		expect(await built(folder)).toHaveLength(1);

		const endless = await project({
			'node_modules/@astrojs/integration/index.js':
				'export const named = {}; await new Promise(() => setInterval(() => {}, 1000));',
		});
		const stuck = open(endless);
		await stuck.prepare();
		const stop = new AbortController();
		const building = stuck.build(stop.signal);
		stop.abort();
		await expect(building).rejects.toThrow('The build command was stopped before it started.');
		stuck.stop();
		await expect.poll(() => readdir(join(endless, '.slugline/rebuild-commands'))).toEqual([]);
	});

	it('lets a program end that has a hook', async () => {
		const folder = await project();
		const script = `import { createRebuildHook, run } from 'astro-slugline/rebuild';
const hook = createRebuildHook({ unsigned: true, targets: [run('astro build', { cwd: ${JSON.stringify(folder)} })] });
process.stdin.resume();`;
		const program = spawn(process.execPath, ['--input-type=module', '--eval', script], {
			stdio: ['pipe', 'inherit', 'inherit'],
		});
		onTestFinished(() => void program.kill('SIGKILL'));
		const ended = once(program, 'exit');
		const pid = await waiting(folder);
		program.stdin.end();
		expect(await ended).toEqual([0, null]);
		await untilGone(pid);
	});

	it('ends the waiting process when its receiver is killed', async () => {
		const folder = await project();
		const script = `import { run } from 'astro-slugline/rebuild';
await run('astro build', { cwd: ${JSON.stringify(folder)} }).prepare({ signal: new AbortController().signal });
setInterval(() => {}, 1000);`;
		const receiver = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'inherit' });
		onTestFinished(() => void receiver.kill('SIGKILL'));
		const pid = await waiting(folder);
		receiver.kill('SIGKILL');
		await untilGone(pid);
		expect(await built(folder)).toEqual([]);
	});
});
