import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { parsedJson } from '../../shared/json.js';
import { replaceFile } from '../../shared/node/replace-file.js';
import { ignoreFolder, readOrNull } from '../disk/file-driver.js';
import { identityOf, identitySchema, isAlive } from '../disk/identity.js';

/** Milliseconds between SIGTERM and SIGKILL, and between SIGKILL and giving up. */
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
	signalAll(command, 'SIGTERM');
	if (await isGone(command, () => {})) return;
	// A process may start others while it is being killed, so look for them again.
	const kill = () => signalAll(command, 'SIGKILL');
	kill();
	await isGone(command, kill);
}

async function isGone(command: RunningCommand, meanwhile: () => void): Promise<boolean> {
	const began = performance.now();
	while (performance.now() - began < graceMs) {
		if (!isRunning(command)) return true;
		await new Promise((resolve) => setTimeout(resolve, pollMs));
		meanwhile();
	}
	return false;
}

function signalAll(command: RunningCommand, signal: NodeJS.Signals): void {
	// Collected before the group ends, while children still name their parents.
	const members = membersOf(command);
	for (const pid of [-command.pid, ...members]) {
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

/** The running processes of a command: its group, its descendants, and all that carry its mark. Linux only. */
function membersOf({ pid, mark }: RunningCommand): number[] {
	if (process.platform !== 'linux') return [];
	const marked = `${markVariable}=${mark}\0`;
	const parents = new Map<number, number>();
	const members = new Set<number>([pid]);
	for (const name of namesIn('/proc')) {
		const id = Number(name);
		if (!Number.isInteger(id) || id === process.pid) continue;
		const [parent, group] = familyOf(id) ?? [];
		if (parent === undefined) continue;
		parents.set(id, parent);
		if (group === pid || readText(`/proc/${id}/environ`).includes(marked)) members.add(id);
	}
	for (let before = 0; before < members.size; ) {
		before = members.size;
		for (const [id, parent] of parents) if (members.has(parent)) members.add(id);
	}
	return [...members].filter((id) => parents.has(id));
}

/** The parent and the group of a process; undefined if it has ended. */
function familyOf(id: number): [parent: number, group: number] | undefined {
	const stat = readText(`/proc/${id}/stat`);
	// The name, in parentheses, may contain anything.
	const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	return stat === '' || state === 'Z' || state === 'X' ? undefined : [Number(parent), Number(group)];
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		// There is no such folder.
		return [];
	}
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		// The process has ended, or is another user's.
		return '';
	}
}

const noteSchema = z.object({
	command: identitySchema,
	mark: z.string(),
	receiver: identitySchema,
	/** The lock that the receiver held; null if the command ran without one. */
	lock: z.string().nullable(),
});

type Note = z.infer<typeof noteSchema>;

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
	const folder = folderOf(cwd);
	const path = join(folder, `${pid}.json`);
	await mkdir(folder, { recursive: true });
	await ignoreFolder(join(cwd, '.slugline'));
	const note: Note = { command: identityOf(pid), mark, receiver: identityOf(), lock };
	await replaceFile(path, JSON.stringify(note));
	return () => rm(path, { force: true });
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
		const note = noteSchema.safeParse(parsedJson((await readOrNull(path).catch(() => null)) ?? '')).data;
		if (!note || !isOver(note, lock)) continue;
		if (isAlive(note.command)) await endTree({ pid: note.command.pid, mark: note.mark });
		await rm(path, { force: true });
	}
}

/** False for a command of another machine, and for one whose receiver is alive and holds another lock: we cannot judge these. */
const isOver = (note: Note, lock: string | null): boolean =>
	isAlive(note.receiver) === false || (lock !== null && note.lock === lock && !isSelf(note.receiver));

const isSelf = (receiver: Note['receiver']): boolean => isDeepStrictEqual(receiver, identityOf());
