import { once } from '../../shared/once.js';
import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link } from '../../wire/index.js';
import type { Arrivals } from '../fetch/fetched-stories.js';
import { signOfLinks } from '../model/link-fingerprint.js';
import { rowKey, type SpaceIndex, type StoryRecord } from '../model/space-index.js';
import { changeOf, concernsGroup, isUndated, slugFits } from './link-diff.js';
import type { Suspect } from './stale-rows.js';

interface PlanInput {
	links: ReadonlyMap<string, Link>;
	index: SpaceIndex;
	version: 'published' | 'draft';
	/** True if the links were read in this round. */
	swept: boolean;
	langsOf: (link: Link) => string[];
	/** Rows whose content did not match their link at the end of the previous round. */
	suspects: readonly Pick<Suspect, 'uuid' | 'why'>[];
	/** Stories of this sync to compare with the links in detail, because the space moved while it was read. */
	arrivals: Arrivals | undefined;
	/** True for a story to request even if its link is unchanged. */
	isNamed: (link: Link) => boolean;
	explain: (link: Link, why: string) => void;
}

/** The rows that a round requests, and why. */
export class RoundPlan {
	readonly wanted: Wanted = createWanted();
	readonly #input: PlanInput;
	readonly #groups: Groups;
	readonly #uuidOfId: () => ReadonlyMap<number, string>;

	constructor(input: PlanInput) {
		const { links, index, suspects, arrivals } = input;
		this.#input = input;
		this.#groups = groupsOf(index);
		this.#uuidOfId = once(() => new Map([...links.values()].map((link) => [link.id, link.uuid])));
		for (const [uuid, link] of links) {
			const record = index.get(uuid);
			const change = record ? this.#whyAgain(record, link) : 'it is new';
			if (change) this.#want(uuid, change);
			else if (record) this.#wantOpenRows(record, link);
			if (!record || concernsGroup(record.link, link)) this.#wantAround(record?.group ?? null, link);
		}
		for (const [uuid, { group, link }] of index) if (!links.has(uuid)) this.#wantAround(group, link);
		for (const { uuid, why } of suspects) {
			this.#want(uuid, why);
			const record = index.get(uuid);
			if (record) this.#wantAround(record.group, record.link);
		}
		if (arrivals) this.#wantMisfits(arrivals);
	}

	/** Adds the stories related to arrivals whose group or `alternates` have changed. */
	follow({ round }: Arrivals): void {
		const { links, index } = this.#input;
		for (const { uuid, group, others } of round.values()) {
			const link = links.get(uuid);
			const former = index.get(uuid);
			const before = new Set(former?.others);
			const differing = [
				...others.filter((id) => !before.has(id)),
				...[...before].filter((id) => !others.includes(id)),
			];
			const groups = (former?.group ?? null) === group ? [] : [group, former?.group ?? null];
			const around = [
				...groups.flatMap(this.#groups.ofGroup),
				...differing.flatMap((id) => this.#uuidOfId().get(id) ?? []),
			];
			for (const other of around) {
				if (link && other !== uuid) this.#want(other, `the group of ${trimSlashes(link.slug)} changed`);
			}
		}
	}

	#want(uuid: string, why: string, only?: string[]): void {
		const { links, langsOf, explain } = this.#input;
		const link = links.get(uuid);
		if (link && this.wanted.add(uuid, only ?? langsOf(link))) explain(link, why);
	}

	#wantAround(group: string | null, link: Link): void {
		for (const uuid of this.#groups.around(group, link.id)) {
			if (uuid !== link.uuid) this.#want(uuid, `${trimSlashes(link.slug)}, of the same group, changed`);
		}
	}

	#whyAgain({ link: before, rows }: StoryRecord, link: Link): string | undefined {
		const { swept, version, isNamed } = this.#input;
		const undated = swept && rows.size > 0 && isUndated(link, version);
		const named = isNamed(link) ? 'it was named' : undefined;
		return changeOf(before, link) ?? named ?? (undated ? 'its link has no date' : undefined);
	}

	#wantOpenRows(record: StoryRecord, link: Link): void {
		for (const lang of this.#input.langsOf(link)) {
			const row = record.rows.get(lang);
			const absent = record.absent.get(lang);
			if (row?.doubt !== undefined) this.#want(link.uuid, `its content may be older than its link`, [lang]);
			else if (!row && !absent) this.#want(link.uuid, `${lang} was not cached`, [lang]);
			else if (!row && !absent?.settled) this.#want(link.uuid, `it had no content in ${lang}`, [lang]);
		}
	}

	#wantMisfits({ all }: Arrivals): void {
		const { links, langsOf } = this.#input;
		for (const [key, { uuid, group, row, sign }] of all) {
			const link = links.get(uuid);
			const lang = key.slice(uuid.length + 1);
			if (!link || !langsOf(link).includes(lang)) continue;
			const others = this.#groups.ofGroup(group).filter((other) => other !== uuid);
			const members = others.flatMap((other) => links.get(other) ?? []);
			if (sign !== signOfLinks(link, lang, members) || !slugFits(row, link, lang)) {
				this.#want(uuid, 'the space moved on while it was read');
			}
		}
	}
}

type Groups = ReturnType<typeof groupsOf>;

function groupsOf(index: SpaceIndex) {
	const byGroup = new Map<string, string[]>();
	const byId = new Map<number, string[]>();
	for (const [uuid, { group, others }] of index) {
		if (group !== null) put(byGroup, group, uuid);
		for (const id of others) put(byId, id, uuid);
	}
	const ofGroup = (group: string | null) => (group === null ? [] : (byGroup.get(group) ?? []));
	/** Uuids of all stories whose JSON has something about a story. */
	const around = (group: string | null, id: number) => new Set([...ofGroup(group), ...(byId.get(id) ?? [])]);
	return { ofGroup, around };
}

/** The rows to request in one round, each once, by language. */
type Wanted = ReturnType<typeof createWanted>;

function createWanted() {
	const all = new Set<string>();
	const open = new Map<string, string[]>();
	return {
		add(uuid: string, langs: readonly string[]) {
			const fresh = langs.filter((lang) => !all.has(rowKey(uuid, lang)));
			for (const lang of fresh) {
				all.add(rowKey(uuid, lang));
				put(open, lang, uuid);
			}
			return fresh.length > 0;
		},
		has: (uuid: string, lang: string) => all.has(rowKey(uuid, lang)),
		isEmpty: () => all.size === 0,
		/** Removes and returns what is still to be requested in the first of these languages that has something. */
		take(langs: readonly string[]) {
			const lang = langs.find((each) => open.has(each));
			if (lang === undefined) return undefined;
			const uuids = open.get(lang) ?? [];
			open.delete(lang);
			return { lang, uuids };
		},
	};
}

function put<Key>(map: Map<Key, string[]>, key: Key, uuid: string): void {
	const list = map.get(key);
	if (list) list.push(uuid);
	else map.set(key, [uuid]);
}
