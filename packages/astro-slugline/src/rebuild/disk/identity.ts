import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** Identifies a process uniquely: process ids are reused, but not with the same start time on the same boot. */
export const identitySchema = z.object({
	/** The machine and its boot. */
	host: z.string(),
	pid: z.number(),
	/** When it started, as the system reports it; null if the system does not. */
	start: z.string().nullable(),
});

export type Identity = z.infer<typeof identitySchema>;

/** The identity of a process, by default this one. */
export const identityOf = (pid: number = process.pid): Identity => ({
	host: hostId(),
	pid,
	start: startOf(pid),
});

/** True if the process is still running; null if that is unknown, because it is on another machine or the system does not report it. */
export function isAlive({ host, pid, start }: Identity): boolean | null {
	if (host !== hostId()) return null;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM: it exists and belongs to another user.
		if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
	}
	if (start === null) return null;
	return startOf(pid) === start;
}

function hostId(): string {
	const boot = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
	return `${hostname()} ${boot} ${pidNamespace()}`.trim();
}

// Containers may share host name and boot id, but each numbers its own processes.
function pidNamespace(): string {
	try {
		return readlinkSync('/proc/self/ns/pid');
	} catch {
		// Only Linux has it.
		return '';
	}
}

function startOf(pid: number): string | null {
	const stat = readText(`/proc/${pid}/stat`);
	if (stat !== null) {
		// The name, in parentheses, may contain anything; the fields after it are plain. A zombie is not running.
		const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
		return fields[0] === 'Z' || fields[0] === 'X' ? 'ended' : (fields[19] ?? null);
	}
	if (process.platform === 'win32' || process.platform === 'linux') return null;
	const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
	return stdout?.trim() || null;
}

function readText(path: string): string | null {
	try {
		return readFileSync(path, 'utf8');
	} catch {
		// The process has ended, or the system is not Linux.
		return null;
	}
}
