import type { APIContext } from 'astro';
import memoryProvider from 'astro/cache/memory';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
	type CacheKey,
	cacheKeyOf,
	isInKey,
} from '../../../packages/astro-slugline/src/astro/server/watch/address.js';
import { isForAll, watch } from '../../../packages/astro-slugline/src/astro/server/watch/watch.js';
import { isLong } from '../../support/long.js';

/** Cookies as Astro has them. */
class Cookies {
	readonly #request: Request;
	constructor(request: Request) {
		this.#request = request;
	}
	get = (name: string) => new RegExp(`${name}=(\\w*)`).exec(this.#request.headers.get('cookie') ?? '')?.[1];
	set() {}
}

interface Visit {
	address: string;
	headers?: Record<string, string>;
	country?: string;
	locals?: object;
}

function contextOf({ address, headers = {}, country, locals = {} }: Visit): APIContext {
	const request = new Request(address, { headers });
	const cf = { value: { country }, configurable: true, enumerable: true };
	if (country) Object.defineProperty(request, 'cf', cf);
	const clientAddress = headers['x-real-ip'];
	Reflect.set(request, Symbol.for('astro.clientAddress'), clientAddress);
	const state = { locals, clientAddress };
	return {
		...{ request, url: new URL(address), cookies: new Cookies(request) },
		[Symbol.for('astro.fetchState')]: state,
		get locals() {
			return state.locals;
		},
		get clientAddress() {
			return state.clientAddress;
		},
	} as unknown as APIContext;
}

/** Ways to read what differs between visitors of one address. */
const personal: ((context: APIContext) => unknown)[] = [
	({ request }) => request.headers.get('cookie'),
	({ request }) => Headers.prototype.get.call(request.headers, 'cookie'),
	({ request }) => new Headers(request.headers).get('cookie'),
	({ request }) => request.clone().headers.get('cookie'),
	({ request }) => Request.prototype.clone.call(request).headers.get('cookie'),
	({ request }) => new Request(request).headers.get('cookie'),
	({ request }) => new Request('http://a.example/', request).headers.get('cookie'),
	({ request }) =>
		Object.getOwnPropertyDescriptor(Request.prototype, 'headers')?.get?.call(request).get('cookie'),
	({ request }) => Reflect.get(request, 'cf')?.country,
	({ request }) => Reflect.get(request, Symbol.for('astro.clientAddress')),
	({ request }) => JSON.stringify({ ...request }),
	({ cookies }) => cookies.get('name'),
	({ locals }) => Reflect.get(locals, 'user'),
	({ locals }) => JSON.stringify({ ...locals }),
	({ locals }) => 'user' in locals,
	({ locals }) => Object.keys(locals).join(),
	({ clientAddress }) => clientAddress,
];

const name = fc.constantFrom('a', 'b', 'page', 'ref', 'utm_source', 'UTM_x', 'gclid', '__proto__');

/** Ways to read the address. */
const reads: ((context: APIContext, name: string) => unknown)[] = [
	({ url }) => url.pathname,
	({ url }) => url.href,
	({ url }) => `${url}`,
	({ url }) => JSON.stringify(url),
	({ url }) => url.search,
	({ url }) => url.host,
	({ url }) => url.origin,
	({ url }) => new URL('other?x=1', url).href,
	({ url }) => new URL(url).searchParams.get('ref'),
	({ url }) => URL.prototype.toString.call(url).length > 0,
	({ url }) => Reflect.apply(URLSearchParams.prototype.toString, url.searchParams, []),
	({ url }, one) => url.searchParams.get(one),
	({ url }, one) => url.searchParams.getAll(one).join(),
	({ url }, one) => url.searchParams.has(one),
	({ url }) => [...url.searchParams].join(';'),
	({ url }) => url.searchParams.size,
	({ url }) => new URLSearchParams(url.searchParams).toString(),
	({ request }) => request.url,
	({ request }) => request.method,
];

type Page = (context: APIContext) => string;

const page: fc.Arbitrary<Page> = fc
	.array(
		fc.tuple(
			fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...reads) }, fc.constantFrom(...personal)),
			name,
		),
		{ maxLength: 3 },
	)
	.map((made) => (context) => made.map(([read, one]) => String(read(context, one))).join(' | '));

const value = fc.constantFrom('', '1', '2', 'x y', 'ä', '&');
const query = fc
	.array(fc.tuple(name, value), { maxLength: 3 })
	.chain((params) =>
		fc.constantFrom(
			`${new URLSearchParams(params)}`,
			params.map(([one, given]) => `${one}=${encodeURIComponent(given)}`).join('&'),
			params.map(([one]) => one).join('&'),
		),
	)
	.map((text) => (text === '' ? '' : `?${text}`));
const visit = fc
	.record({
		host: fc.constantFrom('http://a.example', 'http://b.example', 'https://a.example'),
		path: fc.constantFrom('/', '/share'),
		query,
		hash: fc.constantFrom('', '', '#top'),
		user: fc.constantFrom('', 'ada', 'bob'),
	})
	.map(
		({ host, path, query: text, hash, user }): Visit => ({
			address: host + path + text + hash,
			headers: user === '' ? {} : { cookie: `name=${user}`, 'x-real-ip': user },
			country: user === 'ada' ? 'IT' : 'DE',
			locals: user === '' ? {} : { user },
		}),
	);

/** Shows a page to a visitor through a cache; renders it if the cache has none. */
type Cache = (visit: Visit, render: () => { text: string; isStored: boolean }) => Promise<string>;

/** Astro's own cache in memory. */
function memory(option: object): Cache {
	const provider = memoryProvider(option);
	const logger = { info() {}, warn() {}, error() {} };
	return async ({ address }, render) => {
		const request = new Request(address);
		const answer = await provider.onRequest?.({ request, url: new URL(address), logger }, async () => {
			const { text, isStored } = render();
			return new Response(text, { headers: isStored ? { 'CDN-Cache-Control': 'max-age=3600' } : {} });
		});
		return answer?.text() ?? '';
	};
}

/** A host's cache with this key. */
const keyedBy = (keyOf: (url: URL) => string) => (): Cache => {
	const pages = new Map<string, string>();
	return async ({ address }, render) => {
		const key = keyOf(new URL(address));
		const found = pages.get(key);
		if (found !== undefined) return found;
		const { text, isStored } = render();
		if (isStored) pages.set(key, text);
		return text;
	};
};

const sorted = ({ searchParams }: URL) => {
	searchParams.sort();
	return `?${searchParams}`;
};

const tracked = /^(?:utm_.*|gclid|ref)$/i;
const isOther = (one: string) => one !== 'page';

/** The key of each provider, how its cache behaves, and the parameters that it leaves out. */
const providers: [string, CacheKey, () => Cache, (name: string) => boolean][] = [
	['memory', cacheKeyOf('memory'), () => memory({}), (one) => tracked.test(one)],
	[
		'memory that includes',
		cacheKeyOf('memory', { include: ['page'] }),
		() => memory({ query: { include: ['page'] } }),
		isOther,
	],
	[
		'memory that excludes',
		cacheKeyOf('memory', { exclude: ['[a-z]', 'UTM*'] }),
		() => memory({ query: { exclude: ['[a-z]', 'UTM*'] } }),
		(one) => /^(?:.|utm.*)$/i.test(one),
	],
	[
		'unsorted memory',
		cacheKeyOf('memory', {}),
		() => memory({ query: { sort: false } }),
		(one) => tracked.test(one),
	],
	[
		'vercel',
		cacheKeyOf('vercel'),
		keyedBy(({ origin, pathname, search }) => origin + pathname + search),
		() => false,
	],
	['netlify', cacheKeyOf('netlify'), keyedBy(({ pathname, search }) => pathname + search), () => false],
	[
		'netlify that sorts',
		cacheKeyOf('netlify'),
		keyedBy((url) => url.host + url.pathname + sorted(url)),
		() => false,
	],
	['cloudflare', cacheKeyOf('cloudflare'), keyedBy(({ pathname, search }) => pathname + search), () => false],
	['another', cacheKeyOf('another'), keyedBy(({ pathname }) => pathname), () => true],
];

/** The text of a page for a visitor alone, at the address under which a cache keeps it. Watched, too: built-in functions find no query. */
function ownText(shown: Page, made: Visit, leavesOut: (name: string) => boolean): string {
	const url = new URL(made.address);
	const params = new URLSearchParams([...url.searchParams].filter(([one]) => !leavesOut(one)));
	params.sort();
	const address = url.origin + url.pathname + (params.size > 0 ? `?${params}` : '');
	const context = contextOf({ ...made, address });
	watch(context);
	return shown(context);
}

it.each(providers)(
	'shows nothing of another request, with the cache %s',
	async (_, key, create, leavesOut) => {
		let hits = 0;
		await fc.assert(
			fc.asyncProperty(page, fc.array(visit, { minLength: 2, maxLength: 12 }), async (shown, visits) => {
				const cache = create();
				for (const made of visits) {
					let isRendered = false;
					const text = await cache(made, () => {
						isRendered = true;
						const context = contextOf(made);
						const watched = watch(context);
						const rendered = shown(context);
						return { text: rendered, isStored: isForAll(watched, key) };
					});
					if (isRendered) continue;
					hits += 1;
					expect(text).toBe(ownText(shown, made, leavesOut));
				}
			}),
			{ numRuns: isLong ? 20_000 : 300, seed: 45 },
		);
		// Pages are stored all the same.
		expect(hits).toBeGreaterThan(30);
	},
);

/** Whether a page that reads this is stored by itself in Astro's memory. */
function isStored(address: string, read: (context: APIContext) => unknown, provider = 'memory'): boolean {
	const context = contextOf({ address: `http://a.example${address}` });
	const watched = watch(context);
	read(context);
	return isForAll(watched, cacheKeyOf(provider));
}

it('stores a page with a query if it has read all of it, and the cache tells it apart', () => {
	const href = ({ url }: APIContext) => url.href;
	const get = ({ url }: APIContext) => url.searchParams.get('page');
	const nothing = () => {};
	expect([
		isStored('/list', nothing),
		isStored('/list?page=2', nothing),
		isStored('/list?page=2', get),
		isStored('/list?page=2&x=1', get),
		isStored('/list?page=2&x=1', href),
		isStored('/list?x=1&page=2', href),
		isStored('/list?page=2&ref=b', href),
		isStored('/list', href),
		isStored('/list', href, 'netlify'),
		isStored('/list?page=2', get, 'netlify'),
	]).toEqual([true, false, true, false, true, false, false, true, false, true]);
});

it.each(personal.map((read) => [String(read), read] as const))('notes what a page reads by %s', (_, read) => {
	const headers = { cookie: 'name=Ada', 'x-real-ip': '192.0.2.1' };
	const context = contextOf({
		address: 'http://a.example/',
		headers,
		country: 'IT',
		locals: { user: 'Ada' },
	});
	const plain = contextOf({ address: 'http://a.example/', headers, country: 'IT', locals: { user: 'Ada' } });
	const watched = watch(context);
	expect(watched.isPersonal).toBe(false);
	// It reads the same as without being watched.
	expect([read(context), watched.isPersonal]).toEqual([read(plain), true]);
});

it.each([
	({ request }: APIContext) => request.clone().url,
	({ request }: APIContext) => new Request(request).url,
])('knows that a copy of a request has its address, with %s', (read) => {
	const context = contextOf({ address: 'http://a.example/?ref=guest' });
	const { reads, address } = watch(context);
	read(context);
	expect(isInKey(reads, address, cacheKeyOf('memory'))).toBe(false);
});

it('goes on with what it has noted of a page that is rewritten to another', () => {
	const watched = watch(contextOf({ address: 'http://a.example/?ref=guest' }));
	const other = contextOf({ address: 'http://a.example/other' });
	watch(other, watched);
	expect([watched.isPersonal, isInKey(watched.reads, watched.address, cacheKeyOf('memory'))]).toEqual([
		false,
		true,
	]);
	other.cookies.get('name');
	other.url.searchParams.get('ref');
	expect([watched.isPersonal, isInKey(watched.reads, watched.address, cacheKeyOf('memory'))]).toEqual([
		true,
		false,
	]);
});

it('leaves alone what a site adds, and the address as it is', () => {
	const locals = Object.defineProperty({}, 'removed', {
		configurable: true,
		enumerable: true,
		get() {
			throw new Error('This was removed.');
		},
	});
	const context = contextOf({ address: 'http://a.example/x?a=1&b=%20#top', locals });
	const watched = watch(context);
	Object.assign(context.locals, { title: 'Home' });
	const { url, request } = context;
	expect([Reflect.get(locals, 'title'), request.method, url instanceof URL, url.constructor]).toEqual([
		'Home',
		'GET',
		true,
		URL,
	]);
	expect([url.href, `${new URL('/y', url)}`, url.searchParams.get('b'), watched.isPersonal]).toEqual([
		'http://a.example/x?a=1&b=%20#top',
		'http://a.example/y',
		' ',
		false,
	]);
	url.searchParams.set('a', '2');
	url.pathname = '/z';
	expect([url.href, request.url]).toEqual([
		'http://a.example/z?a=2&b=+#top',
		'http://a.example/x?a=1&b=%20#top',
	]);
	expect(() => Reflect.get(locals, 'removed')).toThrow('This was removed.');
});

it('counts what cannot be watched as read', () => {
	const fixed = contextOf({ address: 'http://a.example/' });
	Object.defineProperty(fixed.request, 'user', { value: 'Ada' });
	expect(watch(fixed).isPersonal).toBe(true);
	const frozen = contextOf({ address: 'http://a.example/' });
	Object.freeze(frozen.request);
	expect(watch(frozen).isPersonal).toBe(true);
	const { request, url, cookies, locals } = contextOf({ address: 'http://a.example/' });
	expect(watch({ request, url, cookies, locals } as APIContext).isPersonal).toBe(true);
});
