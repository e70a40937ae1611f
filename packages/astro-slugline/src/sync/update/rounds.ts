import { trimSlashes } from '../../shared/slashes.js';
import type { CurrentSpace, Link } from '../../wire/index.js';
import { defaultLang, languagesOf, type SpaceIndex } from '../space-index.js';
import type { Arrivals } from './arrivals.js';
import { type Ask, storiesPerPage } from './ask.js';
import { assemble } from './assemble.js';
import { type Plan, planRound } from './plan.js';
import { isNewer, type Suspect, suspectsOf } from './suspects.js';

export interface RoundsInput {
	ask: Ask;
	arrivals: Arrivals;
	version: 'published' | 'draft';
	/** The languages to build, once the links are known. */
	languages: (space: CurrentSpace, links: ReadonlyMap<string, Link>) => string[];
	/** True for a story to request even if its link is unchanged. */
	isNamed: (link: Link) => boolean;
	/** The cached index; undefined to list everything. */
	previous: SpaceIndex | undefined;
	explain: (line: string) => void;
}

/** The result of the rounds so far. */
export interface Found {
	languages: string[];
	index: SpaceIndex;
	/** Rows that do not match their links. */
	suspects: Suspect[];
	/** The snapshots of the responses in the last round; null for a response without one. */
	cvs: ReadonlySet<number | null>;
	/** True if a story arrived that was saved after its link was read. */
	newer: boolean;
}

/** The rounds in which a sync reads a space. Each makes requests and updates the index with what arrived. */
export type Rounds = ReturnType<typeof createRounds>;

/** True if the current snapshot of the edge may be taken; null if the edge does not name it. */
export type MayTake = (served: number | null) => boolean;

/** Maximum number of pages that a client requests ahead of the one it returns. */
const pagesAhead = 30;

export function createRounds(input: RoundsInput) {
	const { ask, arrivals, version, languages, previous, isNamed, explain } = input;
	const found: Found = {
		languages: [],
		index: previous ?? new Map(),
		suspects: [],
		cvs: new Set(),
		newer: false,
	};
	let links: ReadonlyMap<string, Link> = new Map();
	/** Identifies the moment of responses: the snapshot, or the space's version if there is none. */
	const labelOf = (space: CurrentSpace) => {
		if (version === 'draft') return null;
		const cvs = [...arrivals.cvs].filter((cv) => cv !== null);
		return cvs.length > 0 ? Math.max(...cvs) : space.version;
	};
	const langsOf = (link: Link) => languagesOf(link, version, found.languages);
	const openSuspects = () => found.suspects.filter(({ settled }) => !settled);
	const shownStories = () => [...links.values()].filter((link) => langsOf(link).length > 0);

	const finish = (space: CurrentSpace, asked: (uuid: string, lang: string) => boolean) => {
		const round = { links, langsOf, asked, arrivals, version, cv: labelOf(space) };
		found.index = assemble({ ...round, index: found.index });
		const settled = found.suspects.filter(({ uuid, lang, settled }) => settled && !asked(uuid, lang));
		found.suspects = [
			...settled,
			...suspectsOf({ ...round, index: found.index, previous: previous ?? new Map() }),
		];
		found.cvs = arrivals.cvs;
		found.newer = isNewer(links, arrivals, version);
	};

	const fetchPlanned = async (space: CurrentSpace, { wanted, follow }: Plan) => {
		const expected = shownStories().length;
		const pages = (count: number) => Math.ceil(count / storiesPerPage);
		for (;;) {
			const lang = wanted.next([defaultLang, ...found.languages]);
			if (lang === undefined) break;
			const uuids = wanted.take(lang);
			if (uuids.length > storiesPerPage && pages(uuids.length) >= pages(expected)) {
				await ask.listing({ lang, expected, wants: (uuid) => wanted.has(uuid, lang) });
			} else await ask.named({ lang, expected, uuids });
			follow(arrivals);
		}
		finish(space, wanted.has);
	};

	const plan = (swept: boolean, compare: boolean) =>
		planRound({
			links,
			version,
			swept,
			index: found.index,
			langsOf,
			suspects: new Map(openSuspects().map(({ uuid, why }) => [uuid, why])),
			arrivals: compare ? arrivals : undefined,
			// Named stories have already arrived when a later round compares.
			isNamed: swept && !compare ? isNamed : () => false,
			explain: (link, why) => explain(`${trimSlashes(link.slug)}: ${why}`),
		});

	return {
		found,
		/** The languages in which a link's story is built. */
		langsOf,
		/** Uuids of stories that arrived in this sync but are not in the links. */
		strangers: () => [
			...new Set([...arrivals.all.values()].flatMap(({ uuid }) => (links.has(uuid) ? [] : [uuid]))),
		],
		/** Requests these stories, and returns the slugs of those that arrive. */
		async stillGiven(uuids: readonly string[]) {
			arrivals.beginRound(true);
			await ask.named({ lang: defaultLang, expected: shownStories().length, uuids });
			return [...arrivals.round.values()].map(({ row }) => row.slug);
		},
		/**
		 * Lists everything.
		 *
		 * @returns undefined if the edge's snapshot must not be taken; false if all stories may have been requested before the last links
		 * arrived, so that the links may be newer than the stories without a date that shows it
		 */
		async listAll(space: CurrentSpace, mayTake: MayTake) {
			const everything = () => true;
			let early: Promise<void> | undefined;
			arrivals.beginRound();
			try {
				const listed = await ask.links(mayTake, () => {
					early = ask.listing({ lang: defaultLang, wants: everything });
					// Awaited below. A failure before that must not be an unhandled rejection.
					early.catch(() => {});
				});
				if (listed === undefined) return undefined;
				links = listed;
			} catch (error) {
				ask.giveUp(error);
				await early?.catch(() => {});
				throw error;
			}
			const before = arrivals.pages;
			found.languages = languages(space, links);
			const stories = shownStories();
			const expected = stories.length;
			const named = new Set(stories.flatMap(langsOf));
			const list = (lang: string) => {
				if (lang === defaultLang) return early ?? ask.listing({ lang, expected, wants: everything });
				const wants = (uuid: string) => {
					const link = links.get(uuid);
					return link !== undefined && langsOf(link).includes(lang);
				};
				return ask.listing({ lang, expected, wants });
			};
			await allOf([defaultLang, ...found.languages].filter((lang) => named.has(lang)).map(list), ask.giveUp);
			await early;
			finish(space, everything);
			const others = found.languages.some((lang) => named.has(lang));
			return early === undefined || others || arrivals.pages - before > pagesAhead;
		},
		/**
		 * Reads the links, and the stories that are new or changed according to them.
		 *
		 * @param compare true to also check stories of this sync against the links, because the space has moved
		 * @returns undefined if the edge's snapshot must not be taken; false if there was nothing to read
		 */
		async sweep(space: CurrentSpace, compare: boolean, mayTake: MayTake = () => true) {
			const before = arrivals.cvs;
			arrivals.beginRound();
			const listed = await ask.links(mayTake);
			if (listed === undefined) {
				arrivals.cvs = before;
				return undefined;
			}
			links = listed;
			found.languages = languages(space, links);
			const planned = plan(true, compare);
			await fetchPlanned(space, planned);
			return planned.wanted.uuids().size > 0;
		},
		/** Requests the suspects again, except settled ones. */
		async retry(space: CurrentSpace) {
			arrivals.beginRound(true);
			await fetchPlanned(space, plan(false, false));
		},
	};
}

/** Waits for all promises. The first failure aborts the others, and is thrown after they have ended. */
async function allOf(running: Promise<void>[], giveUp: (error: unknown) => void): Promise<void> {
	for (const one of running) one.catch(giveUp);
	await Promise.allSettled(running);
	await Promise.all(running);
}
