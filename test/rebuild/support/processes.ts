import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** A process of a script beside this file, which runs the package's sources. */
export interface ScriptProcess {
	child: ChildProcess;
	/** Its output so far, of both streams. */
	readonly output: string;
	/** The rest of the first line with this beginning. Rejects if the process ends before. */
	line(beginning: string): Promise<string>;
	kill(signal: NodeJS.Signals): Promise<void>;
}

/** Starts a script with one argument, as JSON; killed when the test ends. */
export function startScript(script: string, order: unknown, cwd?: string): ScriptProcess {
	const child = spawn(
		process.execPath,
		[
			'--conditions=slugline-source',
			'--import',
			here('../../sync/kill/sources.mjs'),
			here(script),
			JSON.stringify(order),
		],
		{ cwd, stdio: ['ignore', 'pipe', 'pipe'] },
	);
	let output = '';
	const looks = new Set<() => void>();
	const take = (chunk: Buffer) => {
		output += chunk.toString();
		for (const look of looks) look();
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
	onTestFinished(() => {
		child.kill('SIGKILL');
	});
	return {
		child,
		get output() {
			return output;
		},
		line: (beginning) =>
			new Promise((resolve, reject) => {
				const look = () => {
					const line = output.split('\n').find((each) => each.startsWith(beginning));
					if (line === undefined || !output.includes(`${line}\n`)) return;
					looks.delete(look);
					resolve(line.slice(beginning.length));
				};
				looks.add(look);
				look();
				ended.then(() => reject(new Error(`The process ended before it said "${beginning}":\n${output}`)));
			}),
		async kill(signal) {
			child.kill(signal);
			await ended;
		},
	};
}
