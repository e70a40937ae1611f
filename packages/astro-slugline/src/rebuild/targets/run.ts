import { askAgainVariable } from '../../shared/api/ask-again.js';
import { payloadOf, type Target } from '../model/event.js';
import { RebuildError } from '../model/rebuild-error.js';

/** Options of `run()`. */
export interface RunOptions {
	/** Where the command runs. @default the working directory */
	cwd?: string | undefined;
	/** Environment variables in addition to those of this process; undefined removes one. */
	env?: Record<string, string | undefined> | undefined;
	/** Milliseconds after which the command is ended, which counts as a failure. @default 1800000 */
	timeoutMs?: number | undefined;
	/** Receives the command's output as it arrives. @default this process's own output */
	output?: ((chunk: Uint8Array, stream: 'stdout' | 'stderr') => void) | undefined;
}

/**
 * Runs a command in a shell, such as `npx astro build`. It has succeeded when it exits with 0. It is ended, with every process
 * that it started, if it takes too long, if the hook closes, or if another receiver takes over. A command of an earlier receiver
 * that was killed or lost its lease is ended before this one starts.
 *
 * @throws {RebuildError} if the command is empty
 * @example run('npx astro build', { timeoutMs: 10 * 60_000 })
 */
export function run(command: string, options: RunOptions = {}): Target {
	if (command.trim() === '')
		throw new RebuildError('The command of run() is empty. Pass the command that builds the site.');
	return async (event, { signal, lock = null }) => {
		// Loaded on first use, because edge hosts have no processes.
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
