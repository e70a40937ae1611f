import type { APIContext } from 'astro';
import { type AddressReads, type CacheKey, mayStore, noteWhole, watchAddress } from './address.js';
import { guard, guardOwn, itsClass } from './guard.js';

/** What a page does that decides about its cache. */
export interface Watched {
	/** True if the page turned caching off and not on again. */
	isOff: boolean;
	/** True if the page read something that other visitors do not send. */
	isPersonal: boolean;
	/** The address of the request, by which caches store its page. */
	address: URL;
	/** What the page read of the address. */
	reads: AddressReads;
}

/** Where the context has Astro's state of the request, from which pages take `locals` and the address of the visitor. */
const stateOf = Symbol.for('astro.fetchState');

/** Members that say nothing of the visitor, or that Astro reads for each page. All others are personal. */
const free = {
	request: ['url', 'method', 'signal', Symbol.for('astro.originPathname'), Symbol.for('astro.responseSent')],
	cookies: ['set', 'delete', 'merge', 'headers', 'consume'],
	locals: ['_actionPayload'],
} as const satisfies Record<string, readonly PropertyKey[]>;

const nothingYet = ({ request }: APIContext): Watched => ({
	...{ isOff: false, isPersonal: false, address: new URL(request.url) },
	reads: { params: new Set(), query: false, host: false },
});

/** Reads of a request after which its address is known, also from a copy of it. */
const showsAddress: ReadonlySet<PropertyKey> = new Set(['url', 'clone', itsClass]);

/**
 * Watches what a page does with its cache, and whether it reads what differs between visitors of one address. Caches do not look at
 * it, so all that a request has is personal, except its address and its method, and all of `locals`, except what was put there since,
 * by code that is watched, too. It changes these objects for one request, because Astro does not say afterward what a page has read.
 *
 * @param watched what has been noted of a page that is rewritten to this one
 */
export function watch(context: APIContext, watched = nothingYet(context)): Watched {
	const { cache, cookies, request, url } = context;
	watchAddress(url, watched.reads);
	if (cache) {
		const set = cache.set.bind(cache);
		cache.set = (given) => {
			watched.isOff = given === false;
			set(given);
		};
	}
	const noteBut = (names: readonly PropertyKey[]) => (name: PropertyKey) => {
		if (!names.includes(name)) watched.isPersonal = true;
	};
	guard(cookies, noteBut(free.cookies));
	guard(request, (name) => {
		if (showsAddress.has(name)) noteWhole(watched.reads, name);
		noteBut(free.request)(name);
	});
	const state: { locals: object; clientAddress?: unknown } | undefined = Reflect.get(context, stateOf);
	if (!state) watched.isPersonal = true;
	if (!state) return watched;
	guardOwn(state, 'clientAddress', noteBut([]));
	state.locals = guardedLocals(state.locals, noteBut(free.locals));
	return watched;
}

/** Calls `note` with the names that are looked for in `locals`, unless they were put there since, and for a list of all. */
function guardedLocals(locals: object, note: (name: PropertyKey) => void): object {
	const since = new Set<PropertyKey>();
	const noted = <Result>(name: PropertyKey, result: Result): Result => {
		if (!since.has(name)) note(name);
		return result;
	};
	const put = (name: PropertyKey, isDone: boolean): boolean => {
		since.add(name);
		return isDone;
	};
	return new Proxy(locals, {
		get: (_, name) => noted(name, Reflect.get(locals, name)),
		has: (_, name) => noted(name, Reflect.has(locals, name)),
		getOwnPropertyDescriptor: (_, name) => noted(name, Reflect.getOwnPropertyDescriptor(locals, name)),
		ownKeys: () => noted(Symbol.iterator, Reflect.ownKeys(locals)),
		set: (_, name, value) => put(name, Reflect.set(locals, name, value)),
		defineProperty: (_, name, given) => put(name, Reflect.defineProperty(locals, name, given)),
	});
}

/** True if a page may be stored by itself, because all visitors of its address in a cache get the same one. */
export const isForAll = ({ isPersonal, address, reads }: Watched, key: CacheKey): boolean =>
	!isPersonal && mayStore(reads, address, key);

/** True if a response is for one visitor: it sets a cookie, varies by one, or says so. */
export const isPrivate = ({ headers }: Response, { cookies }: APIContext): boolean =>
	headers.has('set-cookie') ||
	!cookies.headers().next().done ||
	/(?:^|[\s,])(?:cookie|\*)(?:$|[\s,])/i.test(headers.get('vary') ?? '') ||
	/\b(?:private|no-store|no-cache)\b/i.test(headers.get('cache-control') ?? '');
