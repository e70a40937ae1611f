import { createRequire } from 'node:module';
import { resolve } from 'node:path';
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
		if (!values.run && !hasAstro())
			throw new UsageError(
				'Astro is not installed in this folder. Run this in the folder of the site, or name a command that builds it with --run.',
			);
		const { verifyBuild } = await import('astro-keep/command');
		return verifyBuild(values.run ?? 'npx astro build', {
			...{ variable: 'SLUGLINE_VERIFY', complain, signal },
		});
	},
});

/** True if this is the folder of a site, or one inside of it. */
export function hasAstro(): boolean {
	try {
		createRequire(resolve('package.json')).resolve('astro/package.json');
		return true;
	} catch {
		// Node does not find it from here.
		return false;
	}
}
