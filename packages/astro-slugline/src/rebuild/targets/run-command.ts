import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { longestTimerMs } from '../../shared/http/abort.js';
import { RebuildError } from '../model/rebuild-error.js';
import { endOrphans, endTree, markVariable, noteCommand } from './processes.js';

export interface CommandOptions {
	cwd: string;
	/** Environment variables in addition to those of this process; undefined removes one. */
	env: Record<string, string | undefined>;
	timeoutMs: number;
	output: ((chunk: Uint8Array, stream: 'stdout' | 'stderr') => void) | undefined;
	/** The lock that the caller holds, or null. */
	lock: string | null;
	signal: AbortSignal;
}

/**
 * Runs a command. If it must stop, every process that it started is ended.
 *
 * @throws {RebuildError} if it failed, took too long, or was stopped; the message does not quote the command, which may contain a
 *   secret
 */
export async function runCommand(command: string, options: CommandOptions): Promise<void> {
	const { cwd, timeoutMs, signal, lock } = options;
	await endOrphans(cwd, lock);
	if (signal.aborted) throw new RebuildError('The build command was stopped before it started.');
	const mark = crypto.randomUUID();
	const child = start(command, mark, options);
	const closed = once(child, 'close').catch(() => {});
	const exited = once(child, 'exit').then(
		([code]: (number | null)[]) => ({ code, error: undefined }),
		(error: Error) => ({ code: null, error }),
	);

	const { pid } = child;
	const forget = pid === undefined ? null : await noteCommand(cwd, { pid, mark }, lock).catch(() => null);
	const late = AbortSignal.timeout(Math.min(timeoutMs, longestTimerMs));
	const stop = AbortSignal.any([signal, late]);
	let ending: Promise<void> | null = null;
	const end = () => {
		if (pid !== undefined) ending = endTree({ pid, mark });
	};
	stop.addEventListener('abort', end, { once: true });
	// It is noted now, so a later receiver can find it.
	if (stop.aborted) end();
	else open(child);
	try {
		const { code, error } = await exited;
		await ending;
		if (stop.aborted) {
			throw new RebuildError(
				stop.reason === late.reason
					? `The build command took longer than ${timeoutMs / 1000} s and was ended. Set a longer \`timeoutMs\`, or make the build faster.`
					: 'The build command was stopped.',
			);
		}
		if (error) {
			const why = 'code' in error ? ` (${error.code})` : '';
			throw new RebuildError(
				`The build command could not be started${why}. Check the working directory and the shell.`,
			);
		}
		if (code !== 0) {
			throw new RebuildError(
				`The build command ${code === null ? 'was killed' : `exited with ${code}`}. See its output above.`,
			);
		}
		// Wait for its last output, but not long: background processes may keep the pipes open forever.
		await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 1000))]);
	} finally {
		stop.removeEventListener('abort', end);
		child.stdout?.destroy();
		child.stderr?.destroy();
		await forget?.();
	}
}

// The command waits for a go signal. If the receiver dies before the command is noted, nothing has been started.
const gate = 'read -r go <&3 || exit 125; exec 3<&-; ';

function start(command: string, mark: string, { cwd, env, output }: CommandOptions): ChildProcess {
	const variables = { ...process.env, ...env, [markVariable]: mark };
	const child =
		process.platform === 'win32'
			? spawn(command, { cwd, env: variables, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
			: // Its own process group, so that all of it can be ended.
				spawn('/bin/sh', ['-c', `${gate}\n${command}`], {
					cwd,
					env: variables,
					detached: true,
					stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
				});
	const show = output ?? ((chunk, stream) => process[stream].write(chunk));
	child.stdout?.on('data', (chunk: Uint8Array) => show(chunk, 'stdout'));
	child.stderr?.on('data', (chunk: Uint8Array) => show(chunk, 'stderr'));
	return child;
}

function open(child: ChildProcess): void {
	const pipe = child.stdio[3];
	if (!pipe || !('write' in pipe)) return;
	pipe.on('error', () => {});
	pipe.end('go\n');
}
