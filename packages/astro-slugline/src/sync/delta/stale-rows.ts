import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link } from '../../wire/index.js';
import type { FetchedStories, FetchedStory } from '../fetch/fetched-stories.js';
import { parseTimestamp } from '../model/link-fingerprint.js';
import { defaultLang, rowKey, type SpaceIndex, type StoryRecord } from '../model/space-index.js';
import type { Round } from './next-index.js';

/** A row whose content is older than its link, or is missing. */
export interface StaleRow {
	uuid: string;
	lang: string;
	reason: string;
	/** True if the previous sync got the same response under a different cv, so that fetching it again does not help. */
	isConfirmed: boolean;
}

/** True if fetching stale rows again may help. */
export const hasRetryable = (rows: readonly StaleRow[]): boolean =>
	rows.some(({ isConfirmed }) => !isConfirmed);

/**
 * The rows fetched in a round whose content does not match their link.
 *
 * @param index after the round
 * @param baseIndex the index before the sync
 */
export function staleRowsOf(round: Round, index: SpaceIndex, baseIndex: SpaceIndex): StaleRow[] {
	const { links, wasFetched, stories, version, cv } = round;
	const stale: StaleRow[] = [];
	for (const [uuid, { link, rows, absent }] of index) {
		const before = baseIndex.get(uuid);
		const isSameLink = before !== undefined && before.link.updated_at === link.updated_at;
		const isRepeated = (staleAtCv: number | null | undefined) =>
			isSameLink && staleAtCv !== undefined && (version === 'draft' || staleAtCv !== cv);
		for (const lang of rows.keys()) {
			const story = wasFetched(uuid, lang) ? stories.get(rowKey(uuid, lang)) : undefined;
			const reason = story && olderThan(story, links.get(uuid) ?? link, lang, version);
			const isConfirmed = isRepeated(before?.rows.get(lang)?.staleAtCv);
			if (reason) stale.push({ uuid, lang, reason, isConfirmed });
		}
		for (const lang of absent.keys()) {
			if (!wasFetched(uuid, lang)) continue;
			const isConfirmed = isRepeated(before?.absent.get(lang)?.cv);
			stale.push({ uuid, lang, reason: 'it was not returned', isConfirmed });
		}
	}
	return stale;
}

/** True if a story of the round was saved after its link was read, so the space has moved on. */
export const hasNewerStories = ({ links, stories, version }: Round): boolean =>
	[...stories.values()].some(({ uuid, timestamp }) => {
		const link = links.get(uuid);
		const linked = link ? timestampOf(link, version) : null;
		return timestamp !== null && linked !== null && timestamp > linked;
	});

const timestampOf = (link: Link, version: 'published' | 'draft') =>
	parseTimestamp(version === 'draft' ? link.updated_at : link.published_at);

/** Why content is older than its link; undefined if nothing indicates that. */
function olderThan(
	story: FetchedStory,
	link: Link,
	lang: string,
	version: 'published' | 'draft',
): string | undefined {
	const linked = timestampOf(link, version);
	if (story.timestamp !== null && linked !== null && story.timestamp < linked) {
		return 'its content was older than its link';
	}
	const slug = lang === defaultLang ? story.row.slug : story.defaultSlug;
	const isMoved = slug !== null && slug !== trimSlashes(link.slug);
	return isMoved ? 'its content had a different slug than its link' : undefined;
}

/** Rows of groups that were fetched while the space moved. What their stories say about each other may be from different moments. */
export function staleGroups(index: SpaceIndex, fetched: FetchedStories): StaleRow[] {
	const groups = [...fetched.values()].filter(({ others }) => others.length > 0);
	const named = new Set(groups.flatMap(({ id, others }) => [id, ...others]));
	const reason = 'the space moved on while it was read';
	return [...index].flatMap(([uuid, { link, rows }]) =>
		named.has(link.id) ? [...rows.keys()].map((lang) => ({ uuid, lang, reason, isConfirmed: false })) : [],
	);
}

/** Marks each row that is still stale, so that the next sync fetches it again. A confirmed row is not marked. */
export function markStale(index: SpaceIndex, stale: readonly StaleRow[], cv: number | null): SpaceIndex {
	if (stale.length === 0) return index;
	const marked = new Map(index);
	for (const { uuid, lang, isConfirmed } of stale) {
		const record = marked.get(uuid);
		if (record) marked.set(uuid, mark(record, lang, isConfirmed, cv));
	}
	return marked;
}

function mark(record: StoryRecord, lang: string, isConfirmed: boolean, cv: number | null): StoryRecord {
	const row = record.rows.get(lang);
	if (!row) return { ...record, absent: new Map(record.absent).set(lang, { cv, isConfirmed }) };
	return isConfirmed
		? record
		: { ...record, rows: new Map(record.rows).set(lang, { ...row, staleAtCv: cv }) };
}
