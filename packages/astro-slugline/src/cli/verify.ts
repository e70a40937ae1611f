import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseOptions } from './read-options.js';
import { type Command, UsageError } from './terminal.js';

/** `slugline verify`: a build that checks every cached page. */
export const verify: Command = {
	usage: 'verify',
	summary: 'Builds the site in this folder and checks every cached page. Fails where one is stale.',
	options: [
		'  --run <command>     what builds the site; "npx astro build" by default',
		'',
		'Each cached page is rendered twice and compared with its copy. The build says where a page differs,',
		'and exits with 1 where one is stale. For a nightly job, and for bug reports.',
	],
	async run(args, { env, signal }) {
		const { values, positionals } = parseOptions('verify', args, { run: { type: 'string' } });
		if (positionals.length > 0) {
			throw new UsageError(
				'slugline verify takes options only. A command of several words stands in quotes.',
			);
		}
		const child = spawn(values.run ?? 'npx astro build', {
			shell: true,
			stdio: 'inherit',
			env: { ...env, SLUGLINE_VERIFY: '1' },
			signal,
		});
		const [code] = await once(child, 'exit');
		return code === 0 ? 0 : 1;
	},
};
