import type { RouteTableInput } from '../../../routing/index.js';

/** What a story's link does not say: its content type and its group. */
export type StoryFact = readonly [component: string, groupId: string | null];

/** The content of the virtual module for live pages. It contains no token: a server reads that from its environment. */
export interface LiveModule {
	/** Id of the space. */
	space: string;
	/** How routes follow from links. */
	settings: Omit<RouteTableInput, 'links' | 'stories'> & { version: 'published' | 'draft' };
	/** What the build knows of stories, by uuid. */
	facts: Readonly<Record<string, StoryFact>>;
	/** The name of the cache provider. */
	cache: string | null;
	/** Purges tags where the host's own call says more than Astro's provider; throws if the host refuses. */
	purge?: ((tags: string[]) => Promise<void>) | undefined;
	/** Imports `src/live.config`. */
	config: () => Promise<{ collections?: Readonly<Record<string, { loader: object }>> }>;
	/** Imports the endpoint that purges, if the site has one. Without it, nothing is cached unless a page says so. */
	endpoint?: (() => Promise<unknown>) | undefined;
	/** The pages that are rendered on demand, by their route. */
	pages: Readonly<Record<string, () => Promise<object>>>;
}
