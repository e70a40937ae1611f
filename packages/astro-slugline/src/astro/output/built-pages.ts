import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import type { PageReport } from 'astro-keep/build';
import { runHooks } from 'astro-keep/output';
import { type Kind, kindOf } from 'astro-keep/tracking';

/** What a build did with one page, for the hook `slugline:pages` of other integrations. */
export interface BuiltPage {
	/** Path below the site's base, without a slash at its end: `/about`, or `/` for the front page. */
	path: string;
	/** Why the page was rendered, as half a sentence; undefined if it is unchanged since the previous build. */
	reason: string | undefined;
	/** The uuids of the stories that it asked for. The story that `storyPaths()` gave it is not among them. */
	stories: string[];
	/** The names of the collections that it read from. */
	collections: string[];
}

/** What the hook `slugline:pages` gets. */
export interface BuiltPagesHook {
	/** All pages of an incremental build. */
	pages: BuiltPage[];
	/** The folder of the output. Files that are written there are part of it. */
	dir: URL;
	logger: AstroIntegrationLogger;
}

declare global {
	namespace Astro {
		interface IntegrationHooks {
			/**
			 * Runs at the end of a build with incremental rendering, before its output is recorded.
			 *
			 * @example
			 * 'slugline:pages': ({ pages, logger }) => {
			 * 	for (const { path, reason } of pages) if (reason) logger.info(`${path}: ${reason}`);
			 * },
			 */
			'slugline:pages': (options: BuiltPagesHook) => void | Promise<void>;
		}
	}
}

/** Runs the hook `slugline:pages` of all integrations that have it. */
export async function reportPages(
	config: Pick<AstroConfig, 'integrations' | 'outDir'>,
	logger: AstroIntegrationLogger,
	reports: () => readonly PageReport[],
): Promise<void> {
	await runHooks(
		config,
		logger,
		(hooks) => hooks['slugline:pages'],
		() => ({ pages: builtPages(reports()), dir: config.outDir }),
	);
}

/** Adds the stories that pages asked for. */
export const builtPages = (reports: readonly PageReport[]): BuiltPage[] =>
	reports.map(({ path, reason, collections, reads }) => {
		const named = reads.filter((read) => byStory.has(kindOf(read)));
		const stories = [...new Set(named.flatMap((read) => read.match(uuids) ?? []))];
		return { path, reason, stories, collections };
	});

/** The kinds of reads that may name stories. */
const byStory: ReadonlySet<Kind> = new Set([
	...(['members', 'member', 'fields', 'query', 'ids'] as const),
	...(['story', 'group', 'address', 'alternates'] as const),
]);

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
