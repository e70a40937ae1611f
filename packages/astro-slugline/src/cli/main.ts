import { readEnvFiles } from './env-files.js';
import { run } from './run.js';

const stopped = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopped.abort());

process.exitCode = await run(process.argv.slice(2), {
	say: (line) => console.log(line),
	complain: (line) => console.error(line),
	env: { ...readEnvFiles(process.cwd()), ...process.env },
	fetch,
	signal: stopped.signal,
	prompts:
		process.stdin.isTTY && process.stdout.isTTY
			? async () => (await import('./prompts.js')).prompts
			: undefined,
});
