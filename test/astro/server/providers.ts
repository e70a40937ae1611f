import memoryProvider from 'astro/cache/memory';

/** A page as a server renders it. `tags` is null if it is not to be stored. */
export interface Rendered {
	text: string;
	tags: string[] | null;
}

/** A cache in front of servers, as hosts have them. */
export interface HostCache {
	/** Number of processes that render pages for it. */
	processes: number;
	/** Answers a request from the cache, or renders the page and stores it. */
	ask(path: string, render: () => Promise<Rendered>): Promise<string>;
	/** Rejects if the host refuses. */
	purge(tags: string[]): Promise<void>;
	/** The page that visitors get without rendering, now and from now on; undefined if there is none. */
	stored(path: string): Promise<string | undefined>;
	/** How often it was purged. */
	purges: number;
}

const address = (path: string) => new URL(path, 'http://site.invalid');
const logger = { info() {}, warn() {}, error() {} };

/** Astro's own cache in memory. */
export function memoryCache(): HostCache {
	const provider = memoryProvider({});
	const request = async (path: string, render: () => Promise<Rendered>) => {
		const url = address(path);
		const answer = await provider.onRequest?.({ request: new Request(url), url, logger }, async () => {
			const { text, tags } = await render();
			if (tags === null) return new Response(text);
			const headers = { 'CDN-Cache-Control': 'max-age=3600', 'Cache-Tag': tags.join(', ') };
			return new Response(text, { headers });
		});
		return answer?.text() ?? '';
	};
	const cache: HostCache = {
		processes: 1,
		purges: 0,
		ask: request,
		async purge(tags) {
			cache.purges += 1;
			await provider.invalidate({ tags });
		},
		async stored(path) {
			const text = await request(path, async () => ({ text: '', tags: null }));
			return text === '' ? undefined : text;
		},
	};
	return cache;
}

interface Limits {
	tags: number;
	length: number;
	/** Tags of one purge. */
	perCall: number;
	/** Marks pages as stale instead of removing them. */
	isSoft?: boolean;
	/** Purges at once, and milliseconds until there is one more. */
	bucket?: { size: number; refillMs: number };
}

/** A cache of a host, written from its provider's code and its limits. */
function hostCache(
	{ tags: maxTags, length, perCall, isSoft = false, bucket }: Limits,
	now: () => number,
): HostCache {
	const pages = new Map<string, { text: string; tags: string[]; isStale: boolean }>();
	let left = bucket?.size ?? Number.POSITIVE_INFINITY;
	let filledAt = now();
	const cache: HostCache = {
		processes: 2,
		purges: 0,
		async ask(path, render) {
			const found = pages.get(path);
			if (found && !found.isStale) return found.text;
			const { text, tags } = await render();
			if (tags === null) {
				if (!found?.isStale) pages.delete(path);
				return found?.text ?? text;
			}
			if (tags.length > maxTags) throw new Error(`${tags.length} tags`);
			const bad = tags.find((tag) => tag.length > length || !/^[\x21-\x2b\x2d-\x7e]+$/.test(tag));
			if (bad !== undefined) throw new Error(`the tag ${bad}`);
			pages.set(path, { text, tags, isStale: false });
			return found?.text ?? text;
		},
		async purge(tags) {
			if (tags.length > perCall) throw new Error(`${tags.length} tags in one call`);
			if (bucket) {
				const more = Math.floor((now() - filledAt) / bucket.refillMs);
				left = Math.min(bucket.size, left + more);
				filledAt += more * bucket.refillMs;
				if (left < 1) throw new Error('rate limit');
				left -= 1;
			}
			cache.purges += 1;
			for (const [path, page] of pages) {
				if (!page.tags.some((tag) => tags.includes(tag))) continue;
				if (isSoft) page.isStale = true;
				else pages.delete(path);
			}
		},
		async stored(path) {
			const found = pages.get(path);
			return found && !found.isStale ? found.text : undefined;
		},
	};
	return cache;
}

/** The caches by name. */
export const caches: Record<string, (now: () => number) => HostCache> = {
	memoryCache,
	Netlify: (now) => hostCache({ tags: 500, length: 1024, perCall: 1000 }, now),
	Vercel: (now) => hostCache({ tags: 128, length: 256, perCall: 1000, isSoft: true }, now),
	Cloudflare: (now) =>
		hostCache({ tags: 1000, length: 1024, perCall: 100, bucket: { size: 25, refillMs: 12_000 } }, now),
};
