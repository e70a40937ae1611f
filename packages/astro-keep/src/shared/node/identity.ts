/** @internal */
import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { errorCode } from '../error-code.js';

/** Identifies a process uniquely: process ids are reused, but not with the same start time on the same boot. */
export interface Identity {
	/** The machine and its boot. */
	host: string;
	pid: number;
	/** When it started, as the system reports it; null if the system does not. */
	start: string | null;
}

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
		if (errorCode(error) !== 'EPERM') return false;
	}
	if (start === null) return null;
	return startOf(pid) === start;
}

function hostId(): string {
	const boot = orEmpty(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
	// Containers may share host name and boot id, but each numbers its own processes.
	return `${hostname()} ${boot} ${orEmpty(() => readlinkSync('/proc/self/ns/pid'))}`.trim();
}

function startOf(pid: number): string | null {
	if (process.platform === 'win32') return null;
	if (process.platform === 'linux') return linuxProcess(pid)?.start ?? null;
	const { stdout } = spawnSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' });
	return stdout?.trim() || null;
}

/** What Linux reports about a process; undefined if it is not running, as a zombie is not. */
export function linuxProcess(pid: number): { group: number; start: string } | undefined {
	const stat = orEmpty(() => readFileSync(`/proc/${pid}/stat`, 'utf8'));
	// The name, in parentheses, may contain anything; the fields after it are plain.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state = '', , group] = fields;
	return /^[ZX]?$/.test(state) ? undefined : { group: Number(group), start: fields[19] ?? '' };
}

/** What the system reports, or nothing: the process has ended or is another user's, or the system is not Linux. */
export function orEmpty(read: () => string): string {
	try {
		return read();
	} catch {
		return '';
	}
}
