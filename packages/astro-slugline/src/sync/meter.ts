import type { RequestCost, SyncOptions } from './options.js';

/** Counts what requests cost from now on. */
export function createMeter(subscribe: SyncOptions['subscribe']) {
	const spent = { requests: 0, bytes: 0, waitedMs: 0 };
	const end = subscribe?.((cost: RequestCost) => {
		spent.requests += 1;
		spent.bytes += cost.bytes;
		spent.waitedMs += cost.waitedMs;
	});
	return {
		/** What was spent so far. */
		read: () => ({ ...spent }),
		/** Ends the count and gives it. */
		stop() {
			end?.();
			return { ...spent };
		},
	};
}
