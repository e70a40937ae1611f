import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll } from 'vitest';
import { isLong } from './long.js';
import { type Command, inOwnProcess, type Run, runCommandsBy } from './site.js';

const script = fileURLToPath(new URL('./warm-astro-process.mjs', import.meta.url));

/** After so many commands a process is replaced, because the memory of modules that a command loaded is never freed. */
const maxCommands = 60;

/**
 * Runs `astro` commands in processes that stay loaded, as many as are needed at once. That takes a third of the time of a process
 * for each command. The site and the packages under test are loaded again each time. A process whose command fails is replaced,
 * because the timers of a failed command still run.
 */
export function warmAstro() {
	const idle: { child: ChildProcess; commands: number }[] = [];
	const all = new Set<ChildProcess>();
	const end = (child: ChildProcess) => {
		all.delete(child);
		child.kill('SIGKILL');
	};
	return {
		async run(command: Command): Promise<Run> {
			const worker = idle.pop() ?? {
				child: fork(script, { execPath: 'node', execArgv: ['--max-semi-space-size=64'], env: command.env }),
				commands: 0,
			};
			const { child } = worker;
			all.add(child);
			worker.commands += 1;
			child.send(command);
			const ended = new AbortController();
			const [answer] = await Promise.race([
				once(child, 'message', { signal: ended.signal }) as Promise<[Run]>,
				once(child, 'exit', { signal: ended.signal }).then(([code]): [Run] => [
					{ code: code ?? 1, output: `The process of the builds ended with ${code}.` },
				]),
			]);
			ended.abort();
			if (answer.code === 0 && worker.commands < maxCommands) idle.push(worker);
			else end(child);
			return answer;
		},
		close() {
			for (const child of all) end(child);
		},
	};
}

/** Serves all test files that run in this process, one after the other. */
let shared: ReturnType<typeof warmAstro> | undefined;

/**
 * Runs the commands of all sites of a test file in processes that stay loaded. A long run has a process for each command, as
 * users have.
 */
export function useWarmAstro(): void {
	if (isLong) return;
	shared ??= warmAstro();
	runCommandsBy(shared.run);
	afterAll(() => runCommandsBy(inOwnProcess));
}
