import pLimit from 'p-limit';
import type { Pass, Rate } from './rate.js';

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
