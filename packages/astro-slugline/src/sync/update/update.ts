import type { CurrentSpace, Link } from '../../wire/index.js';
import { isOrdered, latestOf, type Marks, marksAfter, marksWaiting, mayTake } from '../marks.js';
import { defaultLang, type SpaceIndex } from '../space-index.js';
import type { SyncError } from '../sync-error.js';
import {
	linksDiffer,
	linksWithoutStories,
	removalNotice,
	removedRows,
	storiesWithoutLinks,
	withoutStories,
} from './agreement.js';
import { createRounds, type RoundsInput } from './rounds.js';
import { markDoubts, type Suspect } from './suspects.js';

/** Maximum number of times that a sync follows a space that moves on. After that it ends, and the next sync continues. */
const maxMoves = 3;

export interface UpdateInput extends RoundsInput {
	/** The space at the start of the sync. */
	space: CurrentSpace;
	/** The marks of the cached state; undefined if there is none, or if its content cannot be read. */
	marks: Marks | undefined;
	/** True if the requested languages differ from those of the cached state. */
	otherOptions: boolean;
	/** The cached index, to detect that most of it would be removed; undefined if that cannot be compared. */
	former: SpaceIndex | undefined;
	onNotice: (sentence: string) => void;
	/** When the sync began, in milliseconds since 1970. A wait for the edge ends only for content that was requested after its end. */
	began: number;
	now: () => number;
}

export interface Updated {
	/** The space at the start of the last round. */
	space: CurrentSpace;
	/** Undefined if the cached content stays, because the edge serves nothing newer. */
	content: UpdatedContent | undefined;
	marks: Marks;
}

export interface UpdatedContent {
	languages: string[];
	index: SpaceIndex;
	/** Rows for which the API returned no content. */
	missing: { link: Link; lang: string }[];
}

const noMarks: Marks = { cv: null, spaceVersion: null, lag: null };

/** Updates an index from the space, and checks at the end whether the space has moved on meanwhile. */
export async function update(input: UpdateInput): Promise<Updated> {
	const { ask, version, marks, began, now } = input;
	const rounds = createRounds(input);
	const { found } = rounds;
	const isSuspect = () => found.suspects.some(({ settled }) => !settled);
	const snapshots = () => [...found.cvs].filter((cv) => cv !== null);
	let { space } = input;

	const isPublished = version === 'published';
	const fits = (served: number | null, whole = input.previous === undefined || input.otherOptions) =>
		!isPublished || mayTake(marks, space, { served, whole, now: began });

	let inOrder: boolean;
	if (input.previous) {
		if ((await rounds.sweep(space, false, fits)) === undefined) return waiting();
		inOrder = input.arrivals.pages > 0;
	} else {
		const listed = await rounds.listAll(space, fits);
		if (listed === undefined) return waiting();
		inOrder = listed;
	}
	// The stories were requested after the links, every response is of exactly this version, and no content is older than its link, so
	// the space has not moved.
	const proven = inOrder && [...found.cvs].every((cv) => cv === space.version) && !isSuspect();
	let rested = true;
	if (version === 'draft') rested = await chaseDrafts();
	else if (!proven) rested = await chase();

	const guards = isPublished && isOrdered(space);
	// A single page from an older snapshot would revert a part of the site.
	const isOlder = () => guards && snapshots().some((cv) => !fits(cv, true));
	if (isOlder()) return waiting();
	if (isOrdered(space) && (await isHalf())) return waiting();
	const moved = marks?.spaceVersion !== space.version || marks.lag !== null;
	const isUnknown = snapshots().length === 0 && (input.previous ? moved : input.arrivals.all.size > 0);
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
	 * Checks that links, stories, and their totals agree. If they do not, or if most of the site would be removed, they are requested
	 * again.
	 *
	 * @returns true if they still disagree and the edge may be the cause, because its addresses may have different snapshots
	 * @throws {SyncError} if they still disagree otherwise: half a response must not empty the site
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
		input.onNotice(removalNotice(still));
		return false;
	}

	/** True if links and stories are certainly from the same moment. */
	function isCertain(): boolean {
		// The end of a wait for the edge proves nothing.
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

	/** The cached state stays, and records what it waits for. */
	function waiting(): Updated {
		return { space, content: undefined, marks: marksWaiting(marks ?? noMarks, space, now()) };
	}

	/** Checks the version until it no longer changes and everything matches, at most `maxMoves` times; false if it still changes. */
	async function chase(): Promise<boolean> {
		let moves = 0;
		let looked = false;
		for (;;) {
			const mixed = snapshots().length > 1;
			const latest = latestOf(await ask.space(), space.version);
			if (latest.version !== space.version) {
				if (moves === maxMoves) return false;
				moves += 1;
				looked = false;
				space = latest;
				// The content of the same snapshot has been read already.
				const highest = Math.max(...snapshots());
				const isNews = (served: number | null) => served === null || mixed || served !== highest;
				await rounds.sweep(space, true, isOrdered(space) ? isNews : undefined);
				continue;
			}
			// The version may lag behind. Responses from two snapshots prove that the space has moved.
			if (looked || !(mixed || isSuspect())) return !mixed;
			looked = true;
			if (mixed) await rounds.sweep(space, true);
			else await rounds.retry(space);
		}
	}

	/** The same for drafts, which have no version: stories newer than their links prove that the space has moved. */
	async function chaseDrafts(): Promise<boolean> {
		for (let moves = 0; found.newer; moves += 1) {
			if (moves === maxMoves) return false;
			if (!(await rounds.sweep(space, true))) break;
		}
		if (isSuspect()) await rounds.retry(space);
		return true;
	}

	/** Rows of groups that arrived while the space moved. What their stories say about each other may be from different moments. */
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
