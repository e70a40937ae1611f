import type { Opened } from './history.js';

/** What asks for a change of a story: the action, and what was typed then. */
interface Asked {
	done: string;
	opened: Opened;
	now: string;
}

/** What was asked for last, until it has ended. */
let last: { asked: Asked | undefined; ended: Promise<unknown> } | undefined;

/** True for an action that is asked for again while it is under way, and for one that then has nothing new to save or to discard. */
export const isVain = ({ done, opened, now }: Asked): boolean =>
	last?.asked?.opened === opened &&
	last.asked.now === now &&
	[last.asked.done, 'Saved as a draft', 'Discarded'].includes(done);

/**
 * Runs what writes after what was asked for before, so that it goes on from what that has left. If a change of a story fails, those
 * of the same story that wait for it do, too: nobody had seen why.
 */
export async function inTurn<Result>(run: () => Promise<Result>, asked?: Asked): Promise<Result> {
	const before = last;
	const isNext = asked !== undefined && before?.asked?.opened === asked.opened;
	const waited = isNext ? before?.ended : before?.ended.catch(() => {});
	const mine = { asked, ended: Promise.resolve(waited).then(run) };
	last = mine;
	try {
		return await mine.ended;
	} finally {
		if (last === mine) last = undefined;
	}
}
