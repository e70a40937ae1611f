import type { Story } from '../../../wire/index.js';
import type { RoutesModule } from '../data/index.js';

/** The conditions of a query that decide what is asked of the service. */
export interface LiveQuery {
	collection: string;
	startsWith?: string;
	contentType?: string | readonly string[];
	lang?: string;
	fallback?: boolean;
}

/** A story as an entry of a live collection. `data` is what a static entry has. */
export interface LiveEntry {
	id: string;
	collection: string;
	data: Story;
}

/** What pages on a server read of the space as it is now. What a method reads counts for the request that is being answered. */
export interface LiveReads {
	/** The routes as they are now; undefined if the request has read nothing live, so that the routes of the build apply. */
	routes(): RoutesModule | undefined;
	/** A live collection of stories, as `RoutesModule` has the others; undefined if it is not one. */
	collection(name: string): RoutesModule['collections'][string] | undefined;
	/** Where the addresses of the request's domain begin, on a site with several domains. */
	origin(): string | undefined;
	/** Notes that a lookup found no route, which a new story may change. */
	missed(): void;
	/** A story in a language or else in the default one. Those that are asked for at the same time are read together. */
	story(uuid: string, lang: string): Promise<Story | undefined>;
	/** The entries that a query is to select from; undefined if its collection is not live. */
	entries(asked: LiveQuery): Promise<LiveEntry[]> | undefined;
	/** The entry of a full slug in each language; undefined if the collection is not live. */
	bySlug(collection: string, slug: string): Promise<LiveEntry[]> | undefined;
}

let given: LiveReads | undefined;

/** Sets what reads live content. A site without live collections never does. */
export function giveLive(reads: LiveReads): void {
	given = reads;
}

/** What reads live content; undefined for a site without live collections. */
export const liveReads = (): LiveReads | undefined => given;
