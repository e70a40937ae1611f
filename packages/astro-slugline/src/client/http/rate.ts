import type { Clock } from '../clock.js';

/**
 * Requests a second that the service allows for pages of this size. Larger pages than 100 (links, datasources) are not
 * documented and counted with the slowest.
 */
export function requestsPerSecond(perPage: number): number {
	if (perPage <= 25) return 50;
	if (perPage <= 50) return 15;
	if (perPage <= 75) return 10;
	return 6;
}

/** The service counts by the second; a little more, since requests do not all travel equally long. */
const windowMs = 1050;

/** Slower than this no lane becomes, so that every request is let through within its attempts. */
const slowest = 2;

/** How long a lane goes without a refusal before it becomes faster again. */
const recoveryMs = 5000;

interface Start {
	at: number;
	refused: boolean;
}

/** A pass to send one request. */
export interface Pass {
	/** Milliseconds that the rate limit made it wait. */
	waitedMs: number;
	/** Tells that the service refused the request for its rate (429), and how long to hold the others back. */
	refused(holdMs: number): void;
}

/**
 * Keeps requests below the rates: never more starts in a second than a lane allows, by a sliding window. What the service
 * refuses holds back the whole lane, and the lane continues at the rate that was let through.
 */
export interface Rate {
	/** @param perSecond the lane: requests of one rate are counted together */
	take(perSecond: number, signal?: AbortSignal): Promise<Pass>;
}

/** Lets everything through at once. */
export const noRate: Rate = { take: async () => ({ waitedMs: 0, refused() {} }) };

export function createRate(clock: Clock): Rate {
	const lanes = new Map<number, ReturnType<typeof createLane>>();
	return {
		async take(perSecond, signal) {
			const lane = lanes.get(perSecond) ?? createLane(perSecond);
			lanes.set(perSecond, lane);
			const asked = clock.now();
			for (;;) {
				signal?.throwIfAborted();
				const now = clock.now();
				const wait = lane.wait(now);
				if (wait <= 0) {
					const start = lane.start(now);
					return {
						waitedMs: now - asked,
						refused: (holdMs) => lane.refuse(start, clock.now() + holdMs),
					};
				}
				await clock.sleep(wait, signal);
			}
		},
	};
}

function createLane(perSecond: number) {
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
		/** Milliseconds until the next request may start. */
		wait(now: number): number {
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
		start(now: number): Start {
			const start = { at: now, refused: false };
			starts.push(start);
			return start;
		},
		refuse(start: Start, until: number) {
			start.refused = true;
			refusedAt = Math.max(refusedAt ?? 0, start.at);
			heldUntil = Math.max(heldUntil, until);
		},
	};
}
