import { trimSlashes } from '../../shared/trim-slashes.js';
import type { Link } from '../../wire/index.js';
import { rowKey, type SpaceIndex } from '../space-index.js';
import { defaultLang } from '../target-rows.js';
import type { Arrival, Arrivals } from './arrivals.js';
import { momentOf } from './moments.js';

export interface CheckInput {
	links: ReadonlyMap<string, Link>;
	/** The index after the round. */
	index: SpaceIndex;
	/** The index that the sync began with. */
	kept: SpaceIndex;
	asked: (uuid: string, lang: string) => boolean;
	arrivals: Arrivals;
	version: 'published' | 'draft';
	cv: number | null;
}

/** A row whose content is not as new as its link, or did not come. */
export interface Suspect {
	uuid: string;
	lang: string;
	why: string;
	/** True if the sync before had the same answer under another cache version: it is how this service answers. */
	settled: boolean;
}

/** The rows asked for in a round whose content does not fit their link. */
export function suspectsOf({ links, index, kept, asked, arrivals, version, cv }: CheckInput): Suspect[] {
	const suspects: Suspect[] = [];
	for (const [uuid, { link, rows, absent }] of index) {
		const before = kept.get(uuid);
		const sameLink = before !== undefined && before.link.updated_at === link.updated_at;
		const another = (doubt: number | null | undefined) =>
			sameLink && doubt !== undefined && (version === 'draft' || doubt !== cv);
		for (const lang of rows.keys()) {
			if (!asked(uuid, lang)) continue;
			const arrival = arrivals.round.get(rowKey(uuid, lang));
			const why = arrival && olderThan(arrival, links.get(uuid) ?? link, lang, version);
			if (why) suspects.push({ uuid, lang, why, settled: another(before?.rows.get(lang)?.doubt) });
		}
		for (const lang of absent.keys()) {
			if (!asked(uuid, lang)) continue;
			suspects.push({ uuid, lang, why: 'it did not come', settled: another(before?.absent.get(lang)?.cv) });
		}
	}
	return suspects;
}

/** True if a story of this round was saved after its link was read: the space has moved since. */
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

/** Why content is older than its link; undefined if nothing says so. */
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
	if (slug !== null && slug !== trimSlashes(link.slug)) return 'its content had another slug than its link';
	return undefined;
}
