/** The service counts by the second; a little more, since requests do not all travel equally long. */
export const windowMs = 1050;

/** Slower than this no lane becomes, so that every request is let through within its attempts. */
const slowest = 2;

/** How long a lane goes without a refusal before it becomes faster again. */
const recoveryMs = 5000;

interface Start {
	at: number;
	refused: boolean;
}

/** Decides when the requests of one tier may start. */
export interface Lane {
	/**
	 * Milliseconds until the next request may start.
	 *
	 * @param isRedirected it goes where the answer to the request before it leads
	 */
	wait(now: number, isRedirected: boolean): number;
	/** A request starts; what becomes of it is told later. */
	start(now: number): {
		/** The answer came from the cache of an edge, or from behind it. */
		answered(cache: 'hit' | 'origin', now: number): void;
		/** The service refused it for its rate; `until` is how long the others should wait. */
		refused(now: number, until: number): void;
	};
}

/**
 * Never more starts in a second than the tier allows, by a sliding window. What the service refuses holds back the whole lane,
 * and the lane continues at the rate that was let through.
 */
export function createWindowLane(perSecond: number): Lane {
	let limit = perSecond;
	let starts: Start[] = [];
	let heldUntil = 0;
	let refusedAt: number | null = null;
	let changedAt = 0;

	/**
	 * The limit becomes what passed in the second before the last refusal. A quiet lane was refused for another reason than
	 * its rate, and where nothing passed, it says nothing about a rate.
	 */
	function learn(lastRefused: number, now: number) {
		const recent = starts.filter(({ at }) => at <= lastRefused && at > lastRefused - windowMs);
		const passed = recent.filter(({ refused }) => !refused).length;
		changedAt = now;
		if (passed === 0 || recent.length < limit / 2) return;
		limit = Math.max(slowest, Math.min(limit, passed));
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
