import type { Link } from '../../wire/index.js';
import type { FetchedStories, FetchedStory } from '../fetch/fetched-stories.js';
import {
	type AbsentRow,
	type RowRecord,
	rowKey,
	type SpaceIndex,
	type StoryRecord,
} from '../model/space-index.js';

/** The responses of one round. */
export interface Round {
	links: ReadonlyMap<string, Link>;
	langsOf: (link: Link) => string[];
	stories: FetchedStories;
	/** True for a row that this round requested. */
	wasFetched: (uuid: string, lang: string) => boolean;
	version: 'published' | 'draft';
	/** Identifies the moment of the round: a cv, or else the version of the space; null for drafts. */
	cv: number | null;
}

/** Merges a round into the index: the current links with the fetched stories. Unchanged records remain the same objects. */
export function nextIndex({ links, langsOf, wasFetched, stories, cv }: Round, index: SpaceIndex): SpaceIndex {
	const next = new Map<string, StoryRecord>();
	for (const [uuid, link] of links) {
		const old = index.get(uuid);
		const rows = new Map<string, RowRecord>();
		const absent = new Map<string, AbsentRow>();
		let first: FetchedStory | undefined;
		let isFetched = false;
		for (const lang of langsOf(link)) {
			const row = old?.rows.get(lang);
			const missed = old?.absent.get(lang);
			if (!wasFetched(uuid, lang)) {
				if (row) rows.set(lang, row);
				else if (missed) absent.set(lang, missed);
				continue;
			}
			isFetched = true;
			const story = stories.get(rowKey(uuid, lang));
			first ??= story;
			if (story) rows.set(lang, story.row);
			else absent.set(lang, { cv, isConfirmed: false });
		}
		const source = rows.size > 0 ? (first ?? old) : undefined;
		const { group, others } = source ?? { group: null, others: [] };
		const record: StoryRecord = { link, group, others, rows, absent };
		next.set(uuid, old && !isFetched && isSame(old, record) ? old : record);
	}
	return next;
}

const isSame = (old: StoryRecord, { link, rows, absent }: StoryRecord) =>
	old.rows.size === rows.size &&
	old.absent.size === absent.size &&
	[...rows].every(([lang, row]) => old.rows.get(lang) === row) &&
	JSON.stringify(old.link) === JSON.stringify(link);
