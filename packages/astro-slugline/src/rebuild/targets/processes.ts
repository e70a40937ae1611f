import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { type Identity, identityOf, isAlive, linuxProcess, orEmpty } from 'astro-keep/shared/node/identity';
import { readSealed, seal } from 'astro-keep/shared/node/sealed-file';
import { removeFile, writeIn } from '../disk/files.js';

/** Milliseconds between SIGTERM and SIGKILL, and between SIGKILL and giving up; and between checks. */
const graceMs = 5000;
const pollMs = 50;

/** The environment variable that marks every process a command started, even those that left its process group. */
export const markVariable = 'SLUGLINE_COMMAND';

/** A running command: its process, which leads a process group, and its value of {@link markVariable}. */
interface RunningCommand {
	pid: number;
	mark: string;
}

/** Ends a command and every process that it started: SIGTERM first, and SIGKILL after a grace period. */
export async function endTree(command: RunningCommand): Promise<void> {
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(command.pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	const began = performance.now();
	const elapsed = () => performance.now() - began;
	signalAll(command, 'SIGTERM');
	while (isRunning(command) && elapsed() < 2 * graceMs) {
		await new Promise((resolve) => setTimeout(resolve, pollMs));
		// Again and again, because a process may start others while it is being killed.
		if (elapsed() >= graceMs) signalAll(command, 'SIGKILL');
	}
}

function signalAll(command: RunningCommand, signal: NodeJS.Signals): void {
	for (const pid of [-command.pid, ...membersOf(command)]) {
		try {
			process.kill(pid, signal);
		} catch {
			// The process has already ended.
		}
	}
}

/** True if a process of the command is still running. Zombies do not count. */
function isRunning(command: RunningCommand): boolean {
	if (process.platform === 'linux') return membersOf(command).length > 0;
	try {
		process.kill(-command.pid, 0);
		return true;
	} catch {
		// The group has no process left.
		return false;
	}
}

/** The running processes of a command: its group, and all that carry its mark. Linux only. */
function membersOf({ pid, mark }: RunningCommand): number[] {
	if (process.platform !== 'linux') return [];
	const isMarked = (id: number) =>
		orEmpty(() => readFileSync(`/proc/${id}/environ`, 'latin1')).includes(`${markVariable}=${mark}\0`);
	return readdirSync('/proc')
		.map(Number)
		.filter((id) => {
			const found = Number.isInteger(id) && id !== process.pid ? linuxProcess(id) : undefined;
			return found && (found.group === pid || isMarked(id));
		});
}

interface Note {
	command: Identity;
	mark: string;
	receiver: Identity;
	/** The lock that the receiver held; null if the command ran without one. */
	lock: string | null;
}

const folderOf = (cwd: string) => join(cwd, '.slugline', 'rebuild-commands');

/**
 * Writes a note on disk that this process runs a command.
 *
 * @param lock the lock that this process holds
 * @returns a function that deletes the note
 */
export async function noteCommand(
	cwd: string,
	{ pid, mark }: RunningCommand,
	lock: string | null,
): Promise<() => Promise<void>> {
	const note: Note = { command: identityOf(pid), mark, receiver: identityOf(), lock };
	await writeIn(join(cwd, '.slugline'), `rebuild-commands/${pid}.json`, String(seal(JSON.stringify(note))));
	return () => removeFile(join(folderOf(cwd), `${pid}.json`));
}

/**
 * Ends the commands in this folder that are no longer allowed to run: those whose receiver was killed, and those of a receiver
 * that lost the lock to this one, for example because it was paused. A process is ended only if it is certainly the noted one,
 * with the same start time on the same boot.
 *
 * @param lock the lock that this process holds
 */
export async function endOrphans(cwd: string, lock: string | null): Promise<void> {
	const folder = folderOf(cwd);
	for (const name of await readdir(folder).catch(() => [])) {
		if (!name.endsWith('.json')) continue;
		const path = join(folder, name);
		const text = readSealed(path);
		if (!text) continue;
		const note: Note = JSON.parse(String(text));
		if (!isOver(note, lock)) continue;
		if (isAlive(note.command)) await endTree({ pid: note.command.pid, mark: note.mark });
		await removeFile(path);
	}
}

/** False for a command of another machine, and for one whose receiver is alive and holds another lock: we cannot judge these. */
const isOver = ({ receiver, lock: held }: Note, lock: string | null): boolean =>
	isAlive(receiver) === false ||
	(lock !== null && held === lock && !isDeepStrictEqual(receiver, identityOf()));
