import type { CurrentSpace, Link } from '../../wire/index.js';
import { type SpaceIndex, trimSlug } from '../space-index.js';
import { defaultLang, languagesOf } from '../target-rows.js';
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
	/** Stories that are to be asked for whatever their links say. */
	isNamed: (link: Link) => boolean;
	/** What is kept; undefined to list everything. */
	kept: SpaceIndex | undefined;
	explain: (line: string) => void;
}

/** What the rounds of a sync have found so far. */
export interface Found {
	languages: string[];
	index: SpaceIndex;
	/** Rows that do not fit their links. */
	suspects: Suspect[];
	/** The cache versions of the last round's bodies; null where one names none. */
	cvs: ReadonlySet<number | null>;
	/** True if a story came that was saved after its link was read. */
	newer: boolean;
}

/** The rounds in which a sync reads a space: each asks, and leaves an index that has what came. */
export interface Rounds {
	found: Found;
	/**
	 * Lists everything. Gives false if it is not certain that some stories were asked for after the last links had come:
	 * then the links may be newer than all stories, in ways that dates do not show.
	 */
	listAll(space: CurrentSpace): Promise<boolean>;
	/**
	 * Reads the links, and the stories that they say are new or another.
	 *
	 * @param compare look also at what arrived in this sync and does not fit the links, since the space has moved
	 * @returns false if there was nothing to read
	 */
	sweep(space: CurrentSpace, compare: boolean): Promise<boolean>;
	/** Asks for the suspects again, those left out that are known to be so. */
	retry(space: CurrentSpace): Promise<void>;
}

/** Pages that a client may have asked for before it gave the one at hand. */
const pagesAhead = 30;

export function createRounds(input: RoundsInput): Rounds {
	const { ask, arrivals, version, languages, kept, isNamed, explain } = input;
	const found: Found = {
		languages: [],
		index: kept ?? new Map(),
		suspects: [],
		cvs: new Set(),
		newer: false,
	};
	let links: ReadonlyMap<string, Link> = new Map();
	const cvOf = (space: CurrentSpace) => (version === 'published' ? space.version : null);
	const langsOf = (link: Link) => languagesOf(link, version, found.languages);
	const openSuspects = () => found.suspects.filter(({ settled }) => !settled);
	const shownStories = () => [...links.values()].filter((link) => langsOf(link).length > 0);

	const finish = (space: CurrentSpace, asked: (uuid: string, lang: string) => boolean) => {
		const round = { links, langsOf, asked, arrivals, version, cv: cvOf(space) };
		found.index = assemble({ ...round, index: found.index });
		const settled = found.suspects.filter(({ uuid, lang, settled }) => settled && !asked(uuid, lang));
		found.suspects = [...settled, ...suspectsOf({ ...round, index: found.index, kept: kept ?? new Map() })];
		found.cvs = arrivals.cvs;
		found.newer = isNewer(links, arrivals, version);
	};

	const fetchPlanned = async (space: CurrentSpace, { wanted, follow }: Plan) => {
		const cv = cvOf(space);
		const expected = shownStories().length;
		const pages = (count: number) => Math.ceil(count / storiesPerPage);
		arrivals.beginRound();
		for (;;) {
			const lang = wanted.next([defaultLang, ...found.languages]);
			if (lang === undefined) break;
			const uuids = wanted.take(lang);
			if (uuids.length > storiesPerPage && pages(uuids.length) >= pages(expected)) {
				await ask.listing({ lang, cv, expected, wants: (uuid) => wanted.has(uuid, lang) });
			} else await ask.named({ lang, cv, expected, uuids });
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
			// What was named has arrived when the space is looked at again.
			isNamed: swept && !compare ? isNamed : () => false,
			explain: (link, why) => explain(`${trimSlug(link.slug)}: ${why}`),
		});

	return {
		found,
		async listAll(space) {
			const cv = cvOf(space);
			const everything = () => true;
			let early: Promise<void> | undefined;
			arrivals.beginRound();
			try {
				links = await ask.links(cv, () => {
					early = ask.listing({ lang: defaultLang, cv, wants: everything });
					// Awaited below; a failure before that is no unhandled one.
					early.catch(() => {});
				});
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
				if (lang === defaultLang) return early ?? ask.listing({ lang, cv, expected, wants: everything });
				const wants = (uuid: string) => {
					const link = links.get(uuid);
					return link !== undefined && langsOf(link).includes(lang);
				};
				return ask.listing({ lang, cv, expected, wants });
			};
			await allOf([defaultLang, ...found.languages].filter((lang) => named.has(lang)).map(list), ask.giveUp);
			await early;
			finish(space, everything);
			const others = found.languages.some((lang) => named.has(lang));
			return early === undefined || others || arrivals.pages - before > pagesAhead;
		},
		async sweep(space, compare) {
			links = await ask.links(cvOf(space));
			found.languages = languages(space, links);
			const planned = plan(true, compare);
			await fetchPlanned(space, planned);
			return planned.wanted.uuids().size > 0;
		},
		async retry(space) {
			await fetchPlanned(space, plan(false, false));
		},
	};
}

/** Waits for all. The first failure gives up the others, and is thrown when they have ended. */
async function allOf(running: Promise<void>[], giveUp: (error: unknown) => void): Promise<void> {
	for (const one of running) one.catch(giveUp);
	await Promise.allSettled(running);
	await Promise.all(running);
}
