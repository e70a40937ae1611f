import { once } from '../../shared/once.js';
import { trimSlashes } from '../../shared/text/slashes.js';
import type { Link } from '../../wire/index.js';
import type { FetchedStories } from '../fetch/fetched-stories.js';
import { fingerprintOfLinks } from '../model/link-fingerprint.js';
import { rowKey, type SpaceIndex, type StoryRecord } from '../model/space-index.js';
import { affectsGroup, changeOf, isUndated, slugMatches } from './link-diff.js';
import type { StaleRow } from './stale-rows.js';

interface PlanInput {
	links: ReadonlyMap<string, Link>;
	index: SpaceIndex;
	version: 'published' | 'draft';
	/** True if the links were read in this round. */
	hasReadLinks: boolean;
	langsOf: (link: Link) => string[];
	/** Rows whose content did not match their link at the end of the previous round. */
	staleRows: readonly Pick<StaleRow, 'uuid' | 'reason'>[];
	/** Stories of this sync to compare with the links in detail, because the space moved while it was read. */
	fetched: FetchedStories | undefined;
	/** True for a story to fetch even if its link is unchanged. */
	isRequested: (link: Link) => boolean;
	explain: (link: Link, reason: string) => void;
}

/** The delta: the rows that a round fetches, and why. */
export class FetchPlan {
	readonly queue: FetchQueue = createQueue();
	readonly #input: PlanInput;
	readonly #groups: Groups;
	readonly #uuidOfId: () => ReadonlyMap<number, string>;

	constructor(input: PlanInput) {
		const { links, index, staleRows, fetched } = input;
		this.#input = input;
		this.#groups = groupsOf(index);
		this.#uuidOfId = once(() => new Map([...links.values()].map((link) => [link.id, link.uuid])));
		for (const [uuid, link] of links) {
			const record = index.get(uuid);
			const change = record ? this.#changeOf(record, link) : 'it is new';
			if (change) this.#enqueue(uuid, change);
			else if (record) this.#enqueueStale(record, link);
			if (!record || affectsGroup(record.link, link)) this.#enqueueGroup(record?.group ?? null, link);
		}
		for (const [uuid, { group, link }] of index) if (!links.has(uuid)) this.#enqueueGroup(group, link);
		for (const { uuid, reason } of staleRows) {
			this.#enqueue(uuid, reason);
			const record = index.get(uuid);
			if (record) this.#enqueueGroup(record.group, record.link);
		}
		if (fetched) this.#enqueueMismatched(fetched);
	}

	/** Adds the stories related to fetched ones whose group or `alternates` have changed. */
	enqueueRelated(stories: FetchedStories): void {
		const { links, index } = this.#input;
		for (const { uuid, group, others } of stories.values()) {
			const link = links.get(uuid);
			const old = index.get(uuid);
			const before = new Set(old?.others);
			const differing = [
				...others.filter((id) => !before.has(id)),
				...[...before].filter((id) => !others.includes(id)),
			];
			const groups = (old?.group ?? null) === group ? [] : [group, old?.group ?? null];
			const around = [
				...groups.flatMap(this.#groups.ofGroup),
				...differing.flatMap((id) => this.#uuidOfId().get(id) ?? []),
			];
			for (const other of around) {
				if (link && other !== uuid) this.#enqueue(other, `the group of ${trimSlashes(link.slug)} changed`);
			}
		}
	}

	#enqueue(uuid: string, reason: string, only?: string[]): void {
		const { links, langsOf, explain } = this.#input;
		const link = links.get(uuid);
		if (link && this.queue.add(uuid, only ?? langsOf(link))) explain(link, reason);
	}

	#enqueueGroup(group: string | null, link: Link): void {
		for (const uuid of this.#groups.around(group, link.id)) {
			if (uuid !== link.uuid) this.#enqueue(uuid, `${trimSlashes(link.slug)}, of the same group, changed`);
		}
	}

	/** Why a story with this link is fetched again. */
	#changeOf({ link: before, rows }: StoryRecord, link: Link): string | undefined {
		const { hasReadLinks, version, isRequested } = this.#input;
		const undated = hasReadLinks && rows.size > 0 && isUndated(link, version);
		const named = isRequested(link) ? 'it was named' : undefined;
		return changeOf(before, link) ?? named ?? (undated ? 'its link has no date' : undefined);
	}

	#enqueueStale(record: StoryRecord, link: Link): void {
		for (const lang of this.#input.langsOf(link)) {
			const row = record.rows.get(lang);
			const absent = record.absent.get(lang);
			if (row?.staleAtCv !== undefined)
				this.#enqueue(link.uuid, 'its content may be older than its link', [lang]);
			else if (!row && !absent) this.#enqueue(link.uuid, `${lang} was not cached`, [lang]);
			else if (!row && !absent?.isConfirmed) this.#enqueue(link.uuid, `it had no content in ${lang}`, [lang]);
		}
	}

	#enqueueMismatched(fetched: FetchedStories): void {
		const { links, langsOf } = this.#input;
		for (const [key, { uuid, group, row, fingerprint }] of fetched) {
			const link = links.get(uuid);
			const lang = key.slice(uuid.length + 1);
			if (!link || !langsOf(link).includes(lang)) continue;
			const others = this.#groups.ofGroup(group).filter((other) => other !== uuid);
			const members = others.flatMap((other) => links.get(other) ?? []);
			if (fingerprint !== fingerprintOfLinks(link, lang, members) || !slugMatches(row, link, lang)) {
				this.#enqueue(uuid, 'the space moved on while it was read');
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

/** The rows to fetch in one round, each once, by language. */
type FetchQueue = ReturnType<typeof createQueue>;

function createQueue() {
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
		/** Removes and returns what is still to be fetched in the first of these languages that has something. */
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
