import type { AstroConfig, AstroIntegration } from 'astro';
import { createTokenSearch, type TokenSearch } from 'astro-keep/output';
import { reportFiles } from '../output/index.js';

const searches = new Map<string, TokenSearch>();

/** The search that all spaces of a site share. */
export function tokenSearchOf(root: URL): TokenSearch {
	const search = searches.get(root.href) ?? createTokenSearch();
	searches.set(root.href, search);
	return search;
}

/**
 * The integration that ends a build: it searches the output for tokens, and reports what changed.
 *
 * @param release lets the next build start
 */
export function finishOutput(root: URL, release: () => void): AstroIntegration {
	searches.delete(root.href);
	let config: AstroConfig | undefined;
	return {
		name: 'astro-slugline/output',
		hooks: {
			'astro:config:done'(done) {
				config = done.config;
			},
			async 'astro:build:done'({ dir, logger }) {
				if (config) await reportFiles(config, dir, await tokenSearchOf(root).searchOutput(config), logger);
				release();
			},
		},
	};
}
