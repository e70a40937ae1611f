import { onTestFinished } from 'vitest';
import { run } from '../../packages/astro-slugline/src/cli/run.js';
import { soon } from '../support/soon.js';
import { runsOf } from '../support/terminal.js';

/** Runs `slugline` as a shell would, and gives back what it said. */
export const slugline = runsOf(run);

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
