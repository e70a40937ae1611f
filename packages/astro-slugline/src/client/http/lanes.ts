/** Length of a window in milliseconds: the second by which the API counts, and a margin for varying travel times. */
const windowMs = 1050;

/** The lowest rate of a lane, in requests per second. At this rate every request succeeds within its attempts. */
const minPerSecond = 2;

/** Milliseconds without a refusal after which a lane speeds up again. */
const recoveryMs = 5000;

interface Start {
	at: number;
	refused: boolean;
}

/** Schedules the requests of one rate tier. */
interface Lane {
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

/** The highest rate, as a multiple of the tier's, while all responses come from the edge's cache. */
const maxRateFactor = 20;

/** Limit of slots returned by cache hits and not yet used: the number of concurrent requests. */
const maxFreeSlots = 30;

/** After this many responses in a row from the origin, the edge's cache is cold and returned slots are discarded. */
const coldRun = 3;

/** Returned slots are discarded after this many milliseconds without a request. */
const idleMs = 10_000;

/** After a refusal, the rate increases by this share of the tier's rate for each second without another one. */
const recoveryShare = 1 / 25;

/**
 * A timer may fire this many milliseconds late, and the next requests make up for it. It equals the part of a
 * window beyond one second, so that no second has more requests than the tier allows.
 */
const lateMs = windowMs - 1000;

/** The same behind an edge. */
const minEdgePerSecond = 1;

/**
 * Spaces the starts of requests that may reach the origin evenly. A request that the edge answered from its
 * cache did not count, so the next request takes its slot at once: with a share `h` of hits, the rate is
 * `tier / (1 - h)`, and the origin never receives more than the tier allows. A refusal halves the rate, at
 * most once a second, so that several builds with one token all make progress.
 */
export function createEdgeLane(perSecond: number): Lane {
	let rate = perSecond;
	let refusedAt = Number.NEGATIVE_INFINITY;
	let climbedAt = Number.NEGATIVE_INFINITY;
	let nextSlot = Number.NEGATIVE_INFINITY;
	let lastStart = Number.NEGATIVE_INFINITY;
	let startBefore = Number.NEGATIVE_INFINITY;
	/** Until then, a request waits for a slot, or has just done so. */
	let busyUntil = Number.NEGATIVE_INFINITY;
	let freeSlots = 0;
	let originRun = 0;

	const interval = () => windowMs / rate;

	return {
		wait(now, isRedirected) {
			if (now - lastStart > idleMs) freeSlots = 0;
			const calmSeconds = Math.floor((now - climbedAt) / 1000);
			if (rate < perSecond && calmSeconds > 0) {
				rate = Math.min(perSecond, rate + calmSeconds * recoveryShare * perSecond);
				climbedAt += calmSeconds * 1000;
			}
			const soonest = lastStart + windowMs / perSecond / maxRateFactor;
			// The first request of a run is redirected. Its target takes the next slot at once, and later requests keep their distance.
			const isFirst = isRedirected && rate === perSecond && now - startBefore >= windowMs;
			if (freeSlots > 0 || isFirst) return soonest - now;
			if (nextSlot > now) busyUntil = nextSlot + 2 * lateMs;
			return Math.max(soonest, nextSlot) - now;
		},
		start(now) {
			startBefore = lastStart;
			lastStart = now;
			if (freeSlots > 0) freeSlots -= 1;
			else nextSlot = Math.max(nextSlot, now < busyUntil ? now - lateMs : now) + interval();
			return {
				answered(cache) {
					originRun = cache === 'hit' ? 0 : originRun + 1;
					if (cache === 'hit') freeSlots = Math.min(maxFreeSlots, freeSlots + 1);
					else if (originRun >= coldRun) freeSlots = 0;
				},
				refused(at) {
					freeSlots = 0;
					climbedAt = at;
					if (at - refusedAt < 1000) return;
					rate = Math.max(minEdgePerSecond, rate / 2);
					refusedAt = at;
					nextSlot = Math.max(nextSlot, at + interval());
				},
			};
		},
	};
}
