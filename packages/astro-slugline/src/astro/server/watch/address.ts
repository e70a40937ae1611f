import { wildcardMatcher } from '../../../shared/text/glob.js';
import { guard, itsClass } from './guard.js';

/** What a page has read of the address of its request, besides the path. */
export interface AddressReads {
	/** Names of the parameters that it has asked for. */
	params: Set<string>;
	/** True if it has read the query as a whole. */
	query: boolean;
	/** True if it has read the host, or the protocol. */
	host: boolean;
}

/** What a cache's key contains besides the path. */
export interface CacheKey {
	/** True if pages of two hosts are two pages. */
	hasHost: boolean;
	/** True for a parameter of the query that does not count. */
	leavesOut(name: string): boolean;
}

/** The option `query` of Astro's `memoryCache()`. */
export interface QueryOption {
	include?: readonly string[];
	exclude?: readonly string[];
}

/** The parameters that `memoryCache()` leaves out without an option. */
const tracking =
	`utm_* fbclid gclid gbraid wbraid dclid msclkid twclid li_fat_id mc_cid mc_eid _ga _gl _hsenc _hsmi _ke oly_anon_id
	oly_enc_id rb_clickid s_cid vero_id wickedid yclid __s ref`.split(/\s+/);

function memoryKey({ include, exclude = tracking }: QueryOption): CacheKey['leavesOut'] {
	if (include) return (name) => !include.includes(name);
	// Of more than names and stars, it is not known what they match.
	const tests = exclude.map((one) => (/[^\w*-]/.test(one) ? () => true : wildcardMatcher(one.toLowerCase())));
	return (name) => tests.some((matches) => matches(name.toLowerCase()));
}

const none = () => false;

/**
 * The keys of the cache providers, as their hosts document them. Cloudflare's has no host, and Netlify does not say whether its has
 * one.
 */
const keys: Readonly<Record<string, (query: QueryOption) => CacheKey>> = {
	memory: (query) => ({ hasHost: true, leavesOut: memoryKey(query) }),
	netlify: () => ({ hasHost: false, leavesOut: none }),
	vercel: () => ({ hasHost: true, leavesOut: none }),
	cloudflare: () => ({ hasHost: false, leavesOut: none }),
};

/** The key of the provider with a name. Of another one, only the path is known to count. */
export const cacheKeyOf = (provider: string | null, query: QueryOption = {}): CacheKey =>
	keys[provider ?? '']?.(query) ?? { hasHost: false, leavesOut: () => true };

/** Watches reads of an address. Afterward, built-in functions find only the path and the host in it. */
export function watchAddress(url: URL, reads: AddressReads): void {
	const whole = new URL(url);
	const shown = new URLSearchParams();
	guard(
		shown,
		() => {
			reads.query = true;
		},
		whole.searchParams,
	);
	for (const method of ['get', 'getAll', 'has'] as const) {
		const value = (name: string, ...rest: unknown[]) => {
			reads.params.add(String(name));
			return Reflect.apply(whole.searchParams[method], whole.searchParams, [name, ...rest]);
		};
		Object.defineProperty(shown, method, { value });
	}
	url.search = '';
	url.hash = '';
	guard(
		url,
		(name) => {
			if (name !== itsClass && name !== 'pathname' && name !== 'searchParams') noteWhole(reads, name);
		},
		whole,
	);
	Object.defineProperty(url, 'searchParams', { value: shown });
}

const ofHost: ReadonlySet<PropertyKey> = new Set(['host', 'hostname', 'port', 'protocol', 'origin']);

/** Notes a read of a member of an address; of one that is not known, as of all. */
export function noteWhole(reads: AddressReads, name: PropertyKey): void {
	if (!ofHost.has(name)) reads.query = true;
	if (name !== 'search') reads.host = true;
}

/** The path and the query under which a cache stores the page of a request. */
export function keptPath({ pathname, searchParams }: URL, { leavesOut }: CacheKey): string {
	const params = new URLSearchParams([...searchParams].filter(([name]) => !leavesOut(name)));
	params.sort();
	return pathname + (params.size > 0 ? `?${params}` : '');
}

/** True if all that a page has read of the query is part of the cache's key. */
export function isInKey({ params, query }: AddressReads, address: URL, key: CacheKey): boolean {
	if (query) return address.href === address.origin + keptPath(address, key);
	return [...address.searchParams.keys()].every((name) => !params.has(name) || !key.leavesOut(name));
}

/** True if a page may be stored by itself: all that it has read is part of the cache's key, and it has read the whole query. */
export const mayStore = (reads: AddressReads, address: URL, key: CacheKey): boolean =>
	isInKey(reads, address, key) &&
	(key.hasHost || !reads.host) &&
	(reads.query || [...address.searchParams.keys()].every((name) => reads.params.has(name)));
