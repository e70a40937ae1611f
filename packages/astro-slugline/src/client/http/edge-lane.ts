import { type Lane, windowMs } from './window-lane.js';

/** The rate on warm addresses is at most so many times the tier's. */
const mostTimes = 20;

/** Slots that hits gave back and nobody has used yet: no more than requests can be in flight. */
const mostFree = 30;

/** After so many answers in a row from behind the edge its cache is cold, and what hits gave back is void. */
const coldRun = 3;

/** What hits gave back is void after so many milliseconds without a request. */
const idleMs = 10_000;

/** After a refusal the rate climbs by this share of the tier's in each quiet second. */
const climb = 1 / 25;

/**
 * How late a timer rings at most that the next requests make up for, in milliseconds: what a window is longer than a second, so that
 * no second has more requests than the tier.
 */
const lateMs = windowMs - 1000;

/** Slower than this no lane becomes, in requests a second. */
const slowest = 1;

/**
 * Requests that may reach the service start evenly spaced. One that the edge answered from its cache did not count, so the next one
 * takes its slot at once: with a share `h` of hits the rate is `tier / (1 - h)`, and what reaches the service is never more than the
 * tier. A refusal halves the rate, at most once a second, so that several builds that share a token all get through.
 */
export function createEdgeLane(perSecond: number): Lane {
	let rate = perSecond;
	let refusedAt = Number.NEGATIVE_INFINITY;
	let climbedAt = Number.NEGATIVE_INFINITY;
	let nextSlot = Number.NEGATIVE_INFINITY;
	let lastStart = Number.NEGATIVE_INFINITY;
	let startBefore = Number.NEGATIVE_INFINITY;
	/** Somebody waits for a slot, or did so just now. */
	let busyUntil = Number.NEGATIVE_INFINITY;
	let free = 0;
	let originRun = 0;

	const interval = () => windowMs / rate;

	return {
		wait(now, isRedirected) {
			if (now - lastStart > idleMs) free = 0;
			const quiet = Math.floor((now - climbedAt) / 1000);
			if (rate < perSecond && quiet > 0) {
				rate = Math.min(perSecond, rate + quiet * climb * perSecond);
				climbedAt += quiet * 1000;
			}
			const soonest = lastStart + windowMs / perSecond / mostTimes;
			// The first request of a run is redirected: its target takes the next slot at once, and what follows keeps its distance.
			const isFirst = isRedirected && rate === perSecond && now - startBefore >= windowMs;
			if (free > 0 || isFirst) return soonest - now;
			if (nextSlot > now) busyUntil = nextSlot + 2 * lateMs;
			return Math.max(soonest, nextSlot) - now;
		},
		start(now) {
			startBefore = lastStart;
			lastStart = now;
			if (free > 0) free -= 1;
			else nextSlot = Math.max(nextSlot, now < busyUntil ? now - lateMs : now) + interval();
			return {
				answered(cache) {
					originRun = cache === 'hit' ? 0 : originRun + 1;
					if (cache === 'hit') free = Math.min(mostFree, free + 1);
					else if (originRun >= coldRun) free = 0;
				},
				refused(at) {
					free = 0;
					climbedAt = at;
					if (at - refusedAt < 1000) return;
					rate = Math.max(slowest, rate / 2);
					refusedAt = at;
					nextSlot = Math.max(nextSlot, at + interval());
				},
			};
		},
	};
}
