import { isTooDeep, type Link } from '../../wire/index.js';
import type { SpaceCounts } from './synced-space.js';

/** A stored chunk of stories. `hash` is empty while the chunk is being written. */
export interface ChunkRef {
	hash: string;
	/** Number of stories in the chunk, including unused ones. */
	size: number;
}

/** The index entry for a story in one language, with the location of its content. */
export interface RowRecord {
	/** Full slug of the story, without slashes at the ends. */
	slug: string;
	component: string;
	digest: string;
	/** The references in the content, encoded by `writeReferences`. */
	references: string;
	chunk: ChunkRef;
	/** Line in the chunk, from 0. */
	position: number;
	/** The cv (null for drafts) of a request that returned this content, if it may be older than its link. */
	staleAtCv?: number | null | undefined;
}

export interface AbsentRow {
	/** The cv of the request; null for drafts. */
	cv: number | null;
	/** True after a second sync got the same response. The row is then requested again only if its link changes. */
	isConfirmed: boolean;
}

/** The index entry for one link, without content. Immutable: a changed link gets a new record. */
export interface StoryRecord {
	link: Link;
	/** Id of the group of a folder-level translation. */
	group: string | null;
	/** Ids of the stories in the story's `alternates`. */
	others: readonly number[];
	/** By language, including `default`. */
	rows: ReadonlyMap<string, RowRecord>;
	absent: ReadonlyMap<string, AbsentRow>;
}

/** All records of a space by uuid, sorted by uuid. */
export type SpaceIndex = ReadonlyMap<string, StoryRecord>;

export const rowKey = (uuid: string, lang: string): string => `${uuid} ${lang}`;

export function countsOf(index: SpaceIndex, langs: readonly string[]): SpaceCounts {
	const counts = { stories: 0, rows: 0, folders: 0 };
	const isBuilt = (row: RowRecord | undefined) => row !== undefined && !isTooDeep(row);
	for (const { link, rows } of index.values()) {
		const built = langs.filter((lang) => isBuilt(rows.get(lang))).length;
		if (link.is_folder) counts.folders += 1;
		if (built > 0) counts.stories += 1;
		counts.rows += built;
	}
	return counts;
}

/** Name of the default language, which has no code. */
export const defaultLang = 'default';

/** True for a link that the version shows: folders, links with a row in any language, and in drafts all links. */
export const isShown = (link: Link, version: 'published' | 'draft'): boolean =>
	version === 'draft' ||
	link.is_folder ||
	link.published === true ||
	link.alternates.some((alternate) => alternate.published === true);
