import type { CurrentSpace, Link } from '../../wire/index.js';
import { isOrdered, latestOf, type Marks, marksAfter, marksWaiting, mayTake } from '../marks.js';
import type { SpaceIndex } from '../space-index.js';
import type { SyncError } from '../sync-error.js';
import { defaultLang } from '../target-rows.js';
import {
	linksDiffer,
	linksWithoutStories,
	mostRemoved,
	removedRows,
	storiesWithoutLinks,
	withoutStories,
} from './agreement.js';
import { markDoubts } from './mark-doubts.js';
import { createRounds, type RoundsInput } from './rounds.js';
import type { Suspect } from './suspects.js';

/** How often the space may move on under a sync before the sync ends all the same; the next one goes on from there. */
const mostMoves = 3;

export interface UpdateInput extends RoundsInput {
	/** The space as it was when the sync began. */
	space: CurrentSpace;
	/** What the kept state is of, as long as its content can be read; undefined where there is none. */
	marks: Marks | undefined;
	/** True if other languages are asked for than are kept. */
	otherOptions: boolean;
	/** What was kept, for noticing that most of it would be removed; undefined where that cannot be compared. */
	former: SpaceIndex | undefined;
	onNotice: (sentence: string) => void;
	/** When the sync began, in milliseconds since 1970: what is waited for is given up by what was asked after it. */
	began: number;
	now: () => number;
}

export interface Updated {
	/** The space as it was when the last round began. */
	space: CurrentSpace;
	/** Undefined if the kept content stays: the edge serves nothing newer. */
	content: UpdatedContent | undefined;
	marks: Marks;
}

export interface UpdatedContent {
	languages: string[];
	index: SpaceIndex;
	/** Rows that the service gave no content for. */
	missing: { link: Link; lang: string }[];
}

const noMarks: Marks = { cv: null, spaceVersion: null, lag: null };

/** Brings an index up to date with the space, and looks at the end whether the space has moved on meanwhile. */
export async function update(input: UpdateInput): Promise<Updated> {
	const { ask, version, marks, began, now } = input;
	const rounds = createRounds(input);
	const { found } = rounds;
	const isSuspect = () => found.suspects.some(({ settled }) => !settled);
	const snapshots = () => [...found.cvs].filter((cv) => cv !== null);
	let { space } = input;

	const isPublished = version === 'published';
	const fits = (served: number | null, whole = input.kept === undefined || input.otherOptions) =>
		!isPublished || mayTake(marks, space, { served, whole, now: began });

	let inOrder: boolean;
	if (input.kept) {
		if ((await rounds.sweep(space, false, fits)) === undefined) return waiting();
		inOrder = input.arrivals.pages > 0;
	} else {
		const listed = await rounds.listAll(space, fits);
		if (listed === undefined) return waiting();
		inOrder = listed;
	}
	// Stories came after the links, every body is of this very version, and nothing is older than its link: the space has not moved.
	const proven = inOrder && [...found.cvs].every((cv) => cv === space.version) && !isSuspect();
	let rested = true;
	if (version === 'draft') rested = await chaseDrafts();
	else if (!proven) rested = await chase();

	const guards = isPublished && isOrdered(space);
	// A single page from an older snapshot is enough to take the site back.
	const isOlder = () => guards && snapshots().some((cv) => !fits(cv, true));
	if (isOlder()) return waiting();
	if (isOrdered(space) && (await isHalf())) return waiting();
	const moved = marks?.spaceVersion !== space.version || marks.lag !== null;
	const isUnknown = snapshots().length === 0 && (input.kept ? moved : input.arrivals.all.size > 0);
	if (guards && isUnknown) found.cvs = new Set([...found.cvs, (await ask.probe()).cv]);
	if (isOlder()) return waiting();

	const missing = found.suspects.flatMap(({ uuid, lang }) => {
		const record = found.index.get(uuid);
		return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
	});
	const after = isPublished
		? marksAfter(marks, space, { cvs: found.cvs, rested, began, now: now() })
		: noMarks;
	const label = isPublished ? Math.max(...snapshots(), 0) || space.version : null;
	const isSettled = rested && after.lag === null;
	return {
		space,
		content: {
			languages: found.languages,
			index: markDoubts(found.index, [...found.suspects, ...(isSettled ? [] : grouped())], label),
			missing,
		},
		marks: after,
	};

	/**
	 * Looks whether links, stories, and their totals tell of the same space. What does not, and what would remove most of a site, is
	 * asked for again.
	 *
	 * @returns true if it stays so, and the edge may be the cause: its addresses may be of several moments until it moves on
	 * @throws {SyncError} if it stays so: half an answer must not empty the site
	 */
	async function isHalf(): Promise<boolean> {
		if (await disagreement()) {
			await readAgain();
			const problem = await disagreement();
			if (problem && !isCertain() && marks) return true;
			if (problem) throw problem;
		}
		const gone = () => {
			const { removed, all } = removedRows(input.former ?? new Map(), found.index);
			return removed * 2 > all ? { removed, all } : undefined;
		};
		if (!gone()) return false;
		const listed = shown();
		await readAgain();
		const still = gone();
		if (!still) return false;
		if (shown() !== listed) throw linksDiffer(listed, shown());
		const { stories } = await ask.probe();
		const inDefault = [...found.index.values()].filter(({ rows }) => rows.has(defaultLang)).length;
		if (stories !== null && stories > inDefault) throw storiesWithoutLinks(stories - inDefault, []);
		input.onNotice(mostRemoved(still));
		return false;
	}

	/** True if links and stories are surely of one moment. */
	function isCertain(): boolean {
		// That a wait is given up makes nothing certain.
		return (
			!isPublished || marksAfter(marks, space, { cvs: found.cvs, rested, began: 0, now: began }).lag === null
		);
	}

	async function readAgain(): Promise<void> {
		await rounds.sweep(space, true);
		if (isSuspect()) await rounds.retry(space);
	}

	function shown(): number {
		return [...found.index.values()].filter(({ link }) => rounds.langsOf(link).length > 0).length;
	}

	async function disagreement(): Promise<SyncError | undefined> {
		const langs = [defaultLang, ...found.languages];
		const noStories = withoutStories({ index: found.index, langs, langsOf: rounds.langsOf });
		const isEmpty = [...found.index.values()].every(({ rows }) => rows.size === 0);
		if (noStories && (isCertain() || isEmpty)) return noStories;
		if (isCertain()) {
			const lost = found.suspects.filter(
				({ uuid, lang }) =>
					found.index.get(uuid)?.absent.has(lang) && input.former?.get(uuid)?.rows.has(lang),
			);
			if (lost.length > 0) return linksWithoutStories(lost.length);
		}
		if (shown() === 0) {
			const { stories } = await ask.probe();
			return stories === 0 ? undefined : storiesWithoutLinks(stories ?? 1, []);
		}
		const strangers = isCertain() ? rounds.strangers() : [];
		const slugs = strangers.length > 0 ? await rounds.stillGiven(strangers) : [];
		return slugs.length > 0 ? storiesWithoutLinks(slugs.length, slugs) : undefined;
	}

	/** The kept state stays, and notes what it waits for. */
	function waiting(): Updated {
		return { space, content: undefined, marks: marksWaiting(marks ?? noMarks, space, now()) };
	}

	/** Asks for the version until it stands still and everything fits, within bounds; false if it did not. */
	async function chase(): Promise<boolean> {
		let moves = 0;
		let looked = false;
		for (;;) {
			const mixed = snapshots().length > 1;
			const latest = latestOf(await ask.space(), space.version);
			if (latest.version !== space.version) {
				if (moves === mostMoves) return false;
				moves += 1;
				looked = false;
				space = latest;
				// What the edge serves of the same snapshot has been read.
				const highest = Math.max(...snapshots());
				const isNews = (served: number | null) => served === null || mixed || served !== highest;
				await rounds.sweep(space, true, isOrdered(space) ? isNews : undefined);
				continue;
			}
			// The version itself may be told late: answers from two snapshots say that the space has moved.
			if (looked || !(mixed || isSuspect())) return !mixed;
			looked = true;
			if (mixed) await rounds.sweep(space, true);
			else await rounds.retry(space);
		}
	}

	/** The same without a version: stories that are newer than their links say that the space moves. */
	async function chaseDrafts(): Promise<boolean> {
		for (let moves = 0; found.newer; moves += 1) {
			if (moves === mostMoves) return false;
			if (!(await rounds.sweep(space, true))) break;
		}
		if (isSuspect()) await rounds.retry(space);
		return true;
	}

	/** Rows of groups that came while the space moved: what their stories say of each other may be of different moments. */
	function grouped(): Suspect[] {
		const { all } = input.arrivals;
		const named = new Set(
			[...all.values()].flatMap(({ id, others }) => (others.length > 0 ? [id, ...others] : [])),
		);
		return [...found.index].flatMap(([uuid, { link, rows }]) =>
			named.has(link.id)
				? [...rows.keys()].map((lang) => ({
						uuid,
						lang,
						why: 'the space moved on while it was read',
						settled: false,
					}))
				: [],
		);
	}
}
