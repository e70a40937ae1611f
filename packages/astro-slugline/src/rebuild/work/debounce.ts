import type { Clock } from '../model/clock.js';
import { type Batch, type Offsets, sameOffsets } from './pending.js';
import type { State } from './store.js';

/** When a batch may be built, and what it is waiting for. */
interface Due {
	at: number;
	why: 'burst' | 'retry';
}

/** The longest pause between two attempts, in milliseconds. */
const longestBackoff = 600_000;

export type Debounce = ReturnType<typeof createDebounce>;

/**
 * The first call of an idle site is due at once: one that arrives at least `quietMs` after the previous build. Earlier ones are a
 * burst, which is due `quietMs` after its last call, at the latest `maxWaitMs` after its first call or after the end of the previous
 * build. A failed batch is due at its retry, unless a new call has arrived. A time set by another machine counts no later than
 * the moment we first saw it, so that a clock that is ahead cannot delay a build.
 */
export function createDebounce(clock: Clock, options: { quietMs: number; maxWaitMs: number }) {
	let seen: { endOffsets: Offsets; first: number; last: number } | null = null;
	let retry: { at: number; latest: number } | null = null;
	return {
		dueOf(batch: Batch, state: State): Due {
			const now = clock.now();
			const { unfinished } = state;
			if (!seen) seen = { endOffsets: batch.endOffsets, first: now, last: now };
			else if (!sameOffsets(seen.endOffsets, batch.endOffsets)) {
				// Calls after an attempt are a burst of their own.
				const wasTried = unfinished !== null && sameOffsets(seen.endOffsets, unfinished.endOffsets);
				seen = { endOffsets: batch.endOffsets, first: wasTried ? now : seen.first, last: now };
			}
			// What was seen after now was seen before the clock was set back.
			seen = { ...seen, first: Math.min(seen.first, now), last: Math.min(seen.last, now) };
			if (unfinished && sameOffsets(unfinished.endOffsets, batch.endOffsets)) {
				if (retry?.at !== unfinished.retryAt)
					retry = { at: unfinished.retryAt, latest: now + longestBackoff };
				return { at: Math.min(unfinished.retryAt, retry.latest, now + longestBackoff), why: 'retry' };
			}
			const first = unfinished ? seen.first : Math.min(batch.first, seen.first);
			const ended = Math.min(state.endedAt ?? 0, now);
			if (first >= ended + options.quietMs) return { at: first, why: 'burst' };
			const silent = Math.min(batch.last, seen.last) + options.quietMs;
			return { at: Math.min(silent, Math.max(first, ended) + options.maxWaitMs), why: 'burst' };
		},
		/** Forgets the current burst, when nothing is pending. */
		reset() {
			seen = null;
		},
	};
}

/** Milliseconds until the next attempt after this many failures in a row: 1 s, doubled each time, at most 10 minutes. */
export const backoff = (failures: number): number =>
	Math.min(longestBackoff, 1000 * 2 ** Math.min(failures - 1, 20));
