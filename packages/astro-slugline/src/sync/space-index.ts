import type { Link } from '../wire/index.js';
import type { SpaceCounts } from './synced-space.js';

/** A kept chunk of stories. `hash` is empty while the chunk is being filled. */
export interface ChunkRef {
	hash: string;
	/** Stories in it, those included that nobody refers to any more. */
	size: number;
}

/** The content of one story in one language: what the index holds of it, and where it lies. */
export interface RowRecord {
	/** Full slug as the story has it, without slashes at the ends. */
	slug: string;
	component: string;
	digest: string;
	/** What the content refers to, as `writeReferences` writes it. */
	references: string;
	chunk: ChunkRef;
	/** Line in the chunk, from 0. */
	place: number;
	/** The cv (null for drafts) under which this content was asked for, if it was older than its link says. */
	doubt?: number | null | undefined;
}

/** A row that the service gave no content for. */
export interface AbsentRow {
	/** The cv under which it was asked for; null for drafts. */
	cv: number | null;
	/** True once a second sync got the same answer: then it is not asked for again until its link changes. */
	settled: boolean;
}

/** What is known of one link, without content. Never changed in place: a changed link gets a new record. */
export interface StoryRecord {
	link: Link;
	/** Shared by the stories of a folder-level translation. */
	group: string | null;
	/** Ids of the stories that the story's `alternates` name. */
	others: readonly number[];
	/** By language, `default` included. */
	rows: ReadonlyMap<string, RowRecord>;
	absent: ReadonlyMap<string, AbsentRow>;
}

/** All records of a space by uuid, in the order of uuids. */
export type SpaceIndex = ReadonlyMap<string, StoryRecord>;

/** The key of a row. */
export const rowKey = (uuid: string, lang: string): string => `${uuid} ${lang}`;

/** What of an index is to be built in these languages. */
export function countsOf(index: SpaceIndex, langs: readonly string[]): SpaceCounts {
	const counts = { stories: 0, rows: 0, folders: 0 };
	for (const { link, rows } of index.values()) {
		const built = langs.filter((lang) => rows.has(lang)).length;
		if (link.is_folder) counts.folders += 1;
		if (built > 0) counts.stories += 1;
		counts.rows += built;
	}
	return counts;
}
