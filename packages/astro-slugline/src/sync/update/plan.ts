import { trimSlashes } from '../../shared/slashes.js';
import type { Link } from '../../wire/index.js';
import { rowKey, type SpaceIndex, type StoryRecord } from '../space-index.js';
import type { Arrivals } from './arrivals.js';
import { changeOf, concernsGroup, isUndated, signOfLinks, slugFits } from './link-changes.js';

interface PlanInput {
	links: ReadonlyMap<string, Link>;
	/** The index before this round. */
	index: SpaceIndex;
	version: 'published' | 'draft';
	/** True if the links were read in this round. */
	swept: boolean;
	/** The languages in which a link's story is built. */
	langsOf: (link: Link) => string[];
	/** Stories whose content did not match their link at the end of the previous round, with the reason. */
	suspects: ReadonlyMap<string, string>;
	/** Stories of this sync to compare with the links in detail, because the space moved while it was read. */
	arrivals: Arrivals | undefined;
	/** True for a story to request even if its link is unchanged. */
	isNamed: (link: Link) => boolean;
	explain: (link: Link, why: string) => void;
}

/** The rows that a round requests, and what to do when some of them have arrived. */
export interface Plan {
	wanted: Wanted;
	/** Adds the stories related to arrivals whose group or `alternates` have changed. */
	follow(arrivals: Arrivals): void;
}

/** Plans which rows a round requests, and why. */
export function planRound({
	links,
	index,
	version,
	swept,
	langsOf,
	suspects,
	arrivals,
	isNamed,
	explain,
}: PlanInput): Plan {
	const wanted = createWanted();
	const groups = groupsOf(index);
	const uuidOfId = new Map([...links.values()].map((link) => [link.id, link.uuid]));
	const want = (uuid: string, why: string, only?: string[]) => {
		const link = links.get(uuid);
		if (link && wanted.add(uuid, only ?? langsOf(link))) explain(link, why);
	};
	const wantAround = (record: Pick<StoryRecord, 'group'>, link: Link) => {
		for (const uuid of groups.around(record, link.id)) {
			if (uuid !== link.uuid) want(uuid, `${trimSlashes(link.slug)}, of the same group, changed`);
		}
	};

	for (const [uuid, link] of links) {
		const record = index.get(uuid);
		const change = record ? whyAgain(record, link) : 'it is new';
		if (change) want(uuid, change);
		else if (record) wantOpenRows(record, link);
		if (record && concernsGroup(record.link, link)) wantAround(record, link);
		if (!record) wantAround({ group: null }, link);
	}
	for (const [uuid, record] of index) if (!links.has(uuid)) wantAround(record, record.link);
	for (const [uuid, why] of suspects) {
		want(uuid, why);
		const record = index.get(uuid);
		if (record) wantAround(record, record.link);
	}
	if (arrivals) wantMisfits(arrivals);
	return { wanted, follow };

	function follow({ round }: Arrivals): void {
		for (const { uuid, group, others } of round.values()) {
			const link = links.get(uuid);
			const former = index.get(uuid);
			const before = new Set(former?.others);
			const differing = [
				...others.filter((id) => !before.has(id)),
				...[...before].filter((id) => !others.includes(id)),
			];
			const moved = (former?.group ?? null) !== group;
			const around = [
				...(moved ? [...groups.ofGroup(group), ...groups.ofGroup(former?.group ?? null)] : []),
				...differing.flatMap((id) => uuidOfId.get(id) ?? []),
			];
			for (const other of around) {
				if (link && other !== uuid) want(other, `the group of ${trimSlashes(link.slug)} changed`);
			}
		}
	}

	function whyAgain({ link: before, rows }: StoryRecord, link: Link): string | undefined {
		const undated = swept && rows.size > 0 && isUndated(link, version);
		const named = isNamed(link) ? 'it was named' : undefined;
		return changeOf(before, link) ?? named ?? (undated ? 'its link has no date' : undefined);
	}

	function wantOpenRows(record: StoryRecord, link: Link): void {
		for (const lang of langsOf(link)) {
			const row = record.rows.get(lang);
			const absent = record.absent.get(lang);
			if (row?.doubt !== undefined) want(link.uuid, `its content may be older than its link`, [lang]);
			else if (!row && !absent) want(link.uuid, `${lang} was not cached`, [lang]);
			else if (!row && !absent?.settled) want(link.uuid, `it had no content in ${lang}`, [lang]);
		}
	}

	function wantMisfits({ all }: Arrivals): void {
		for (const [key, { uuid, group, row, sign }] of all) {
			const link = links.get(uuid);
			const lang = key.slice(uuid.length + 1);
			if (!link || !langsOf(link).includes(lang)) continue;
			const members = groups.ofGroup(group).flatMap((other) => {
				const member = other === uuid ? undefined : links.get(other);
				return member ? [member] : [];
			});
			if (sign !== signOfLinks(link, lang, members) || !slugFits(row, link, lang)) {
				want(uuid, 'the space moved on while it was read');
			}
		}
	}
}

/** The groups of folder-level translation in an index. */
interface Groups {
	/** Uuids of the stories of a group. */
	ofGroup(group: string | null): readonly string[];
	/** Uuids of the stories whose `alternates` name an id. */
	naming(id: number): readonly string[];
	/** Uuids of all stories whose JSON has something about this story. */
	around(record: Pick<StoryRecord, 'group'>, id: number): Set<string>;
}

function groupsOf(index: SpaceIndex): Groups {
	const byGroup = new Map<string, string[]>();
	const byId = new Map<number, string[]>();
	const put = <Key>(map: Map<Key, string[]>, key: Key, uuid: string) => {
		const list = map.get(key);
		if (list) list.push(uuid);
		else map.set(key, [uuid]);
	};
	for (const [uuid, { group, others }] of index) {
		if (group !== null) put(byGroup, group, uuid);
		for (const id of others) put(byId, id, uuid);
	}
	const ofGroup = (group: string | null) => (group === null ? [] : (byGroup.get(group) ?? []));
	const naming = (id: number) => byId.get(id) ?? [];
	return {
		ofGroup,
		naming,
		around: ({ group }, id) => new Set([...ofGroup(group), ...naming(id)]),
	};
}

/** The rows to request in one round, each once, by language. */
type Wanted = ReturnType<typeof createWanted>;

export function createWanted() {
	const all = new Set<string>();
	const uuids = new Set<string>();
	const open = new Map<string, Set<string>>();
	return {
		/** Adds a story in these languages; false if all its rows were added before in this round. */
		add(uuid: string, langs: Iterable<string>) {
			let added = false;
			for (const lang of langs) {
				const key = rowKey(uuid, lang);
				if (all.has(key)) continue;
				all.add(key);
				uuids.add(uuid);
				const ofLang = open.get(lang) ?? new Set();
				open.set(lang, ofLang.add(uuid));
				added = true;
			}
			return added;
		},
		/** True if the row was added in this round. */
		has: (uuid: string, lang: string) => all.has(rowKey(uuid, lang)),
		/** The uuids of all added stories. */
		uuids: () => uuids,
		/** Removes and returns the uuids that are still to be requested in a language. */
		take(lang: string) {
			const taken = [...(open.get(lang) ?? [])];
			open.delete(lang);
			return taken;
		},
		count: (lang: string) => open.get(lang)?.size ?? 0,
		/** The first of the languages with something to request. */
		next: (langs: readonly string[]) => langs.find((lang) => (open.get(lang)?.size ?? 0) > 0),
	};
}
