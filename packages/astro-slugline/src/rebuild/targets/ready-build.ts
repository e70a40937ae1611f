import { existsSync, realpathSync } from 'node:fs';
import type { Socket } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOrphans } from './processes.js';
import { binFolders, type CommandPlace, pipeOf, type StartedCommand, startCommand } from './run-command.js';

/** Builds a site with a process that was started before there was anything to build. */
export interface ReadyBuild {
	/** Starts a process that waits, unless one does. It ends with this process, or with the signal. */
	prepare(lock: string | null, signal: AbortSignal): Promise<void>;
	/**
	 * Lets the waiting process build, with variables; null if there is none, if what it has loaded has changed, or if it has not
	 * loaded that when the signal is aborted.
	 */
	start(
		variables: Record<string, string>,
		context: { lock: string | null; signal: AbortSignal },
	): Promise<StartedCommand | null>;
}

/**
 * `astro build` and its options. A package manager in front of it would add an environment of its own, and a shell may do anything:
 * such commands are not made ready, so that a build has exactly the environment of the command.
 */
const astroBuild = /^\s*astro build((?: --(?!root|config)[\w=-]+)*)\s*$/;

/** Options of Node by which modules are loaded before any other, so that a process that waits would have old ones. */
const preloads = /(?:^|\s)(?:-r|--(?:require|import|loader|experimental-loader))\b/;

const waits = fileURLToPath(new URL('./waiting-build.js', import.meta.url));

/**
 * A build that is ready, for a command that only runs `astro build`; null for any other, and for Windows. A process serves one
 * build, and carries nothing over to the next.
 */
export function readyBuild(command: string, place: Omit<CommandPlace, 'lock'>): ReadyBuild | null {
	const options = astroBuild.exec(command)?.[1];
	const nodeOptions = { ...process.env, ...place.env }['NODE_OPTIONS'] ?? '';
	if (options === undefined || process.platform === 'win32' || preloads.test(nodeOptions)) return null;
	let waiting: { astro: string; starting: Promise<StartedCommand> } | null = null;

	return {
		async prepare(lock, signal) {
			const astro = findAstro(place.cwd);
			if (waiting || signal.aborted || !astro) return;
			const words = ['node', waits, astro, 'build'].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
			const own = {
				astro,
				starting: startCommand(`exec ${words.join(' ')}${options}`, { ...place, lock }, true),
			};
			waiting = own;
			const forgotten = () => {
				if (waiting === own) waiting = null;
			};
			const started = await own.starting.catch(() => undefined);
			if (!started) return forgotten();
			// A process that waits keeps no other one from ending.
			holds(started, false);
			const stop = () => void started.end();
			signal.addEventListener('abort', stop, { once: true });
			if (signal.aborted) stop();
			started.exited.then(() => {
				signal.removeEventListener('abort', stop);
				if (waiting === own) void started.forget();
				forgotten();
			});
		},
		async start(variables, { lock, signal }) {
			await endOrphans(place.cwd, lock);
			const own = waiting;
			waiting = null;
			const started = await own?.starting.catch(() => undefined);
			const pipe = started && pipeOf(started.child, 4);
			if (!pipe) return null;
			holds(started, true);
			// Another version of Astro may have been installed in another place.
			const isSame = own?.astro === findAstro(place.cwd);
			if (isSame) pipe.write(`${JSON.stringify(variables)}\n`);
			else pipe.destroy();
			// It may end at any time, also while it is told.
			const answer = await Promise.race([heard(pipe, signal), started.exited]);
			pipe.destroy();
			if (answer === 'builds') return started;
			if (answer === 'silent') await started.end();
			await started.forget();
			return null;
		},
	};
}

/** What a waiting process answers. */
const heard = (pipe: Socket, signal: AbortSignal): Promise<'builds' | 'silent'> =>
	new Promise((resolve) => {
		const silent = () => resolve('silent');
		pipe.once('data', () => resolve('builds')).once('error', silent);
		signal.addEventListener('abort', silent, { once: true });
		if (signal.aborted) silent();
	});

/** Decides whether this process lasts as long as a command. */
function holds({ child }: StartedCommand, lasts: boolean): void {
	for (const part of [child, ...(child.stdio ?? [])] as (Pick<Socket, 'ref' | 'unref'> | null | undefined)[])
		if (lasts) part?.ref();
		else part?.unref();
}

/** The path of the command of the site's own Astro now; null if it cannot be found, for example with Plug'n'Play. */
function findAstro(cwd: string): string | null {
	const bin = binFolders(cwd)
		.map((folder) => join(folder, '../astro/bin/astro.mjs'))
		.find(existsSync);
	return bin && existsSync(waits) ? realpathSync(bin) : null;
}
