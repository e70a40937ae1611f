import { once } from 'astro-keep/shared/once';
import { askAgainVariable } from '../../shared/api/ask-again.js';
import { longestTimerMs } from '../../shared/http/abort.js';
import { payloadOf, type Target, type TargetContext } from '../model/event.js';
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
 * Runs a command in a shell, such as `astro build`, which is found in `node_modules/.bin`. It has succeeded when it exits with 0. It
 * is ended, with every process that it started, if it takes too long, if the hook closes, or if another receiver takes over. A
 * command of an earlier receiver that was killed or lost its lease is ended before this one starts.
 *
 * @throws {RebuildError} if the command is empty
 * @example run('astro build', { timeoutMs: 10 * 60_000 })
 */
export function run(command: string, options: RunOptions = {}): Target {
	if (command.trim() === '')
		throw new RebuildError('The command of run() is empty. Pass the command that builds the site.');
	// Loaded on first use, because edge hosts have no processes.
	const build = once(async () => {
		const [{ finish, runCommand }, { readyBuild }] = await Promise.all([
			import('./run-command.js'),
			import('./ready-build.js'),
		]);
		const place = { cwd: options.cwd ?? process.cwd(), env: options.env ?? {}, output: options.output };
		return { finish, runCommand, place, ready: readyBuild(command, place) };
	});
	let lifetime: TargetContext | undefined;
	const target: Target = async (event, { signal, lock = null }) => {
		const { finish, runCommand, place, ready } = await build();
		const variables = { [askAgainVariable]: JSON.stringify(payloadOf(event).askAgain) };
		const limits = { timeoutMs: options.timeoutMs ?? 1_800_000, signal };
		try {
			const stop = AbortSignal.any([signal, AbortSignal.timeout(Math.min(limits.timeoutMs, longestTimerMs))]);
			const started = await ready?.start(variables, { lock, signal: stop });
			if (started) await finish(started, limits);
			else await runCommand(command, { ...place, ...limits, env: { ...place.env, ...variables }, lock });
		} finally {
			// Its failure is not one of this build.
			if (lifetime) await target.prepare?.(lifetime).catch(() => {});
		}
	};
	return Object.assign(target, {
		async prepare(context: TargetContext) {
			lifetime = context;
			const { ready } = await build();
			await ready?.prepare(context.lock ?? null, context.signal);
		},
	});
}
