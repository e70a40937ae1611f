import type { Fault } from '../settings.js';
import { json, notFoundBody } from './answers.js';

export function createFaults(faults: readonly Fault[]) {
	const seen = new Map<Fault, number>();
	return {
		/** The fault for this request, if any. Counts each request once. */
		meet: (url: URL) =>
			faults.find((fault) => {
				if (!matches(fault, url)) return false;
				const count = (seen.get(fault) ?? 0) + 1;
				seen.set(fault, count);
				if (fault.times !== undefined) return count <= fault.times;
				return fault.every === undefined || count % fault.every === 0;
			}),
	};
}

function matches({ match }: Fault, url: URL): boolean {
	if (match === undefined) return true;
	if (typeof match === 'string') return url.pathname.startsWith(match);
	return url.pathname.concat(url.search).search(match) !== -1;
}

/** The response for a fault with `status` or `html`. */
export function faultAnswer({ status, html }: Fault): Response {
	if (html) {
		const page =
			'<!doctype html><html><head><title>Unavailable</title></head><body><h1>Unavailable</h1></body></html>';
		return new Response(page, {
			status: status ?? 200,
			headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' },
		});
	}
	const code = status ?? 500;
	if (code === 204 || code === 205 || code === 304) return new Response(null, { status: code });
	return json(code, code === 404 ? notFoundBody : { error: words[code] ?? `Status ${code}` });
}

const words: Readonly<Record<number, string>> = {
	401: 'Unauthorized',
	403: 'Forbidden',
	429: 'Rate limit of 50 request per second has been reached.',
	500: 'Internal Server Error',
	502: 'Bad Gateway',
	503: 'Service Unavailable',
	504: 'Gateway Timeout',
};

/** The same response with a body that breaks off halfway through its announced length. */
export async function cut(response: Response): Promise<Response> {
	const bytes = new Uint8Array(await response.arrayBuffer());
	const headers = new Headers(response.headers);
	headers.set('Content-Length', String(bytes.length));
	let sent = false;
	const body = new ReadableStream<Uint8Array>({
		pull(controller) {
			if (sent) {
				controller.error(new TypeError('terminated'));
				return;
			}
			sent = true;
			controller.enqueue(bytes.slice(0, Math.floor(bytes.length / 2)));
		},
	});
	return new Response(body, { status: response.status, headers });
}

/**
 * Counts requests per tier in fixed windows of one second, as the API does. Its limits: 50 requests per second for single stories and pages of up to 25, 15 for up to 50, 10 for
 * up to 75, and 6 beyond that and for the management API.
 *
 * @param options.perSecond one limit for all requests instead
 * @param options.retryAfter seconds in the `Retry-After` header of a refusal
 */
export function createRate(options: {
	perSecond?: number | undefined;
	retryAfter?: number | undefined;
	clock: () => number;
}) {
	let window = -1;
	let counts = new Map<number, number>();
	return {
		/** The refusal, if the request exceeds the limit. */
		take(url: URL): Response | undefined {
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
