import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { verifyBuild } from './command.js';
import { explainPage } from './explain-page.js';

const help = `astro-keep explain <path>   Says why a page was rendered last, and what would render it again. Builds nothing.
  --cache <folder>          Astro's \`cacheDir\` (default: node_modules/.astro)
  --all                     list all files and entries, rather than count most of them

astro-keep verify           Builds the site in this folder and checks every cached page. Fails if one is stale.
  --run <command>           command that builds the site (default: "npx astro build")`;

/**
 * Runs a command.
 *
 * @param args the arguments after the name of the program
 * @returns the exit code
 */
export async function run(args: readonly string[]): Promise<number> {
	try {
		const { values, positionals } = parseArgs({
			args: [...args],
			allowPositionals: true,
			options: {
				help: { type: 'boolean', short: 'h' },
				version: { type: 'boolean' },
				cache: { type: 'string', default: 'node_modules/.astro' },
				all: { type: 'boolean' },
				run: { type: 'string', default: 'npx astro build' },
			},
		});
		const [command, path, ...more] = positionals;
		if (values.version) {
			const manifest = new URL('../package.json', import.meta.url);
			console.log(JSON.parse(await readFile(manifest, 'utf8')).version);
			return 0;
		}
		if (values.help || command === undefined) {
			console.log(help);
			return 0;
		}
		if (command === 'verify') {
			if (path !== undefined) throw new Error('`astro-keep verify` takes only options.');
			return await verifyBuild(values.run, { variable: 'KEEP_VERIFY', complain: console.error });
		}
		if (command !== 'explain') throw new Error(`There is no command \`${command}\`.`);
		if (path === undefined || more.length > 0)
			throw new Error('`astro-keep explain` takes one path of a page, such as /blog/a.');
		return await explain(path, values.cache, values.all ?? false);
	} catch (error) {
		console.error(`${error instanceof Error ? error.message : error}\n\n${help}`);
		return 1;
	}
}

async function explain(path: string, cache: string, all: boolean): Promise<number> {
	const lines = await explainPage(cache, path, all ? 'all' : 'some');
	for (const line of lines ?? []) console.log(line);
	if (lines) return 0;
	console.error(
		`There is no build here yet: run \`npx astro build\` first. ${cache} has no state of one with keep() of this version; name Astro's \`cacheDir\` with --cache if astro.config sets another.`,
	);
	return 1;
}
