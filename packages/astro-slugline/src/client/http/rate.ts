import pLimit from 'p-limit';
import type { Clock } from '../model/clock.js';
import { createEdgeLane, createWindowLane } from './lanes.js';

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

/** A pass to send one request. */
interface Pass {
	/** Milliseconds that the rate limit delayed the request. */
	waitedMs: number;
	/** Reports the response's `X-Cache` header, or null without one. */
	answered(cache: string | null): void;
	/** Reports that the API refused the request with 429, and for how many milliseconds to hold back others. */
	refused(holdMs: number): void;
}

/**
 * Limits requests to the documented rates. Once a response says whether it came from an edge's cache, only
 * those that did not count; before that, every request does.
 */
interface Rate {
	/**
	 * @param perSecond the tier; requests of the same rate are counted together
	 * @param isRedirected whether the request follows a redirect
	 */
	take(perSecond: number, signal?: AbortSignal, isRedirected?: boolean): Promise<Pass>;
}

/** Lets every request through at once. */
export const noRate: Rate = { take: async () => ({ waitedMs: 0, answered() {}, refused() {} }) };

/** @param options.edge whether to read `X-Cache`; false for hosts whose limits include cached responses */
export function createRate(clock: Clock, { edge }: { edge: boolean }): Rate {
	const lanesOf = (perSecond: number) => ({
		window: createWindowLane(perSecond),
		edge: createEdgeLane(perSecond),
	});
	const tiers = new Map<number, ReturnType<typeof lanesOf>>();
	let reportsCache = false;
	return {
		async take(perSecond, signal, isRedirected = false) {
			const lanes = tiers.get(perSecond) ?? lanesOf(perSecond);
			tiers.set(perSecond, lanes);
			const asked = clock.now();
			for (;;) {
				signal?.throwIfAborted();
				const now = clock.now();
				const lane = reportsCache ? lanes.edge : lanes.window;
				const wait = lane.wait(now, isRedirected);
				if (wait <= 0) {
					const start = lane.start(now);
					return {
						waitedMs: now - asked,
						answered(cache) {
							if (!edge || cache === null) return;
							reportsCache = true;
							// "RefreshHit" reached the origin.
							start.answered(/^\s*hit\b/i.test(cache) ? 'hit' : 'origin', clock.now());
						},
						refused: (holdMs) => start.refused(clock.now(), clock.now() + holdMs),
					};
				}
				await clock.sleep(wait, signal);
			}
		},
	};
}

/** Lets requests through, within the concurrency limit and the rate of their lane. */
export interface Gate {
	/**
	 * Runs `send` as soon as both limits allow it.
	 *
	 * @param request.perSecond the rate that the request counts toward
	 * @param request.isRedirected whether the request follows a redirect
	 */
	through<T>(
		request: { perSecond: number; signal?: AbortSignal | undefined; isRedirected: boolean },
		send: (pass: Pass) => Promise<T>,
	): Promise<T>;
}

/**
 * Creates the gate of a client.
 *
 * @param concurrency number of concurrent requests
 */
export function createGate(concurrency: number, rate: Rate): Gate {
	const limit = pLimit(concurrency);
	return {
		through: ({ perSecond, signal, isRedirected }, send) =>
			limit(async () => {
				const pass = await rate.take(perSecond, signal, isRedirected);
				signal?.throwIfAborted();
				return send(pass);
			}),
	};
}
