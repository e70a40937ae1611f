import type { FakeSpace } from './fake-space.js';

export interface EdgeTraits {
	/** The number of edge locations, each with a cache of its own. */
	locations: number;
	/** The token's Minimum Cache TTL in seconds; 0 for none. */
	ttl: number;
	/** What the `cv` of such a token is rounded down from: the time, or the space's version. */
	floor: 'time' | 'version';
}

/** Seconds for which a location caches the space's version. */
const versionSeconds = 2;

/**
 * The service's edge in front of a fake space, over simulated time: snapshots by `cv`, redirects of what it does not hold, and
 * locations that each see the space's version up to two seconds late.
 */
export function createFakeEdge(space: FakeSpace, { locations, ttl, floor }: EdgeTraits) {
	let now = 1_700_000_000;
	let version = now;
	const published: { version: number; at: number }[] = [{ version, at: now }];
	const caches = Array.from({ length: locations }, () => ({
		pages: new Map<string, string>(),
		space: undefined as { version: number; at: number } | undefined,
	}));
	let requests = 0;
	let events = new Map<number, () => void>();

	const currentCv = () => {
		if (ttl === 0) return version;
		return Math.floor((floor === 'time' ? now : version) / ttl) * ttl;
	};

	/** The number of publishes that every response of the current snapshot includes. */
	const covered = () => {
		if (ttl === 0) return published.length;
		const cv = currentCv();
		const from = published.filter((one) => (floor === 'time' ? one.at < cv : one.version < cv)).length;
		// The publish that began the bucket of versions is in all of it.
		return floor === 'time' ? from : Math.min(from + 1, published.length);
	};

	const answer = async (url: URL, location: number): Promise<Response> => {
		const cache = caches[location % locations];
		if (!cache) throw new Error('There is no such location.');
		const query = new URLSearchParams(url.search);
		query.delete('token');
		const origin = () => space.origin(url);
		if (url.pathname.endsWith('/spaces/me/')) {
			const cached = cache.space;
			if (!cached || now - cached.at >= versionSeconds) cache.space = { version, at: now };
			const body = await (await origin()).json();
			body.space.version = cache.space?.version;
			return Response.json(body, { headers: { 'x-cache': 'Miss from cloudfront' } });
		}
		const isDraft = query.get('version') === 'draft';
		const key = `${url.pathname}?${query}`;
		const cached = isDraft ? undefined : cache.pages.get(key);
		if (cached !== undefined) {
			const { text, headers } = JSON.parse(cached);
			return new Response(text, { headers: { ...headers, 'x-cache': 'Hit from cloudfront' } });
		}
		const cv = currentCv();
		if (!isDraft && query.get('cv') !== String(cv)) {
			const to = new URL(url);
			to.searchParams.set('cv', String(cv));
			return new Response(null, {
				status: 301,
				headers: { location: to.href, 'x-cache': 'Miss from cloudfront' },
			});
		}
		const response = await origin();
		const body = await response.json();
		if ('cv' in body) body.cv = cv;
		const headers = Object.fromEntries(response.headers);
		delete headers['content-length'];
		const text = JSON.stringify(body);
		if (!isDraft) cache.pages.set(key, JSON.stringify({ text, headers }));
		return new Response(text, { headers: { ...headers, 'x-cache': 'Miss from cloudfront' } });
	};

	return {
		now: () => now,
		version: () => version,
		currentCv,
		covered,
		/** The number of publishes up to a version. */
		upTo: (one: number) => published.filter((each) => each.version <= one).length,
		publishes: () => published.length,
		/** The space's version that a location returns. */
		versionAt(location: number) {
			const cached = caches[location % locations]?.space;
			return cached && now - cached.at < versionSeconds ? cached.version : version;
		},
		pass(seconds: number) {
			now += seconds;
		},
		/** Publishes the changes since the last call: the space gets a new version. */
		publish() {
			now += 1;
			version = Math.max(version + 1, now);
			published.push({ version, at: now });
		},
		requests: () => requests,
		/** Starts a build, with events that happen before its requests, by number from 1. */
		watch(next: Map<number, () => void> = new Map()) {
			requests = 0;
			events = next;
		},
		/** The `fetch` of a client that one location serves. */
		at:
			(location: number): typeof globalThis.fetch =>
			async (input) => {
				requests += 1;
				events.get(requests)?.();
				return answer(new URL(input instanceof Request ? input.url : input), location);
			},
	};
}

export type FakeEdge = ReturnType<typeof createFakeEdge>;
