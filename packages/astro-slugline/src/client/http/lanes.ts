/** Length of a window in milliseconds: the second by which the API counts, and a margin for varying travel times. */
const windowMs = 1050;

/** Allows at most the tier's number of starts per second, in a sliding window. */
export function createWindowLane(perSecond: number) {
	let starts: number[] = [];
	return {
		/** Milliseconds until the next request may start. */
		wait(now: number): number {
			starts = starts.filter((at) => at > now - windowMs);
			const oldest = starts.at(-perSecond);
			return oldest === undefined ? 0 : oldest + windowMs - now;
		},
		/** Records the start of a request. */
		start(now: number) {
			starts.push(now);
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

/** The lowest rate of a lane, in requests per second. At this rate every request succeeds within its attempts. */
const minPerSecond = 1;

/**
 * Spaces the starts of requests that may reach the origin evenly. A request that the edge answered from its
 * cache did not count, so the next request takes its slot at once: with a share `h` of hits, the rate is
 * `tier / (1 - h)`, and the origin never receives more than the tier allows. A refusal halves the rate, at
 * most once a second, so that several builds with one token all make progress.
 */
export function createEvenLane(perSecond: number) {
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
		/**
		 * Milliseconds until the next request may start.
		 *
		 * @param isRedirected whether the request follows the redirect of the previous one
		 */
		wait(now: number, isRedirected: boolean): number {
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
		/** Records the start of a request. */
		start(now: number) {
			startBefore = lastStart;
			lastStart = now;
			if (freeSlots > 0) freeSlots -= 1;
			else nextSlot = Math.max(nextSlot, now < busyUntil ? now - lateMs : now) + interval();
		},
		/** A response came from the edge's cache, or from the origin. */
		answered(isHit: boolean) {
			originRun = isHit ? 0 : originRun + 1;
			if (isHit) freeSlots = Math.min(maxFreeSlots, freeSlots + 1);
			else if (originRun >= coldRun) freeSlots = 0;
		},
		/** @param holdMs how many milliseconds the API asks to wait */
		refused(now: number, holdMs: number) {
			freeSlots = 0;
			climbedAt = now;
			nextSlot = Math.max(nextSlot, now + holdMs);
			if (now - refusedAt < 1000) return;
			rate = Math.max(minPerSecond, rate / 2);
			refusedAt = now;
			nextSlot = Math.max(nextSlot, now + interval());
		},
	};
}
