import { oncePerKey } from 'astro-keep/shared/once';
import type { Clock } from '../model/clock.js';
import { createEvenLane, createWindowLane } from './lanes.js';

/**
 * Requests per second that the API allows for a page size. No rate is documented for sizes above 100 (links,
 * datasources), so they count toward the slowest.
 */
export function requestsPerSecond(perPage: number): number {
	if (perPage <= 25) return 50;
	if (perPage <= 50) return 15;
	if (perPage <= 75) return 10;
	return 6;
}

export type Rate = ReturnType<typeof createRate>;

export const noRate: Rate = { take: async () => ({ waitedMs: 0, answered() {}, refused() {} }) };

/**
 * Limits requests to the documented rates: in bursts, until a response says whether it came from an edge's cache, or is a
 * refusal. From then on requests are spaced evenly, and those that the cache answered do not count.
 *
 * @param options.edge whether to read `X-Cache`; false for hosts whose limits include cached responses
 */
export function createRate(clock: Clock, { edge }: { edge: boolean }) {
	const lanesOf = oncePerKey((perSecond: number) => ({
		window: createWindowLane(perSecond),
		even: createEvenLane(perSecond),
	}));
	/** True once the first response came from an edge, or was a refusal. */
	let isEven = false;
	return {
		/**
		 * Resolves when a request may be sent.
		 *
		 * @param perSecond the tier; requests of the same rate are counted together
		 * @param isRedirected whether the request follows a redirect
		 */
		async take(perSecond: number, signal?: AbortSignal, isRedirected = false) {
			const lanes = lanesOf(perSecond);
			const asked = clock.now();
			for (;;) {
				signal?.throwIfAborted();
				const now = clock.now();
				const lane = isEven ? lanes.even : lanes.window;
				const wait = lane.wait(now, isRedirected);
				if (wait <= 0) {
					lane.start(now);
					return {
						/** Milliseconds that the rate limit delayed the request. */
						waitedMs: now - asked,
						/** Reports the response's `X-Cache` header, or null without one. */
						answered(cache: string | null) {
							if (!edge || cache === null) return;
							isEven = true;
							// "RefreshHit" reached the origin.
							lanes.even.answered(/^\s*hit\b/i.test(cache));
						},
						/** @param holdMs how many milliseconds the API asks to wait */
						refused(holdMs: number) {
							isEven = true;
							lanes.even.refused(clock.now(), holdMs);
						},
					};
				}
				await clock.sleep(wait, signal);
			}
		},
	};
}
