import type { DeliveryClient } from '../../client/index.js';
import type { Overlay } from '../../shared/overlay.js';
import type { StoryRow } from '../../sync/index.js';
import type { Link, Story } from '../../wire/index.js';

/** A collection of stories. */
export interface PreviewCollection {
	/** The default id of each entry by its id, if the loader has an `id` function. */
	ids?: Readonly<Record<string, string>> | undefined;
	/** A story after the collection's schema was applied. */
	parse?: ((id: string, story: Story) => Promise<Record<string, unknown>>) | undefined;
	/** True if the collection has an entry with this id. */
	holds?: ((id: string) => boolean) | undefined;
}

/** The stories of a space. */
export interface PreviewSpace {
	space: { id: number };
	/** All links, those of folders included. */
	links: readonly Link[];
	/** One row per story and language. */
	rows: readonly StoryRow[];
	/** The drafts of these rows. */
	stories(rows: Iterable<StoryRow>): AsyncIterable<[StoryRow, Story]>;
}

/** The content of a space at one moment: its drafts, and the collections and routes that it gives. */
export interface Content {
	space: PreviewSpace;
	/** The routes by the default id of their story's entry. */
	routes(): Readonly<Record<string, { uuid: string; href: string }>>;
	collections: ReadonlyMap<string, PreviewCollection>;
	/** Where saved drafts differ from the stored entries; undefined if the stored entries are the drafts. */
	saved?: Overlay | undefined;
}

/** How old content may be: `now` was asked for after the request, `recent` may be seconds old, `any` a minute. */
export type Age = 'now' | 'recent' | 'any';

/** Renders a page of the site under an overlay. @param path of the page below the site's base, decoded, with its query */
export type RenderPage = (path: string, overlay: Overlay) => Promise<Response>;

/** A server that shows pages in preview: Astro's dev server, or the server of a built site. */
export interface PreviewHost {
	/** The site's base, without a slash at its end. */
	base: string;
	/** Path of preview, below the base. */
	path: string;
	/** Path in the site's origin of the client's module. */
	clientModule: string;
	/** Origins that may frame the site. */
	editors: readonly string[];
	/** Where errors are logged, for sentences. @example 'The terminal of `astro dev`' */
	log: string;
	/** Returns the preview token of the space. Without a token, every request is refused. */
	previewToken(): Promise<string | undefined>;
	/** Number of the space; undefined while its content is loaded for the first time. */
	spaceId(): number | undefined;
	/** The content, or undefined while it is loaded for the first time. */
	content(age: Age): Promise<Content | undefined>;
	/** Reads drafts of releases. */
	client(): Promise<DeliveryClient>;
	/** Changes when the server cannot send the earlier scripts anymore. */
	scripts(): string;
	/** The form of a page's path that the server does not redirect. */
	formOf(page: string): string;
	/** Logs an error that is not the request's fault. */
	report(error: unknown): void;
}
