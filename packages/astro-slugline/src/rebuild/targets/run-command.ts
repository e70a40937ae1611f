import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { longestTimerMs } from '../../shared/http/abort.js';
import { RebuildError } from '../model/rebuild-error.js';
import { endOrphans, endTree, markVariable, noteCommand } from './processes.js';

/** Where and how a command runs. */
export interface CommandPlace {
	cwd: string;
	/** Environment variables in addition to those of this process; undefined removes one. */
	env: Record<string, string | undefined>;
	output: ((chunk: Uint8Array, stream: 'stdout' | 'stderr') => void) | undefined;
	/** The lock that the caller holds, or null. */
	lock: string | null;
}

/** When a command must stop. */
export interface CommandLimits {
	timeoutMs: number;
	signal: AbortSignal;
}

/** A command that runs, and is noted on disk. */
export interface StartedCommand {
	child: ChildProcess;
	/** Settles when its process has exited. */
	exited: Promise<{ code: number | null; error: Error | undefined }>;
	/** Settles when nobody holds its pipes anymore. */
	closed: Promise<unknown>;
	/** Ends it with every process that it started. */
	end(): Promise<void>;
	/** Deletes its note. */
	forget(): Promise<void>;
}

/**
 * Runs a command. If it must stop, every process that it started is ended.
 *
 * @throws {RebuildError} if it failed, took too long, or was stopped; the message does not quote the command, which may contain a
 *   secret
 */
export async function runCommand(command: string, options: CommandPlace & CommandLimits): Promise<void> {
	await endOrphans(options.cwd, options.lock);
	if (options.signal.aborted) throw new RebuildError('The build command was stopped before it started.');
	await finish(await startCommand(command, options), options);
}

/**
 * Starts a command, and notes it on disk before it begins.
 *
 * @param talks true if the command has a pipe to this process, as its file descriptor 4
 */
export async function startCommand(
	command: string,
	place: CommandPlace,
	talks = false,
): Promise<StartedCommand> {
	const mark = crypto.randomUUID();
	const child = spawnShell(command, mark, place, talks);
	const closed = once(child, 'close').catch(() => {});
	const exited = once(child, 'exit').then(
		([code = null]: (number | null)[]) => ({ code, error: undefined }),
		(error: Error) => ({ code: null, error }),
	);
	const { pid } = child;
	const forget =
		pid === undefined ? null : await noteCommand(place.cwd, { pid, mark }, place.lock).catch(() => null);
	pipeOf(child, 3)
		?.on('error', () => {})
		.end('go\n');
	return {
		child,
		exited,
		closed,
		end: async () => {
			if (pid !== undefined) await endTree({ pid, mark });
		},
		forget: async () => forget?.(),
	};
}

/**
 * Waits for the end of a command.
 *
 * @throws {RebuildError} as {@link runCommand}
 */
export async function finish(
	{ child, exited, closed, ...started }: StartedCommand,
	{ timeoutMs, signal }: CommandLimits,
): Promise<void> {
	const late = AbortSignal.timeout(Math.min(timeoutMs, longestTimerMs));
	const stop = AbortSignal.any([signal, late]);
	let ending: Promise<void> | null = null;
	const end = () => {
		ending = started.end();
	};
	stop.addEventListener('abort', end, { once: true });
	if (stop.aborted) end();
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
		await started.forget();
	}
}

// The command waits for a go signal. If the receiver dies before the command is noted, nothing has been started.
const gate = 'read -r go <&3 || exit 125; exec 3<&-; ';

function spawnShell(
	command: string,
	mark: string,
	{ cwd, env, output }: CommandPlace,
	talks: boolean,
): ChildProcess {
	const isWindows = process.platform === 'win32';
	const PATH = [...binFolders(cwd), process.env['PATH']].join(delimiter);
	const variables = { ...process.env, ...(!isWindows && { PATH }), ...env, [markVariable]: mark };
	const child = isWindows
		? spawn(command, { cwd, env: variables, shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
		: // Its own process group, so that all of it can be ended.
			spawn('/bin/sh', ['-c', `${gate}\n${command}`], {
				cwd,
				env: variables,
				detached: true,
				stdio: ['ignore', 'pipe', 'pipe', 'pipe', ...(talks ? ['pipe' as const] : [])],
			});
	const show = output ?? ((chunk, stream) => process[stream].write(chunk));
	child.stdout?.on('data', (chunk: Uint8Array) => show(chunk, 'stdout'));
	child.stderr?.on('data', (chunk: Uint8Array) => show(chunk, 'stderr'));
	return child;
}

/** Where package managers look for commands first. */
export function binFolders(cwd: string): string[] {
	const parent = dirname(cwd);
	return [join(cwd, 'node_modules', '.bin'), ...(parent === cwd ? [] : binFolders(parent))];
}

/** A pipe of a command beyond its input and output; on Windows it has none. */
export const pipeOf = (child: ChildProcess, descriptor: 3 | 4) =>
	// A process that could not be started may have none at all.
	child.stdio?.[descriptor] as Socket | null | undefined;
