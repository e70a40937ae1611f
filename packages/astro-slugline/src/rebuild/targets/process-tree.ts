import { spawn } from 'node:child_process';

/** Milliseconds between asking a command to end and ending it, and between that and giving up on it. */
const graceMs = 5000;

/** Ends a command and all that it started: asks first, and kills what is still there after a grace period. */
export async function endTree(pid: number): Promise<void> {
	if (process.platform === 'win32') {
		spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' });
		return;
	}
	signalGroup(pid, 'SIGTERM');
	if (await isGone(pid)) return;
	signalGroup(pid, 'SIGKILL');
	await isGone(pid);
}

async function isGone(pid: number): Promise<boolean> {
	for (let waited = 0; waited < graceMs; waited += 20) {
		if (!signalGroup(pid, 0)) return true;
		await new Promise((resolve) => setTimeout(resolve, 20));
	}
	return false;
}

/** Sends a signal to a process group; false if nothing of it is left. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
	try {
		process.kill(-pid, signal);
		return true;
	} catch {
		return false;
	}
}
