import type { Link } from '../../wire/index.js';
import type { Arrival, Arrivals } from '../fetch/fetched-stories.js';
import {
	type AbsentRow,
	type RowRecord,
	rowKey,
	type SpaceIndex,
	type StoryRecord,
} from '../model/space-index.js';

export interface Round {
	links: ReadonlyMap<string, Link>;
	langsOf: (link: Link) => string[];
	/** True for a row that this round requested. */
	asked: (uuid: string, lang: string) => boolean;
	arrivals: Arrivals;
	version: 'published' | 'draft';
	cv: number | null;
}

/** The index after a round: the current links with the stories that arrived. Unchanged records stay the same objects. */
export function assemble({ links, langsOf, asked, arrivals, cv }: Round, index: SpaceIndex): SpaceIndex {
	const next = new Map<string, StoryRecord>();
	for (const [uuid, link] of links) {
		const former = index.get(uuid);
		const rows = new Map<string, RowRecord>();
		const absent = new Map<string, AbsentRow>();
		let latest: Arrival | undefined;
		let same = former !== undefined;
		for (const lang of langsOf(link)) {
			const old = former?.rows.get(lang);
			const missed = former?.absent.get(lang);
			if (!asked(uuid, lang)) {
				if (old) rows.set(lang, old);
				else if (missed) absent.set(lang, missed);
				continue;
			}
			same = false;
			const arrival = arrivals.round.get(rowKey(uuid, lang));
			if (arrival) {
				latest ??= arrival;
				rows.set(lang, arrival.row);
			} else absent.set(lang, { cv, settled: false });
		}
		if (former && same && isSame(former, link, rows, absent)) {
			next.set(uuid, former);
			continue;
		}
		const source = rows.size > 0 ? (latest ?? former) : undefined;
		const { group, others } = source ?? { group: null, others: [] };
		next.set(uuid, { link, group, others, rows, absent });
	}
	return next;
}

const isSame = (
	former: StoryRecord,
	link: Link,
	rows: ReadonlyMap<string, RowRecord>,
	absent: ReadonlyMap<string, AbsentRow>,
) =>
	former.rows.size === rows.size &&
	former.absent.size === absent.size &&
	[...rows].every(([lang, row]) => former.rows.get(lang) === row) &&
	JSON.stringify(former.link) === JSON.stringify(link);
