import type { Clock } from '../clock.js';
import { type Batch, type Marks, sameMarks } from './pending.js';
import type { State } from './state.js';

/** When a batch may be built, and what it waits for until then. */
export interface Due {
	at: number;
	why: 'quiet' | 'retry';
}

/** The longest pause between two tries, in milliseconds. */
const longestBackoff = 600_000;

export interface Timing {
	dueOf(batch: Batch, state: State): Due;
	/** Nothing is pending: what comes next begins anew. */
	reset(): void;
}

/**
 * A burst is due when it has been quiet for `quietMs`, at the latest `maxWaitMs` after its first call or the end of the build
 * before it. A batch that failed is due at its retry, unless a new call has come since. Times of another machine count no later
 * than they were seen here, so that a clock that is ahead cannot hold a build back.
 */
export function createTiming(clock: Clock, options: { quietMs: number; maxWaitMs: number }): Timing {
	let seen: { upTo: Marks; first: number; last: number } | null = null;
	let retry: { at: number; latest: number } | null = null;
	return {
		dueOf(batch, state) {
			const now = clock.now();
			const { left } = state;
			if (!seen) seen = { upTo: batch.upTo, first: now, last: now };
			else if (!sameMarks(seen.upTo, batch.upTo)) {
				// What comes after a try is a burst of its own.
				const wasTried = left !== null && sameMarks(seen.upTo, left.upTo);
				seen = { upTo: batch.upTo, first: wasTried ? now : seen.first, last: now };
			}
			if (left && sameMarks(left.upTo, batch.upTo)) {
				if (retry?.at !== left.retryAt) retry = { at: left.retryAt, latest: now + longestBackoff };
				return { at: Math.min(left.retryAt, retry.latest), why: 'retry' };
			}
			const first = left ? seen.first : Math.min(batch.first, seen.first);
			const quiet = Math.min(batch.last, seen.last) + options.quietMs;
			const longest = Math.max(first, Math.min(state.endedAt ?? 0, now)) + options.maxWaitMs;
			return { at: Math.min(quiet, longest), why: 'quiet' };
		},
		reset() {
			seen = null;
		},
	};
}

/** Milliseconds until a batch that failed so often in a row is tried again: 1 s, doubled each time, at most 10 minutes. */
export const backoff = (failures: number): number =>
	Math.min(longestBackoff, 1000 * 2 ** Math.min(failures - 1, 20));
