import { askAgainVariable } from '../../shared/ask-again.js';
import type { Target } from '../event.js';
import { RebuildError } from '../rebuild-error.js';
import { payloadOf } from './payload.js';

export interface RunOptions {
	/** Where the command runs. @default the working folder */
	cwd?: string | undefined;
	/** Variables beside those of this process; undefined takes one away. */
	env?: Record<string, string | undefined> | undefined;
	/** Milliseconds after which the command is ended and has failed. @default 1800000 */
	timeoutMs?: number | undefined;
	/** Gets the command's output as it comes. @default this process's own output */
	output?: ((chunk: Uint8Array, stream: 'stdout' | 'stderr') => void) | undefined;
}

/**
 * Runs a command in a shell, such as `npx astro build`; it has succeeded when it exits with 0. It is ended with all that it
 * started when it takes too long, when the hook closes or when another receiver takes over. A command that outlived a killed
 * receiver, or the lease of one that was paused, is ended before this one starts.
 *
 * @throws {RebuildError} if the command is empty
 * @example run('npx astro build', { timeoutMs: 10 * 60_000 })
 */
export function run(command: string, options: RunOptions = {}): Target {
	if (command.trim() === '')
		throw new RebuildError('The command of run() is empty. Say what builds the site.');
	return async (event, { signal, lock = null }) => {
		// Loaded at the first use: edge hosts have no processes.
		const { runCommand } = await import('./run-command.js');
		const payload = payloadOf(event);
		await runCommand(command, {
			cwd: options.cwd ?? process.cwd(),
			env: { ...options.env, [askAgainVariable]: JSON.stringify(payload.askAgain) },
			timeoutMs: options.timeoutMs ?? 1_800_000,
			output: options.output,
			lock,
			signal,
		});
	};
}
