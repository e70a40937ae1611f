import { command } from './read-options.js';
import { UsageError } from './terminal.js';

/** `slugline verify`: a build that checks every cached page. */
export const verify = command({
	usage: 'verify',
	summary: 'Builds the site in this folder and checks every cached page. Fails if one is stale.',
	options: { run: ['<command>', 'command that builds the site (default: "npx astro build")'] },
	notes: [
		'Renders all pages again, in order, and compares them with their copies. Reports where one differs, and exits',
		'with 1 if one is stale. For nightly jobs and bug reports.',
	],
	async run({ values, positionals }, { complain, signal }) {
		if (positionals.length > 0) {
			throw new UsageError('slugline verify takes only options. Put a command of several words in quotes.');
		}
		const { verifyBuild } = await import('astro-keep/command');
		return verifyBuild(values.run ?? 'npx astro build', {
			...{ variable: 'SLUGLINE_VERIFY', complain, signal },
		});
	},
});
