import type { AstroConfig, AstroIntegration } from 'astro';
import { type BuiltFilesHook, createTokenSearch, reportFiles, type TokenSearch } from 'astro-keep/output';

declare global {
	namespace Astro {
		interface IntegrationHooks {
			/**
			 * Runs at the end of a build that changed the output, when all files are written. If it throws, the build fails, and
			 * the next one reports these files again.
			 *
			 * @example
			 * 'slugline:files': async ({ changed, gone }) => purge([...changed, ...gone]),
			 */
			'slugline:files': (options: BuiltFilesHook) => void | Promise<void>;
		}
	}
}

const searches = new Map<string, TokenSearch>();

/** The search that all spaces of a site share. */
export function tokenSearchOf(root: URL): TokenSearch {
	const search = searches.get(root.href) ?? createTokenSearch();
	searches.set(root.href, search);
	return search;
}

/**
 * The integration that ends a build: it warns about pages, searches the output for tokens, and reports what changed.
 *
 * @param release lets the next build start
 */
export function finishOutput(
	root: URL,
	warnOfPages: () => Promise<void>,
	release: () => void,
): AstroIntegration {
	searches.delete(root.href);
	let config: AstroConfig | undefined;
	return {
		name: 'astro-slugline/output',
		hooks: {
			'astro:config:done'(done) {
				config = done.config;
			},
			async 'astro:build:done'({ dir, logger }) {
				await warnOfPages();
				if (config)
					await reportFiles(config, dir, await tokenSearchOf(root).searchOutput(config), logger, {
						hookOf: (hooks) => hooks['slugline:files'],
						file: new URL('slugline/changes.json', config.cacheDir),
					});
				release();
			},
		},
	};
}
