import type { FakeSpace } from './fake-space.js';

export interface EdgeTraits {
	/** Places that cache on their own. */
	locations: number;
	/** The token's Minimum Cache TTL in seconds; 0 for none. */
	ttl: number;
	/** What the `cv` of such a token is floored from: the time, or the space's version. */
	floor: 'time' | 'version';
}

/** Seconds for which a location keeps what it knows of the space. */
const versionSeconds = 2;

/**
 * The service's edge in front of a fake space, over simulated time: snapshots by `cv`, redirects of what it does not hold, and
 * locations that each know the space's version two seconds late.
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

	/** How many publishes every answer of the current snapshot has. */
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
			const kept = cache.space;
			if (!kept || now - kept.at >= versionSeconds) cache.space = { version, at: now };
			const body = await (await origin()).json();
			body.space.version = cache.space?.version;
			return Response.json(body, { headers: { 'x-cache': 'Miss from cloudfront' } });
		}
		const isDraft = query.get('version') === 'draft';
		const key = `${url.pathname}?${query}`;
		const kept = isDraft ? undefined : cache.pages.get(key);
		if (kept !== undefined) {
			const { text, headers } = JSON.parse(kept);
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
		/** How many publishes there were up to a version. */
		upTo: (one: number) => published.filter((each) => each.version <= one).length,
		publishes: () => published.length,
		/** What a location says the version is; asking makes it keep that. */
		versionAt(location: number) {
			const kept = caches[location % locations]?.space;
			return kept && now - kept.at < versionSeconds ? kept.version : version;
		},
		pass(seconds: number) {
			now += seconds;
		},
		/** Makes what happened to the space since the last time known: a new version. */
		publish() {
			now += 1;
			version = Math.max(version + 1, now);
			published.push({ version, at: now });
		},
		requests: () => requests,
		/** Begins a build: what happens before each of its requests, by number from 1. */
		watch(next: Map<number, () => void> = new Map()) {
			requests = 0;
			events = next;
		},
		/** The service as it is asked through one location. */
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
