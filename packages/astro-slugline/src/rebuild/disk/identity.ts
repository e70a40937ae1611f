import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { z } from 'zod';

/** A process that no other one can be mistaken for: a number is given again, but not with the same start on the same boot. */
export const identitySchema = z.object({
	/** The machine and its boot. */
	host: z.string(),
	pid: z.number(),
	/** When it started, as the system says it; null where the system does not say. */
	start: z.string().nullable(),
});

export type Identity = z.infer<typeof identitySchema>;

/** The identity of a process, by default this one. */
export const identityOf = (pid: number = process.pid): Identity => ({
	host: hostId(),
	pid,
	start: startOf(pid),
});

/** Does the process still run? Null if that cannot be told: it is on another machine, or the system says too little. */
export function isAlive({ host, pid, start }: Identity): boolean | null {
	if (host !== hostId()) return null;
	try {
		process.kill(pid, 0);
	} catch (error) {
		// EPERM: it exists, and belongs to someone else.
		if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false;
	}
	if (start === null) return null;
	return startOf(pid) === start;
}

function hostId(): string {
	const boot = readText('/proc/sys/kernel/random/boot_id')?.trim() ?? '';
	return `${hostname()} ${boot} ${pidNamespace()}`.trim();
}

// Containers may share host name and boot, and number their processes each for itself.
function pidNamespace(): string {
	try {
		return readlinkSync('/proc/self/ns/pid');
	} catch {
		return '';
	}
}

function startOf(pid: number): string | null {
	const stat = readText(`/proc/${pid}/stat`);
	if (stat !== null) {
		// The name, in parentheses, may hold anything; what follows it is numbers. A zombie runs no more.
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
		return null;
	}
}
