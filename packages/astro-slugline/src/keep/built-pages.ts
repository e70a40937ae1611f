import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { pathOf } from './decide/page-ids.js';
import { explainPages } from './explain.js';
import { collectionOf } from './kinds/rules.js';
import type { Outcome } from './render/tracked-build.js';
import { type Kind, kindOf, type Read } from './tracking/index.js';

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
	{ integrations, outDir }: Pick<AstroConfig, 'integrations' | 'outDir'>,
	outcome: Outcome,
	logger: AstroIntegrationLogger,
): Promise<void> {
	const listeners = integrations.filter(({ hooks }) => hooks['slugline:pages']);
	if (listeners.length === 0) return;
	const pages = builtPages(outcome);
	for (const { name, hooks } of listeners)
		await hooks['slugline:pages']?.({ pages, dir: outDir, logger: logger.fork(name) });
}

/** All pages of a build, in the order of its state. */
export function builtPages(outcome: Outcome): BuiltPage[] {
	const reasons = explainPages(outcome);
	const reads = outcome.state.reads();
	return [...outcome.state.pages.keys()].map((id) => {
		const { stories, collections } = contentOf((reads.get(id) ?? []).map(({ read }) => read));
		return { path: pathOf(id), reason: reasons.get(id), stories, collections };
	});
}

/** The stories and the collections that reads name. */
function contentOf(reads: readonly Read[]): Pick<BuiltPage, 'stories' | 'collections'> {
	const stories = new Set<string>();
	const collections = new Set<string>();
	for (const read of reads) {
		const collection = collectionOf(read);
		if (collection !== undefined) collections.add(collection);
		else if (!byStory.has(kindOf(read))) continue;
		for (const uuid of read.match(uuids) ?? []) stories.add(uuid);
	}
	return { stories: [...stories], collections: [...collections] };
}

const byStory: ReadonlySet<Kind> = new Set(['story', 'group', 'address', 'alternates']);

const uuids = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/gi;
