// Runs a command in a folder, as a receiver does.
import { type RebuildEvent, run } from 'astro-slugline/rebuild';

const { command, cwd, event }: { command: string; cwd: string; event: RebuildEvent } = JSON.parse(
	process.argv[2] ?? '',
);
await run(command, { cwd })(event, { signal: new AbortController().signal });
