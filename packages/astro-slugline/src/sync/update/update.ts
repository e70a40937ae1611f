import type { CurrentSpace, Link } from '../../wire/index.js';
import type { SpaceIndex } from '../space-index.js';
import { markDoubts } from './mark-doubts.js';
import { createRounds, type RoundsInput } from './rounds.js';
import type { Suspect } from './suspects.js';

/** How often the space may move on under a sync before the sync ends all the same; the next one goes on from there. */
const mostMoves = 3;

export interface UpdateInput extends RoundsInput {
	/** The space as it was when the sync began. */
	space: CurrentSpace;
}

export interface Updated {
	/** The space as it was when the last round began: the content has its cache version. */
	space: CurrentSpace;
	languages: string[];
	index: SpaceIndex;
	/** Rows that the service gave no content for. */
	missing: { link: Link; lang: string }[];
}

/** Brings an index up to date with the space, and looks at the end whether the space has moved on meanwhile. */
export async function update(input: UpdateInput): Promise<Updated> {
	const rounds = createRounds(input);
	const { found } = rounds;
	const isSuspect = () => found.suspects.some(({ settled }) => !settled);
	let { space } = input;

	let proven = false;
	if (input.kept) await rounds.sweep(space, false);
	else {
		const inOrder = await rounds.listAll(space);
		// Every body of this cache version, and nothing older than its link: the space has not moved.
		proven = inOrder && [...found.cvs].every((cv) => cv === space.version) && !isSuspect();
	}
	let rested = true;
	if (input.version === 'draft') rested = await chaseDrafts();
	else if (!proven) rested = await chase();

	const missing = found.suspects.flatMap(({ uuid, lang }) => {
		const record = found.index.get(uuid);
		return record?.absent.has(lang) ? [{ link: record.link, lang }] : [];
	});
	const cv = input.version === 'published' ? space.version : null;
	return {
		space,
		languages: found.languages,
		index: markDoubts(found.index, [...found.suspects, ...(rested ? [] : grouped())], cv),
		missing,
	};

	/** Asks for the cache version until it stands still and everything fits, within bounds; false if it did not. */
	async function chase(): Promise<boolean> {
		let moves = 0;
		let looked = false;
		for (;;) {
			const latest = await input.ask.space();
			if (latest.version !== space.version) {
				if (moves === mostMoves) return false;
				moves += 1;
				looked = false;
				space = latest;
				await rounds.sweep(space, true);
				continue;
			}
			// The version itself may be told late: bodies of two versions say that the space has moved.
			const mixed = [...found.cvs].filter((cv) => cv !== null).length > 1;
			if (looked || !(mixed || isSuspect())) return true;
			looked = true;
			if (mixed) await rounds.sweep(space, true);
			else await rounds.retry(space);
		}
	}

	/** The same without a cache version: stories that are newer than their links say that the space moves. */
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
