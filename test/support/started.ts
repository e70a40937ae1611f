import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** How long a process may take until it prints what is waited for, on a machine that does other things, too. */
const answerTimeoutMs = 240_000;

/** A process that was started. */
export interface Started {
	child: ChildProcess;
	/** What it has printed so far, both streams. */
	output(): string;
	/** Resolves to its exit code. */
	ended: Promise<number>;
	/** Resolves to the first value that `look` finds after the process has printed something. Rejects if it ends before. */
	until<Value>(look: () => Value | undefined): Promise<Value>;
	/** Ends it, unless it has ended. */
	stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a process and collects what it prints. */
export function start(command: string, args: readonly string[], options: SpawnOptions): Started {
	const child = spawn(command, args, options);
	let output = '';
	const lookers = new Set<() => void>();
	for (const stream of [child.stdout, child.stderr])
		stream?.on('data', (chunk: Buffer) => {
			output += chunk.toString();
			for (const look of lookers) look();
		});
	const ended = new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => resolve(code ?? 1));
	});
	return {
		child,
		output: () => output,
		ended,
		until: (look) =>
			new Promise((resolve, reject) => {
				const fail = (what: string) => reject(new Error(`${command} ${args.join(' ')} ${what}:\n${output}`));
				const timer = setTimeout(fail, answerTimeoutMs, 'does not print what is waited for');
				const again = () => {
					const found = look();
					if (found !== undefined) end(() => resolve(found));
				};
				const end = (then: () => void) => {
					clearTimeout(timer);
					lookers.delete(again);
					then();
				};
				lookers.add(again);
				ended.then((code) => end(() => fail(`ended with ${code}`)), reject);
				again();
			}),
		async stop(signal) {
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.kill(signal);
			await ended;
		},
	};
}
