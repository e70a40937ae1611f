import type { Clock } from '../clock.js';
import { createEdgeLane } from './edge-lane.js';
import { createWindowLane } from './window-lane.js';

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

/** A pass to send one request. */
export interface Pass {
	/** Milliseconds that the rate limit made it wait. */
	waitedMs: number;
	/** Tells where the answer came from, as its `X-Cache` says; null where it has none. */
	answered(cache: string | null): void;
	/** Tells that the service refused the request for its rate (429), and how long to hold the others back. */
	refused(holdMs: number): void;
}

/**
 * Keeps requests below the rates. Where the answers say whether they came from the cache of an edge, only those that did not count;
 * until one has said so, every request does.
 */
export interface Rate {
	/**
	 * @param perSecond the tier: requests of one rate are counted together
	 * @param isRedirected the request goes where a redirect leads
	 */
	take(perSecond: number, signal?: AbortSignal, isRedirected?: boolean): Promise<Pass>;
}

/** Lets everything through at once. */
export const noRate: Rate = { take: async () => ({ waitedMs: 0, answered() {}, refused() {} }) };

/** @param options.edge read `X-Cache`; false for hosts that count cached responses against the rate, too */
export function createRate(clock: Clock, { edge }: { edge: boolean }): Rate {
	const lanesOf = (perSecond: number) => ({
		window: createWindowLane(perSecond),
		edge: createEdgeLane(perSecond),
	});
	const tiers = new Map<number, ReturnType<typeof lanesOf>>();
	let tellsCache = false;
	return {
		async take(perSecond, signal, isRedirected = false) {
			const lanes = tiers.get(perSecond) ?? lanesOf(perSecond);
			tiers.set(perSecond, lanes);
			const asked = clock.now();
			for (;;) {
				signal?.throwIfAborted();
				const now = clock.now();
				const lane = tellsCache ? lanes.edge : lanes.window;
				const wait = lane.wait(now, isRedirected);
				if (wait <= 0) {
					const start = lane.start(now);
					return {
						waitedMs: now - asked,
						answered(cache) {
							if (!edge || cache === null) return;
							tellsCache = true;
							// "RefreshHit" was asked for behind the edge.
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
