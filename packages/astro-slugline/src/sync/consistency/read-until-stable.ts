import type { CurrentSpace, Link } from '../../wire/index.js';
import { markDoubts, type Suspect } from '../delta/stale-rows.js';
import { changesBetween } from '../delta/summary.js';
import { defaultLang, type SpaceIndex } from '../model/space-index.js';
import type { SyncError } from '../model/sync-error.js';
import { Rounds, type RoundsInput } from '../rounds.js';
import { isOrdered, latestOf, type Marks, marksAfter, marksWaiting, mayTake } from './checkpoint.js';
import {
	linksDiffer,
	linksWithoutStories,
	removalNotice,
	storiesWithoutLinks,
	withoutStories,
} from './errors.js';

/** Maximum number of times that a sync follows a space that moves on. After that it ends, and the next sync continues. */
const maxMoves = 3;

interface UpdateInput extends RoundsInput {
	/** The marks of the cached state; undefined if there is none, or if its content cannot be read. */
	marks: Marks | undefined;
	/** True if the requested languages differ from those of the cached state. */
	otherOptions: boolean;
	/** The cached index, to detect that most of it would be removed; undefined if that cannot be compared. */
	former: SpaceIndex | undefined;
	/** When the sync began, in milliseconds since 1970. A wait for the edge ends only for content that was requested after its end. */
	began: number;
}

interface Updated {
	/** The space at the start of the last round. */
	space: CurrentSpace;
	/** Undefined if the cached content stays, because the edge serves nothing newer. */
	content:
		| {
				languages: string[];
				index: SpaceIndex;
				/** Rows for which the API returned no content. */
				missing: { link: Link; lang: string }[];
		  }
		| undefined;
	marks: Marks;
}

const noMarks: Marks = { cv: null, spaceVersion: null, lag: null };

/** Updates an index from the space, and checks at the end whether the space has moved on meanwhile. */
export const update = (input: UpdateInput): Promise<Updated> => new Update(input).run();

class Update {
	readonly #input: UpdateInput;
	/** What was read so far, and of which space. */
	readonly #rounds: Rounds;
	/** False if the space moved on during the last round, so that its content may be from several moments. */
	#rested = true;

	constructor(input: UpdateInput) {
		this.#input = input;
		this.#rounds = new Rounds(input);
	}

	async run(): Promise<Updated> {
		const { settings, previous, arrivals, began, marks } = this.#input;
		const rounds = this.#rounds;
		const isPublished = settings.version === 'published';
		const fits = (served: number | null) => this.#fits(served);
		const read = previous ? await rounds.sweep(false, fits) : await rounds.listAll(fits);
		if (read === undefined) return this.#waiting();
		// The stories were requested after the links, every response is of exactly this version, and no content is older than its link,
		// so the space has not moved.
		const inOrder = previous ? arrivals.pages > 0 : read;
		const isProven =
			inOrder && [...rounds.cvs].every((cv) => cv === rounds.space.version) && !rounds.isSuspect;
		this.#rested = isPublished ? isProven || (await this.#chase()) : await this.#chaseDrafts();

		if (this.#isOlder()) return this.#waiting();
		if (isOrdered(rounds.space) && (await this.#isHalf())) return this.#waiting();
		await this.#askSnapshot();
		if (this.#isOlder()) return this.#waiting();

		const { languages, index, suspects, space } = rounds;
		const missing = suspects.flatMap(({ uuid, lang }) => {
			const record = index.get(uuid);
			return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
		});
		const responses = { cvs: rounds.cvs, rested: this.#rested, began, now: settings.now() };
		const after = isPublished ? marksAfter(marks, space, responses) : noMarks;
		const doubtful = this.#rested && after.lag === null ? [] : this.#grouped();
		const content = {
			languages,
			index: markDoubts(index, [...suspects, ...doubtful], rounds.label),
			missing,
		};
		return { space, content, marks: after };
	}

	/** True if content of this snapshot may replace the cached content. */
	#fits(served: number | null, whole?: boolean): boolean {
		const { settings, marks, previous, otherOptions, began } = this.#input;
		if (settings.version === 'draft') return true;
		const all = whole ?? (previous === undefined || otherOptions);
		return mayTake(marks, this.#rounds.space, { served, whole: all, now: began });
	}

	/** True if a page is from an older snapshot. A single one would revert a part of the site. */
	#isOlder(): boolean {
		const { space, snapshots } = this.#rounds;
		return isOrdered(space) && snapshots.some((cv) => !this.#fits(cv, true));
	}

	/** Asks the edge for its snapshot, if no response named one, and it is needed to know how recent the content is. */
	async #askSnapshot(): Promise<void> {
		const { settings, marks, previous, arrivals, ask } = this.#input;
		const { space, snapshots, cvs } = this.#rounds;
		const moved = marks?.spaceVersion !== space.version || marks.lag !== null;
		const isUnknown = snapshots.length === 0 && (previous ? moved : arrivals.all.size > 0);
		if (settings.version === 'published' && isOrdered(space) && isUnknown)
			this.#rounds.cvs = new Set([...cvs, (await ask.probe()).cv]);
	}

	/**
	 * Checks that links, stories, and their totals agree. If they do not, or if most of the site would be removed, they are requested
	 * again.
	 *
	 * @returns true if they still disagree and the edge may be the cause, because its addresses may have different snapshots
	 * @throws {SyncError} if they still disagree otherwise: half a response must not empty the site
	 */
	async #isHalf(): Promise<boolean> {
		const { marks, former = new Map(), ask, settings } = this.#input;
		if (await this.#disagreement()) {
			await this.#readAgain();
			const problem = await this.#disagreement();
			if (problem && !this.#isCertain() && marks) return true;
			if (problem) throw problem;
		}
		const gone = () => {
			const { removed, moved, changed, unchanged } = changesBetween(former, this.#rounds.index).counts;
			const all = removed + moved + changed + unchanged;
			return removed * 2 > all ? { removed, all } : undefined;
		};
		if (!gone()) return false;
		const listed = this.#rounds.shownStories().length;
		await this.#readAgain();
		const still = gone();
		if (!still) return false;
		const again = this.#rounds.shownStories().length;
		if (again !== listed) throw linksDiffer(listed, again);
		const { stories } = await ask.probe();
		const inDefault = [...this.#rounds.index.values()].filter(({ rows }) => rows.has(defaultLang)).length;
		if (stories !== null && stories > inDefault) throw storiesWithoutLinks(stories - inDefault, []);
		settings.onNotice(removalNotice(still));
		return false;
	}

	/** True if links and stories are certainly from the same moment. */
	#isCertain(): boolean {
		const { settings, marks, began } = this.#input;
		const { space, cvs } = this.#rounds;
		// The end of a wait for the edge proves nothing.
		const read = { cvs, rested: this.#rested, began: 0, now: began };
		return settings.version === 'draft' || marksAfter(marks, space, read).lag === null;
	}

	async #readAgain(): Promise<void> {
		await this.#rounds.sweep(true);
		if (this.#rounds.isSuspect) await this.#rounds.retry();
	}

	async #disagreement(): Promise<SyncError | undefined> {
		const { former, ask } = this.#input;
		const { index, languages, langsOf, suspects } = this.#rounds;
		const noStories = withoutStories(index, [defaultLang, ...languages], langsOf);
		const isEmpty = [...index.values()].every(({ rows }) => rows.size === 0);
		if (noStories && (this.#isCertain() || isEmpty)) return noStories;
		if (this.#isCertain()) {
			const lost = suspects.filter(
				({ uuid, lang }) => index.get(uuid)?.absent.has(lang) && former?.get(uuid)?.rows.has(lang),
			);
			if (lost.length > 0) return linksWithoutStories(lost.length);
		}
		if (this.#rounds.shownStories().length === 0) {
			const { stories } = await ask.probe();
			return stories === 0 ? undefined : storiesWithoutLinks(stories ?? 1, []);
		}
		const strangers = this.#isCertain() ? this.#rounds.strangers() : [];
		const slugs = strangers.length > 0 ? await this.#rounds.stillGiven(strangers) : [];
		return slugs.length > 0 ? storiesWithoutLinks(slugs.length, slugs) : undefined;
	}

	/** The cached state stays, and records what it waits for. */
	#waiting(): Updated {
		const { marks = noMarks, settings } = this.#input;
		const { space } = this.#rounds;
		return { space, content: undefined, marks: marksWaiting(marks, space, settings.now()) };
	}

	/** Checks the version until it no longer changes and everything matches, at most `maxMoves` times; false if it still changes. */
	async #chase(): Promise<boolean> {
		const rounds = this.#rounds;
		let moves = 0;
		let looked = false;
		for (;;) {
			const mixed = rounds.snapshots.length > 1;
			const latest = latestOf(await this.#input.ask.space(), rounds.space.version);
			if (latest.version !== rounds.space.version) {
				if (moves === maxMoves) return false;
				moves += 1;
				looked = false;
				rounds.space = latest;
				// The content of the same snapshot has been read already.
				const highest = Math.max(...rounds.snapshots);
				const isNews = (served: number | null) => served === null || mixed || served !== highest;
				await rounds.sweep(true, isOrdered(latest) ? isNews : undefined);
				continue;
			}
			// The version may lag behind. Responses from two snapshots prove that the space has moved.
			if (looked || !(mixed || rounds.isSuspect)) return !mixed;
			looked = true;
			if (mixed) await rounds.sweep(true);
			else await rounds.retry();
		}
	}

	/** The same for drafts, which have no version: stories newer than their links prove that the space has moved. */
	async #chaseDrafts(): Promise<boolean> {
		for (let moves = 0; this.#rounds.newer; moves += 1) {
			if (moves === maxMoves) return false;
			if (!(await this.#rounds.sweep(true))) break;
		}
		if (this.#rounds.isSuspect) await this.#rounds.retry();
		return true;
	}

	/** Rows of groups that arrived while the space moved. What their stories say about each other may be from different moments. */
	#grouped(): Suspect[] {
		const all = [...this.#input.arrivals.all.values()];
		const named = new Set(all.flatMap(({ id, others }) => (others.length > 0 ? [id, ...others] : [])));
		const why = 'the space moved on while it was read';
		return [...this.#rounds.index].flatMap(([uuid, { link, rows }]) =>
			named.has(link.id) ? [...rows.keys()].map((lang) => ({ uuid, lang, why, settled: false })) : [],
		);
	}
}
