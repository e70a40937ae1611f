import { once } from 'astro-keep/shared/once';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Link } from '../../wire/index.js';
import type { FetchedStories } from '../fetch/fetched-stories.js';
import { fingerprintOfLinks } from '../model/link-fingerprint.js';
import { rowKey, type SpaceIndex } from '../model/space-index.js';
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

type Enqueue = (uuid: string, reason: string, langs?: readonly string[]) => void;

/** The delta: the rows that a round fetches. Each is explained with the reason. */
export function createFetchPlan(input: PlanInput) {
	const { links, index, langsOf, explain } = input;
	const queue = createQueue();
	const groups = groupsOf(index);
	const uuidOfId = once(() => new Map([...links.values()].map((link) => [link.id, link.uuid])));
	const enqueue: Enqueue = (uuid, reason, langs) => {
		const link = links.get(uuid);
		if (link && queue.add(uuid, langs ?? langsOf(link))) explain(link, reason);
	};
	enqueueChanges(input, groups, enqueue);
	if (input.fetched) enqueueMismatched(input.fetched, input, groups, enqueue);
	return {
		queue,
		/** Adds the stories related to fetched ones whose group or `alternates` have changed. */
		enqueueRelated(stories: FetchedStories): void {
			for (const { uuid, group, others } of stories.values()) {
				const link = links.get(uuid);
				const old = index.get(uuid);
				const before = new Set(old?.others);
				const differing = [
					...others.filter((id) => !before.has(id)),
					...[...before].filter((id) => !others.includes(id)),
				];
				const changed = (old?.group ?? null) === group ? [] : [group, old?.group ?? null];
				const related = [
					...changed.flatMap(groups.ofGroup),
					...differing.flatMap((id) => uuidOfId().get(id) ?? []),
				];
				for (const other of related) {
					if (link && other !== uuid) enqueue(other, `the group of ${trimSlashes(link.slug)} changed`);
				}
			}
		},
	};
}

function enqueueChanges(input: PlanInput, groups: Groups, enqueue: Enqueue): void {
	const { links, index, staleRows, hasReadLinks, version, isRequested, langsOf } = input;
	const enqueueGroup = (group: string | null, link: Link) => {
		for (const uuid of groups.around(group, link.id)) {
			if (uuid !== link.uuid) enqueue(uuid, `${trimSlashes(link.slug)}, of the same group, changed`);
		}
	};
	for (const [uuid, link] of links) {
		const record = index.get(uuid);
		const isUnknowable = hasReadLinks && record && record.rows.size > 0 && isUndated(link, version);
		const reason =
			(record ? changeOf(record.link, link, langsOf(link)) : 'it is new') ??
			(isRequested(link) ? 'it was named' : undefined) ??
			(isUnknowable ? 'its link has no date' : undefined);
		if (reason) enqueue(uuid, reason);
		else enqueueOpenRows(link, input, enqueue);
		if (!record || affectsGroup(record.link, link)) enqueueGroup(record?.group ?? null, link);
	}
	for (const [uuid, { group, link }] of index) if (!links.has(uuid)) enqueueGroup(group, link);
	for (const { uuid, reason } of staleRows) {
		enqueue(uuid, reason);
		const record = index.get(uuid);
		if (record) enqueueGroup(record.group, record.link);
	}
}

/** Rows of an unchanged link that an earlier sync did not get, or that it marked as stale. */
function enqueueOpenRows(link: Link, { index, langsOf }: PlanInput, enqueue: Enqueue): void {
	for (const lang of langsOf(link)) {
		const row = index.get(link.uuid)?.rows.get(lang);
		const absent = index.get(link.uuid)?.absent.get(lang);
		if (row?.staleAtCv !== undefined) enqueue(link.uuid, 'its content may be older than its link', [lang]);
		else if (!row && !absent) enqueue(link.uuid, `${lang} was not cached`, [lang]);
		else if (!row && !absent?.isConfirmed) enqueue(link.uuid, `it had no content in ${lang}`, [lang]);
	}
}

/** Stories of this sync that no longer match their links. */
function enqueueMismatched(
	fetched: FetchedStories,
	{ links, langsOf }: PlanInput,
	groups: Groups,
	enqueue: Enqueue,
): void {
	for (const [key, { uuid, group, row, fingerprint }] of fetched) {
		const link = links.get(uuid);
		const lang = key.slice(uuid.length + 1);
		if (!link || !langsOf(link).includes(lang)) continue;
		const others = groups.ofGroup(group).filter((other) => other !== uuid);
		const members = others.flatMap((other) => links.get(other) ?? []);
		if (fingerprint !== fingerprintOfLinks(link, lang, members) || !slugMatches(row, link, lang))
			enqueue(uuid, 'the space moved on while it was read');
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
