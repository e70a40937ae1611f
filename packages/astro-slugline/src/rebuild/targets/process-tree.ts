import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds between SIGTERM and SIGKILL, and between SIGKILL and giving up. */
const graceMs = 5000;
const pollMs = 50;

/** The environment variable that marks every process a command started, even those that left its process group. */
export const markVariable = 'SLUGLINE_COMMAND';

/** A running command: its process, which leads a process group, and its value of {@link markVariable}. */
export interface RunningCommand {
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
		if (!isAlive(command)) return true;
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
function isAlive(command: RunningCommand): boolean {
	if (process.platform === 'linux') return membersOf(command).length > 0;
	try {
		process.kill(-command.pid, 0);
		return true;
	} catch {
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
		return [];
	}
}

function readText(path: string): string {
	try {
		return readFileSync(path, 'latin1');
	} catch {
		return '';
	}
}
