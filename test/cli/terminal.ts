import { run } from '../../packages/astro-slugline/src/cli/run.js';
import type { Prompts } from '../../packages/astro-slugline/src/cli/terminal.js';

/** Runs `slugline` as a shell would, and gives back what it said. */
export async function slugline(
	args: readonly string[],
	{
		env = {},
		signal,
		prompts,
		fetch = globalThis.fetch,
	}: {
		env?: Record<string, string>;
		signal?: AbortSignal;
		prompts?: Prompts;
		fetch?: typeof globalThis.fetch;
	} = {},
): Promise<{ code: number; said: string; complained: string }> {
	const said: string[] = [];
	const complained: string[] = [];
	const code = await run(args, {
		say: (line) => said.push(line),
		complain: (line) => complained.push(line),
		env,
		fetch,
		prompts: prompts && (async () => prompts),
		signal: signal ?? new AbortController().signal,
	});
	return { code, said: said.join('\n'), complained: complained.join('\n') };
}
