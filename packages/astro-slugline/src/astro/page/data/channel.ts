import { type Asks, buildChannel } from 'astro-keep/tracking';

/** A file that a page shows from the site's own output. */
export interface WantedAsset {
	/** File name in the output. */
	name: string;
	/** The address to download it from. */
	address: string;
	/** True for a private asset, whose address must be signed first. */
	isPrivate: boolean;
	/** Path of a page that shows it, for messages. */
	page: string | undefined;
}

/** Adds a file that the output needs. */
export type WantAsset = (asset: WantedAsset) => void;

/** A request of a page to the delivery API. */
export interface SpaceRequest {
	/** Path after `/v2/cdn/`, percent-encoded: `stories/blog/hello`. */
	path: string;
	/** Parameters, without token and `cv`. */
	query: string;
}

/** The answer to such a request. */
export interface SpaceAnswer {
	status: number;
	/** JSON. */
	body: string;
	headers: Record<string, string>;
	/** Why the answer had to come from the API, as half a sentence; undefined for an answer from synced content. */
	askedSince?: string | undefined;
}

/** Answers requests of pages, from the synced content if possible, or else from the API. */
export type AskSpace = (request: SpaceRequest) => Promise<SpaceAnswer>;

/** Renders Markdown with the settings of astro.config: harmless HTML, or all HTML if editors are trusted. */
export type RenderMarkdown = (text: string, options: { trusted: boolean }) => Promise<string>;

/** What the pages of a build did with stories. */
export interface StoryPathsCalls {
	/** The routes that called storyPaths(), as Astro's `routePattern`. */
	patterns: Set<string>;
	/** The collections whose entries it was given. */
	collections: Set<string>;
	/** The paths of the pages that it returned. */
	returned: Set<string>;
	/** The paths that it left out, because they are not of the calling route. */
	outside: Set<string>;
	/** The paths of all pages. Set once they are known, if pages are kept. */
	pages?: ReadonlySet<string>;
	/** The paths of stories that pages link to, each with the first page or file of the site, in alphabetical order, that does. */
	linked: Map<string, string | undefined>;
}

/** Notes links to stories that no page may show. */
export function noteLinks(links: Iterable<Asks['unshown']>): void {
	const linked = buildChannel().storyPaths?.linked;
	for (const [path, place] of links) {
		const before = linked?.get(path);
		linked?.set(path, before && (!place || before < place) ? before : (place ?? undefined));
	}
}

declare module 'astro-keep/tracking' {
	interface BuildChannel {
		/** What pages do with stories, which they add to. Set while a build renders. */
		storyPaths?: StoryPathsCalls | undefined;
		/** Notes a file that the output needs. Set while a build that downloads assets renders; elsewhere files keep their addresses. */
		wantAsset?: WantAsset | undefined;
		/**
		 * Renders Markdown with the processor of `astro.config`, which consists of functions, so that no virtual module can contain it.
		 * Missing on a server, which has no `astro.config`.
		 */
		renderMarkdown?: RenderMarkdown | undefined;
		/**
		 * The places of bloks with a content type, or of assets with the address of a file, in the files of a folder, for messages.
		 * Missing for a service, and on a server.
		 */
		blokPlaces?: ((type: string) => readonly string[]) | undefined;
		/** Why a story that is linked to has no page, for messages. Missing on a server. */
		whyNoPage?: ((uuid: string) => string | undefined) | undefined;
		/** The story with a uuid or slug that `routes.exclude` leaves out, and by which glob, for messages. Missing on a server. */
		excludedStory?: ((story: string) => string | undefined) | undefined;
		/** Answers requests to the delivery API. Missing on a server, where pages call the API. */
		askSpace?: AskSpace | undefined;
		/** True for the token that the space is read with. */
		isOwnToken?: ((token: string) => boolean) | undefined;
	}
}
