import { existsSync, readFileSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type RunOptions, run } from 'astro-slugline/rebuild';
import { describe, expect, it, onTestFinished } from 'vitest';
import { resealed } from '../support/resealed.js';
import { temporaryFolder } from '../support/test-folder.js';
import { eventOf } from './support/events.js';
import { startScript } from './support/processes.js';

const event = eventOf({ triggers: ['datasource.entries_updated'], stories: [], datasources: ['colours'] });

/** Runs a command in a folder, and returns its output and its error. */
async function runIn(cwd: string, command: string, options: RunOptions = {}, stop = new AbortController()) {
	const printed = { stdout: '', stderr: '' };
	const target = run(command, {
		cwd,
		output: (chunk, stream) => {
			printed[stream] += Buffer.from(chunk).toString();
		},
		...options,
	});
	const said = await Promise.resolve(target(event, { signal: stop.signal })).then(
		() => '',
		(error: unknown) => String(error),
	);
	return { ...printed, said };
}

const isAlive = (pid: number): boolean => {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
};

/** True if the process id is in a file, and complete. */
const isWritten = (path: string): boolean => existsSync(path) && readFileSync(path, 'utf8').endsWith('\n');

/** The process id in a file, as soon as the file is complete. */
async function pidIn(path: string): Promise<number> {
	while (!isWritten(path)) await new Promise((resolve) => setTimeout(resolve, 10));
	return Number(await readFile(path, 'utf8'));
}

async function untilGone(pid: number): Promise<void> {
	while (isAlive(pid)) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe('run()', () => {
	it('streams the output, passes variables, and succeeds with code 0', async () => {
		const folder = await temporaryFolder();
		const command = 'echo "$GREETING from $PWD"; echo oops >&2; echo "$SLUGLINE_ASK_AGAIN"';
		const { stdout, stderr, said } = await runIn(folder, command, { env: { GREETING: 'Hello' } });
		expect(said).toBe('');
		expect(stderr).toBe('oops\n');
		const [first, second = ''] = stdout.split('\n');
		expect(first).toBe(`Hello from ${folder}`);
		expect(JSON.parse(second)).toEqual({
			stories: [],
			slugs: [],
			datasources: ['colours'],
			everything: false,
		});
	});

	it('removes variables that are undefined, accepts an infinite timeout, and runs several lines', async () => {
		const { stdout } = await runIn(
			await temporaryFolder(),
			'for n in 1 2; do\n  echo "$n<$HOME>"\ndone && echo end # done',
			{ env: { HOME: undefined }, timeoutMs: Number.POSITIVE_INFINITY },
		);
		expect(stdout).toBe('1<>\n2<>\nend\n');
	});

	it('passes on all output, however large', async () => {
		const { stdout } = await runIn(
			await temporaryFolder(),
			'node -e "process.stdout.write(\'x\'.repeat(3e6))"',
		);
		expect(stdout).toHaveLength(3e6);
	});

	it('fails with the exit code, without showing the command', async () => {
		const folder = await temporaryFolder();
		expect((await runIn(folder, 'TOKEN=s3cret; exit 3')).said).toMatchInlineSnapshot(
			`"RebuildError: The build command exited with 3. See its output above."`,
		);
		expect((await runIn(folder, 'kill -9 $$')).said).toMatchInlineSnapshot(
			`"RebuildError: The build command was killed. See its output above."`,
		);
		expect((await runIn(join(folder, 'missing'), 'true')).said).toMatchInlineSnapshot(
			`"RebuildError: The build command could not be started (ENOENT). Check the working directory and the shell."`,
		);
	});

	it('ends a command after its timeout, with all its child processes, even those that left its process group', async () => {
		const folder = await temporaryFolder();
		const pids = ['child', 'escaped', 'orphan'].map((name) => join(folder, name));
		const command = `(sleep 600 & echo $! > child; wait) &
			setsid sh -c 'echo $$ > escaped; exec sleep 600' &
			(setsid sh -c 'sleep 600 & echo $! > orphan' &)
			wait`;
		// A machine that does other things needs longer until the processes are there.
		for (let timeoutMs = 300; !pids.every(isWritten); timeoutMs *= 4) {
			const { said } = await runIn(folder, command, { timeoutMs });
			expect(said).toBe(
				`RebuildError: The build command took longer than ${timeoutMs / 1000} s and was ended. Set a longer \`timeoutMs\`, or make the build faster.`,
			);
		}
		for (const path of pids) await untilGone(await pidIn(path));
	});

	it('ends a command when its signal is aborted', async () => {
		const folder = await temporaryFolder();
		const stop = new AbortController();
		const ended = runIn(folder, 'sleep 600 & echo $! > child; wait', {}, stop);
		const child = await pidIn(join(folder, 'child'));
		stop.abort();
		expect((await ended).said).toMatchInlineSnapshot(`"RebuildError: The build command was stopped."`);
		await untilGone(child);
		expect((await runIn(folder, 'true', {}, stop)).said).toMatchInlineSnapshot(
			`"RebuildError: The build command was stopped before it started."`,
		);
	});

	it('does not wait for background processes of a command', async () => {
		const folder = await temporaryFolder();
		const { said } = await runIn(folder, 'sleep 600 & echo $! > child');
		expect(said).toBe('');
		process.kill(await pidIn(join(folder, 'child')));
	});

	it('removes the note of a command that has ended, and hides notes from Git', async () => {
		const folder = await temporaryFolder();
		await runIn(folder, 'true');
		expect(await readdir(join(folder, '.slugline', 'rebuild-commands'))).toEqual([]);
		expect(await readFile(join(folder, '.slugline', '.gitignore'), 'utf8')).toBe('*\n');
	});
});

describe('after a receiver was killed', () => {
	/** Kills a receiver while its command runs, and returns the process id of the command. */
	async function createOrphan(folder: string): Promise<number> {
		const command = 'trap "" TERM PIPE; echo $$ > orphan; while true; do sleep 0.1; done';
		const receiver = startScript('run-child.ts', { command, cwd: folder, event });
		const pid = await pidIn(join(folder, 'orphan'));
		await receiver.kill('SIGKILL');
		return pid;
	}

	it('the next receiver ends its command before it starts a new one', async () => {
		const folder = await temporaryFolder();
		const orphan = await createOrphan(folder);
		expect(isAlive(orphan)).toBe(true);
		const { stdout } = await runIn(
			folder,
			'ps -o stat= -p $(cat orphan) | grep -qv Z && echo alive || echo gone',
		);
		expect(stdout).toBe('gone\n');
	});

	it('the next receiver leaves a different process with the same id alone', async () => {
		const folder = await temporaryFolder();
		const orphan = await createOrphan(folder);
		onTestFinished(() => {
			if (isAlive(orphan)) process.kill(-orphan, 'SIGKILL');
		});
		const notes = join(folder, '.slugline', 'rebuild-commands');
		const [name = ''] = await readdir(notes);
		const edited = resealed(await readFile(join(notes, name)), (text) => {
			const note = JSON.parse(text);
			note.command.start = '1';
			return JSON.stringify(note);
		});
		await writeFile(join(notes, name), edited);
		await runIn(folder, 'true');
		expect(isAlive(orphan)).toBe(true);
	});

	it('the next receiver leaves the command of a running receiver alone', async () => {
		const folder = await temporaryFolder();
		const stop = new AbortController();
		const other = runIn(folder, 'echo $$ > other; exec sleep 600', {}, stop);
		const pid = await pidIn(join(folder, 'other'));
		await runIn(folder, 'true');
		expect(isAlive(pid)).toBe(true);
		stop.abort();
		await other;
	});

	it('the next receiver ignores an unreadable note', async () => {
		const folder = await temporaryFolder();
		await runIn(folder, 'true');
		await writeFile(join(folder, '.slugline', 'rebuild-commands', '1.json'), '{"pid":');
		expect((await runIn(folder, 'true')).said).toBe('');
	});
});
