import { json } from './answers.js';

/** Counts requests per tier in fixed windows of one second, as the API does. */
export interface Rate {
	/** The refusal, if the request exceeds the limit. */
	take(url: URL): Response | undefined;
}

/**
 * The API's limits: 50 requests per second for single stories and pages of up to 25, 15 for up to 50, 10 for
 * up to 75, and 6 beyond that and for the management API.
 *
 * @param options.perSecond one limit for all requests instead
 * @param options.retryAfter seconds in the `Retry-After` header of a refusal
 */
export function createRate(options: {
	perSecond?: number | undefined;
	retryAfter?: number | undefined;
	clock: () => number;
}): Rate {
	let window = -1;
	let counts = new Map<number, number>();
	return {
		take(url) {
			const now = Math.floor(options.clock() / 1000);
			if (now !== window) {
				window = now;
				counts = new Map();
			}
			const limit = options.perSecond ?? tierOf(url);
			const count = (counts.get(limit) ?? 0) + 1;
			counts.set(limit, count);
			if (count <= limit) return undefined;
			const headers: Record<string, string> =
				options.retryAfter === undefined ? {} : { 'Retry-After': String(options.retryAfter) };
			return json(429, { error: `Rate limit of ${limit} request per second has been reached.` }, headers);
		},
	};
}

function tierOf(url: URL): number {
	if (!url.pathname.startsWith('/v2/cdn/')) return 6;
	const perPage = Number(url.searchParams.get('per_page') ?? 25);
	if (perPage <= 25) return 50;
	if (perPage <= 50) return 15;
	return perPage <= 75 ? 10 : 6;
}
