import type { AstroConfig, AstroIntegration } from 'astro';
import { createTokenSearch, type TokenSearch } from '../output/index.js';

const searches = new Map<string, TokenSearch>();

/** The search that all spaces of a site share. */
export function tokenSearchOf(root: URL): TokenSearch {
	const search = searches.get(root.href) ?? createTokenSearch();
	searches.set(root.href, search);
	return search;
}

/** An integration that searches the output for tokens. Added last, so that it sees the files that the others write. */
export function searchAtEnd(root: URL): AstroIntegration {
	searches.delete(root.href);
	let config: AstroConfig | undefined;
	return {
		name: 'astro-slugline/tokens',
		hooks: {
			'astro:config:done'(done) {
				config = done.config;
			},
			async 'astro:build:done'() {
				if (config) await tokenSearchOf(root).searchOutput(config);
			},
		},
	};
}
