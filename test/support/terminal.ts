import type { Prompts, Terminal } from 'astro-slugline/command';

/** What a test gives a program of the terminal. */
interface Given {
	env?: Record<string, string>;
	signal?: AbortSignal;
	prompts?: Prompts;
	fetch?: typeof globalThis.fetch;
}

/** A function that runs a program as a shell would, and gives back what it said. */
export const runsOf =
	(run: (args: readonly string[], terminal: Terminal) => Promise<number>) =>
	async (args: readonly string[], { env = {}, signal, prompts, fetch = globalThis.fetch }: Given = {}) => {
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
	};
