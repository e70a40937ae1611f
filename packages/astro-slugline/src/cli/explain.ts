import { command } from './read-options.js';
import { UsageError } from './terminal.js';
import { hasAstro } from './verify.js';

/** `slugline explain`: why the last build that rendered a page did so, and what would render it again. */
export const explain = command({
	usage: 'explain <path>',
	summary: 'Says why a page was rendered last, and what would render it again. Builds nothing.',
	examples: ['slugline explain /blog/a'],
	options: {
		cache: ['<folder>', "Astro's `cacheDir` (default: node_modules/.astro)"],
		all: ['', 'list all files and entries, rather than count most of them'],
	},
	notes: [
		'Reads what the last build has stored. Run it in the folder of the site. `SLUGLINE_EXPLAIN=1 npx astro build` says the',
		'same of all pages that a build renders.',
	],
	async run({ values, positionals: [path, ...more] }, { say, complain }) {
		if (path === undefined || more.length > 0)
			throw new UsageError('slugline explain takes one path of a page, such as /blog/a.');
		if (!hasAstro())
			throw new UsageError('Astro is not installed in this folder. Run this in the folder of the site.');
		const { cache = 'node_modules/.astro' } = values;
		const [{ explainPage }, { addStoryKinds, withSlugs }] = await Promise.all([
			import('astro-keep/build'),
			import('../astro/explain/index.js'),
		]);
		addStoryKinds();
		const lines = await explainPage(cache, path, values.all ? 'all' : 'some');
		if (!lines) {
			complain(
				`There is no build here yet: run \`npx astro build\` first. ${cache} has no state of one with incremental rendering and this version of Slugline; name Astro's \`cacheDir\` with --cache if astro.config sets another.`,
			);
			return 1;
		}
		for (const line of lines.map(await withSlugs(cache))) say(line);
		return 0;
	},
});
