import { onTestFinished } from 'vitest';
import { run } from '../../packages/astro-slugline/src/cli/run.js';
import type { Prompts } from '../../packages/astro-slugline/src/cli/terminal.js';
import { soon } from '../support/soon.js';

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

/** Runs a command that serves until the test ends, as soon as it has said its address. */
export async function serve(args: readonly string[], address: RegExp, env: Record<string, string> = {}) {
	const said: string[] = [];
	const complained: string[] = [];
	const stop = new AbortController();
	const code = run(args, {
		say: (line) => said.push(line),
		complain: (line) => complained.push(line),
		env,
		fetch,
		signal: stop.signal,
	});
	onTestFinished(async () => {
		stop.abort();
		await code;
	});
	const url = await soon(() => {
		const found = address.exec(said.join('\n'))?.[0];
		if (!found) throw new Error(`It does not answer yet. ${complained.join('\n')}`);
		return found;
	});
	return { url, said, stop, code };
}
