import pLimit from 'p-limit';
import type { Pass, Rate } from './rate.js';

/** Lets requests out: never more at once than the cap, never faster than the rate of their lane. */
export interface Gate {
	/**
	 * Runs `send` once there is room.
	 *
	 * @param request.perSecond the rate that the request counts towards
	 * @param request.isRedirected it goes where a redirect leads
	 */
	through<T>(
		request: { perSecond: number; signal?: AbortSignal | undefined; isRedirected: boolean },
		send: (pass: Pass) => Promise<T>,
	): Promise<T>;
}

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
