import type { RequestCost, SyncOptions } from './options.js';

/** Counts the cost of requests from now on. */
export function createMeter(subscribe: SyncOptions['subscribe']) {
	const spent = { requests: 0, bytes: 0, waitedMs: 0 };
	const end = subscribe?.((cost: RequestCost) => {
		spent.requests += 1;
		spent.bytes += cost.bytes;
		spent.waitedMs += cost.waitedMs;
	});
	return {
		/** The cost so far. */
		read: () => ({ ...spent }),
		/** Stops counting, and returns the cost. */
		stop() {
			end?.();
			return { ...spent };
		},
	};
}
