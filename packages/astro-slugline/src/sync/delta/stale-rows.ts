import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link } from '../../wire/index.js';
import type { Arrival, Arrivals } from '../fetch/fetched-stories.js';
import { momentOf } from '../model/link-fingerprint.js';
import { defaultLang, rowKey, type SpaceIndex, type StoryRecord } from '../model/space-index.js';
import type { Round } from './next-index.js';

/** A row whose content is older than its link, or is missing. */
export interface Suspect {
	uuid: string;
	lang: string;
	why: string;
	/** True if the previous sync got the same response under a different cv, so that waiting does not help. */
	settled: boolean;
}

/**
 * The rows requested in a round whose content does not match their link.
 *
 * @param index after the round
 * @param previous the index before the sync
 */
export function suspectsOf(
	{ links, asked, arrivals, version, cv }: Round,
	index: SpaceIndex,
	previous: SpaceIndex,
): Suspect[] {
	const suspects: Suspect[] = [];
	for (const [uuid, { link, rows, absent }] of index) {
		const before = previous.get(uuid);
		const sameLink = before !== undefined && before.link.updated_at === link.updated_at;
		const isRepeated = (doubt: number | null | undefined) =>
			sameLink && doubt !== undefined && (version === 'draft' || doubt !== cv);
		for (const lang of rows.keys()) {
			if (!asked(uuid, lang)) continue;
			const arrival = arrivals.round.get(rowKey(uuid, lang));
			const why = arrival && olderThan(arrival, links.get(uuid) ?? link, lang, version);
			if (why) suspects.push({ uuid, lang, why, settled: isRepeated(before?.rows.get(lang)?.doubt) });
		}
		for (const lang of absent.keys()) {
			if (!asked(uuid, lang)) continue;
			suspects.push({
				uuid,
				lang,
				why: 'it was not returned',
				settled: isRepeated(before?.absent.get(lang)?.cv),
			});
		}
	}
	return suspects;
}

/** True if a story of this round was saved after its link was read, so the space has moved on. */
export function isNewer(
	links: ReadonlyMap<string, Link>,
	{ round }: Arrivals,
	version: 'published' | 'draft',
): boolean {
	return [...round.values()].some(({ uuid, moment }) => {
		const link = links.get(uuid);
		const linked = link ? linkMoment(link, version) : null;
		return moment !== null && linked !== null && moment > linked;
	});
}

const linkMoment = (link: Link, version: 'published' | 'draft') =>
	momentOf(version === 'draft' ? link.updated_at : link.published_at);

/** Why content is older than its link; undefined if nothing indicates that. */
function olderThan(
	arrival: Arrival,
	link: Link,
	lang: string,
	version: 'published' | 'draft',
): string | undefined {
	const moment = linkMoment(link, version);
	if (arrival.moment !== null && moment !== null && arrival.moment < moment) {
		return 'its content was older than its link';
	}
	const slug = lang === defaultLang ? arrival.row.slug : arrival.defaultSlug;
	if (slug !== null && slug !== trimSlashes(link.slug))
		return 'its content had a different slug than its link';
	return undefined;
}

/**
 * Marks each row that is still suspect, so that the next sync requests it again. A row with the same response in the previous sync
 * is not marked.
 */
export function markDoubts(index: SpaceIndex, suspects: readonly Suspect[], cv: number | null): SpaceIndex {
	if (suspects.length === 0) return index;
	const marked = new Map(index);
	for (const { uuid, lang, settled } of suspects) {
		const record = marked.get(uuid);
		if (record) marked.set(uuid, mark(record, lang, settled, cv));
	}
	return marked;
}

function mark(record: StoryRecord, lang: string, settled: boolean, cv: number | null): StoryRecord {
	const row = record.rows.get(lang);
	if (!row) return { ...record, absent: new Map(record.absent).set(lang, { cv, settled }) };
	return settled ? record : { ...record, rows: new Map(record.rows).set(lang, { ...row, doubt: cv }) };
}
