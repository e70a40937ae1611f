import type { StoryRow } from '../../sync/index.js';
import type { Link, Story } from '../../wire/index.js';
import type { Overlay } from '../overlay.js';

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
