import { cacheControl } from './answers.js';

/** What the edge needs to know about the space behind it. */
export interface Origin {
	/** Increases with each change of the space. */
	version(): number;
	/** The Minimum Cache TTL of a token in seconds, or 0 without one. */
	minimumCacheTtl(token: string): number;
}

/** An edge in front of the API, as seen by one request: one of its locations. */
export type Edge = ReturnType<ReturnType<typeof createEdges>>;

/** Responses that a location caches. The oldest are dropped. */
const capacity = 1000;

/** How long a location caches its view of the space, in milliseconds. */
const spaceMs = 2000;

interface Cached {
	body: string;
	headers: Headers;
	at: number;
}

/**
 * Simulates the edge as it was measured. Published content is addressed by its `cv`, and a response stays
 * cached under its exact address whatever changes behind it. A request with an uncached `cv` is redirected to
 * the current one. The version of the space is the second of its last change. With a Minimum Cache TTL, the
 * current `cv` is the time in steps of that length, whatever the version.
 *
 * @param options.clock milliseconds since 1970
 * @param options.locations number of locations; each request reaches the next one
 */
export function createEdges(origin: Origin, options: { clock: () => number; locations: number }) {
	const caches = Array.from({ length: options.locations }, () => new Map<string, Cached>());
	const { clock } = options;
	let seen: number | undefined;
	let version = 0;
	let turn = 0;

	const seconds = () => Math.floor(clock() / 1000);
	const versionNow = () => {
		const now = origin.version();
		if (now !== seen) version = Math.max(version + 1, seconds());
		seen = now;
		return version;
	};
	const currentCv = (token: string) => {
		const ttl = origin.minimumCacheTtl(token);
		return ttl > 0 ? Math.floor(seconds() / ttl) * ttl : versionNow();
	};

	return () => {
		const cache = caches[turn % caches.length] ?? new Map<string, Cached>();
		turn += 1;
		return {
			/** The response that the location has cached. It does not count against the rate limits. */
			find(url: URL) {
				const cached = cache.get(addressOf(url));
				if (!cached || (isCurrentSpace(url) && clock() - cached.at >= spaceMs)) return undefined;
				return marked(new Response(cached.body, { headers: cached.headers }), 'Hit');
			},
			/** Sends a request to the space behind the edge by `forward`, and caches the response if allowed. */
			async ask(url: URL, forward: (url: URL) => Promise<Response>): Promise<Response> {
				if (!url.pathname.startsWith('/v2/cdn/')) return forward(url);
				versionNow();
				const behind = new URL(url);
				behind.searchParams.set('cv', String(seen));
				const response = await forward(behind);
				const cv = currentCv(url.searchParams.get('token') ?? '');
				const control = response.headers.get('Cache-Control');
				const isPublished =
					control === cacheControl.published ||
					(response.status === 404 && url.searchParams.get('version') !== 'draft');
				if (isPublished && url.searchParams.get('cv') !== String(cv)) return redirect(url, cv);
				if (response.status !== 200) return marked(response, response.status < 400 ? 'Miss' : 'Error');
				const text = await response.text();
				const body = isCurrentSpace(url) ? withVersion(text, version) : withCv(text, cv);
				const headers = new Headers(response.headers);
				headers.delete('Content-Length');
				if (isPublished || isCurrentSpace(url))
					keep(url, { body, headers: new Headers(headers), at: clock() });
				return marked(new Response(body, { headers }), 'Miss');
			},
		};

		function keep(url: URL, cached: Cached): void {
			cache.delete(addressOf(url));
			cache.set(addressOf(url), cached);
			const oldest = cache.keys().next();
			if (cache.size > capacity && !oldest.done) cache.delete(oldest.value);
		}
	};
}

const addressOf = (url: URL) => url.pathname + url.search;

const isCurrentSpace = (url: URL) => /^\/v2\/cdn\/spaces\/me\/?$/.test(url.pathname);

/** Adds the header that says where a response came from, as the real edge does. */
export function marked(response: Response, from: 'Hit' | 'Miss' | 'Error'): Response {
	response.headers.set('X-Cache', `${from} from cloudfront`);
	return response;
}

function redirect(url: URL, cv: number): Response {
	const to = new URL(url);
	to.searchParams.set('cv', String(cv));
	const headers = { Location: to.href, 'Cache-Control': cacheControl.draft };
	return marked(new Response(null, { status: 301, headers }), 'Miss');
}

/** Sets the `cv` of a body to that of the snapshot. Drafts report the same one. */
function withCv(text: string, cv: number): string {
	const body = JSON.parse(text);
	return JSON.stringify('cv' in body ? { ...body, cv } : body);
}

function withVersion(text: string, version: number): string {
	const { version_is_hash: _, ...space } = JSON.parse(text).space;
	return JSON.stringify({ space: { ...space, version } });
}
