import { cacheControl } from './answers.js';

/** What the edge has to know of what is behind it. */
export interface Origin {
	/** Moves with each change of the space. */
	version(): number;
	/** The Minimum Cache TTL of a token in seconds; 0 for none. */
	minimumCacheTtl(token: string): number;
}

/** An edge in front of the service, as one request meets it: at one of its locations. */
export interface Edge {
	/** The answer that the location keeps for this address; what it answers so is free of the rates. */
	find(url: URL): Response | undefined;
	/**
	 * Asks what is behind the edge, and keeps the answer if it may be kept.
	 *
	 * @param forward asks the service for an address
	 */
	ask(url: URL, forward: (url: URL) => Promise<Response>): Promise<Response>;
}

/** The oldest answers of a location make room. */
const capacity = 1000;

/** For so long a location keeps what it knows of the space. */
const spaceMs = 2000;

interface Kept {
	body: string;
	headers: Headers;
	at: number;
}

/**
 * The edge as it was measured: published content is addressed by its `cv`, and an answer is kept under its exact address whatever
 * happens behind it; a `cv` that is not kept leads to the current one by a redirect. The version of the space is the second of its
 * last change. With a Minimum Cache TTL the current `cv` is the time in steps of that length, whatever the version.
 *
 * @param options.clock milliseconds since 1970
 * @param options.locations how many there are; each request meets the next one
 */
export function createEdges(origin: Origin, options: { clock: () => number; locations: number }): () => Edge {
	const caches = Array.from({ length: options.locations }, () => new Map<string, Kept>());
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
		const cache = caches[turn % caches.length] ?? new Map<string, Kept>();
		turn += 1;
		return {
			find(url) {
				const kept = cache.get(addressOf(url));
				if (!kept || (isCurrentSpace(url) && clock() - kept.at >= spaceMs)) return undefined;
				return marked(new Response(kept.body, { headers: kept.headers }), 'Hit');
			},
			async ask(url, forward) {
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

		function keep(url: URL, kept: Kept): void {
			cache.delete(addressOf(url));
			cache.set(addressOf(url), kept);
			const oldest = cache.keys().next();
			if (cache.size > capacity && !oldest.done) cache.delete(oldest.value);
		}
	};
}

const addressOf = (url: URL) => url.pathname + url.search;

const isCurrentSpace = (url: URL) => /^\/v2\/cdn\/spaces\/me\/?$/.test(url.pathname);

/** Says where an answer came from, as the service's edge does. */
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

/** The `cv` of a body names the snapshot; drafts report the same one. */
function withCv(text: string, cv: number): string {
	const body = JSON.parse(text);
	return JSON.stringify('cv' in body ? { ...body, cv } : body);
}

function withVersion(text: string, version: number): string {
	const { version_is_hash: _, ...space } = JSON.parse(text).space;
	return JSON.stringify({ space: { ...space, version } });
}
