import type { APIContext } from 'astro';

/** What a page does that decides about its cache. */
export interface Watched {
	/** True if the page turned caching off and not on again. */
	isOff: boolean;
	/** True if the page read something that other visitors do not send. */
	isPersonal: boolean;
}

/** Where the context has Astro's state of the request, from which pages take the address of the visitor. */
const stateOf = Symbol.for('astro.fetchState');

const readers = ['get', 'has', 'keys', 'entries', 'values', 'forEach', Symbol.iterator] as const;

/**
 * Watches what a page does with its cache, and whether it reads what differs between visitors of one address: cookies, headers, the
 * visitor's address, and what the adapter knows of the request. Caches do not look at any of it. It replaces members of these objects
 * for one request, because Astro does not say afterward what a page has read.
 */
export function watch(context: APIContext): Watched {
	const { cache, cookies, request, locals } = context;
	const watched: Watched = { isOff: false, isPersonal: false };
	if (cache) {
		const set = cache.set.bind(cache);
		cache.set = (given) => {
			watched.isOff = given === false;
			set(given);
		};
	}
	const note = (object: object, names: readonly PropertyKey[]) => {
		for (const name of names) {
			const own = Object.getOwnPropertyDescriptor(object, name);
			if (own?.configurable === false) continue;
			Object.defineProperty(object, name, {
				configurable: true,
				get() {
					watched.isPersonal = true;
					if (own) return own.get ? own.get.call(object) : own.value;
					return Reflect.get(Object.getPrototypeOf(object), name, object);
				},
				set: (value) => Object.defineProperty(object, name, { value, writable: true }),
			});
		}
	};
	note(cookies, ['get', 'has']);
	note(request.headers, readers);
	note(request, ['clone']);
	note(locals, Object.keys(locals));
	const state: unknown = Reflect.get(context, stateOf);
	if (typeof state === 'object' && state !== null) note(state, ['clientAddress']);
	return watched;
}

/** True if a response is for one visitor: it sets a cookie, varies by one, or says so. */
export const isForOne = ({ headers }: Response, { cookies }: APIContext): boolean =>
	headers.has('set-cookie') ||
	!cookies.headers().next().done ||
	/(?:^|[\s,])(?:cookie|\*)(?:$|[\s,])/i.test(headers.get('vary') ?? '') ||
	/\b(?:private|no-store|no-cache)\b/i.test(headers.get('cache-control') ?? '');
