/** Length of a window in milliseconds: the second by which the API counts, and a margin for varying travel times. */
export const windowMs = 1050;

/** The lowest rate of a lane, in requests per second. At this rate every request succeeds within its attempts. */
const minPerSecond = 2;

/** Milliseconds without a refusal after which a lane speeds up again. */
const recoveryMs = 5000;

interface Start {
	at: number;
	refused: boolean;
}

/** Schedules the requests of one rate tier. */
export interface Lane {
	/**
	 * Milliseconds until the next request may start.
	 *
	 * @param isRedirected whether the request follows the redirect of the previous one
	 */
	wait(now: number, isRedirected: boolean): number;
	/** Records the start of a request. The result reports its outcome. */
	start(now: number): {
		/** The response came from the edge's cache, or from the origin. */
		answered(cache: 'hit' | 'origin', now: number): void;
		/** The API refused the request with 429. Others should wait until `until`. */
		refused(now: number, until: number): void;
	};
}

/**
 * Allows at most the tier's number of starts per second, in a sliding window. A refusal holds back the whole
 * lane, which then continues at the rate that succeeded.
 */
export function createWindowLane(perSecond: number): Lane {
	let limit = perSecond;
	let starts: Start[] = [];
	let heldUntil = 0;
	let refusedAt: number | null = null;
	let changedAt = 0;

	/**
	 * Sets the limit to the number of requests that succeeded in the second before the last refusal. If the
	 * lane was mostly idle, or nothing succeeded, the refusal says nothing about the rate.
	 */
	function learn(lastRefused: number, now: number) {
		const recent = starts.filter(({ at }) => at <= lastRefused && at > lastRefused - windowMs);
		const passed = recent.filter(({ refused }) => !refused).length;
		changedAt = now;
		if (passed === 0 || recent.length < limit / 2) return;
		limit = Math.max(minPerSecond, Math.min(limit, passed));
	}

	return {
		wait(now) {
			if (now < heldUntil) return heldUntil - now;
			if (refusedAt !== null) learn(refusedAt, now);
			refusedAt = null;
			if (limit < perSecond && now - changedAt >= recoveryMs) {
				limit = Math.min(perSecond, Math.ceil(limit * 1.25));
				changedAt = now;
			}
			starts = starts.filter(({ at }) => at > now - windowMs);
			const oldest = starts.at(-limit);
			return starts.length < limit || !oldest ? 0 : oldest.at + windowMs - now;
		},
		start(at) {
			const start = { at, refused: false };
			starts.push(start);
			return {
				answered() {},
				refused(_, until) {
					start.refused = true;
					refusedAt = Math.max(refusedAt ?? 0, at);
					heldUntil = Math.max(heldUntil, until);
				},
			};
		},
	};
}
