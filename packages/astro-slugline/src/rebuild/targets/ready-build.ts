import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { endOrphans } from './processes.js';
import { type CommandPlace, pipeOf, type StartedCommand, startCommand } from './run-command.js';

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

/** `astro build` and its options, however it is started; neither another root nor another config, nor anything of a shell. */
const astroBuild =
	/^\s*(?:npx |npm exec |pnpm (?:exec )?|yarn )?astro build((?: --(?!root|config)[\w=-]+)*)\s*$/;

const waits = fileURLToPath(new URL('./waiting-build.js', import.meta.url));

/**
 * A build that is ready, for a command that only runs `astro build`; null for any other, and for Windows. A process serves one
 * build, and carries nothing over to the next.
 */
export function readyBuild(command: string, place: Omit<CommandPlace, 'lock'>): ReadyBuild | null {
	const options = astroBuild.exec(command)?.[1];
	const astro = options === undefined || process.platform === 'win32' ? null : findAstro(place.cwd);
	if (!astro) return null;
	const PATH = [...binFolders(place.cwd), process.env['PATH']].join(delimiter);
	const words = ['node', waits, astro, 'build'].map((word) => `'${word.replaceAll("'", `'\\''`)}'`);
	const line = `exec ${words.join(' ')}${options}`;
	let waiting: Promise<StartedCommand> | null = null;

	return {
		async prepare(lock, signal) {
			if (waiting || signal.aborted) return;
			const starting = startCommand(line, { ...place, env: { PATH, ...place.env }, lock }, true);
			waiting = starting;
			const started = await starting;
			// A process that waits keeps no other one from ending.
			holds(started, false);
			const stop = () => void started.end();
			signal.addEventListener('abort', stop, { once: true });
			if (signal.aborted) stop();
			started.exited.then(() => {
				signal.removeEventListener('abort', stop);
				if (waiting !== starting) return;
				waiting = null;
				void started.forget();
			});
		},
		async start(variables, { lock, signal }) {
			await endOrphans(place.cwd, lock);
			const started = await waiting;
			waiting = null;
			const pipe = started && pipeOf(started.child, 4);
			if (!pipe) return null;
			holds(started, true);
			pipe.on('error', () => {}).end(JSON.stringify(variables));
			// It may end at any time, also while it is told.
			const answer = await Promise.race([
				once(pipe, 'data', { signal }).then(
					() => 'builds',
					() => 'silent',
				),
				started.exited,
			]);
			if (answer === 'builds') return started;
			if (answer === 'silent') await started.end();
			await started.forget();
			return null;
		},
	};
}

/** Decides whether this process lasts as long as a command. */
function holds({ child }: StartedCommand, lasts: boolean): void {
	for (const part of [child, ...child.stdio] as (Pick<Socket, 'ref' | 'unref'> | null | undefined)[])
		if (lasts) part?.ref();
		else part?.unref();
}

/** The path of the command of the site's own Astro; null if it cannot be found, for example with Plug'n'Play. */
function findAstro(cwd: string): string | null {
	try {
		const path = createRequire(join(cwd, 'package.json')).resolve('astro/package.json');
		const bin = join(dirname(path), 'bin/astro.mjs');
		return existsSync(bin) ? bin : null;
	} catch {
		return null;
	}
}

/** Where package managers look for commands first. */
function binFolders(cwd: string): string[] {
	const parent = dirname(cwd);
	return [join(cwd, 'node_modules', '.bin'), ...(parent === cwd ? [] : binFolders(parent))];
}
