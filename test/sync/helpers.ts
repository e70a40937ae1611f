import { createDeliveryClient, filter, type RequestEvent } from 'astro-slugline/client';
import { createSync, type Sync, type SyncedSpace, type SyncOptions } from 'astro-slugline/sync';
import type { Storage } from 'unstorage';
import { createTestClock } from '../client/clock.js';
import type { FakeSpace } from './fake-space.js';

export type TestSyncOptions = Partial<Omit<SyncOptions, 'client'>> & { storage?: Storage };

/** A sync of a fake space through the real client. */
export function syncOf(
	space: FakeSpace,
	options: TestSyncOptions = {},
	fetch: typeof globalThis.fetch = space.fetch,
): Sync {
	const listeners = new Set<(event: RequestEvent) => void>();
	const version = options.version ?? 'published';
	const client = createDeliveryClient({
		token: 'secret-token',
		baseUrl: 'http://space.test',
		version,
		fetch,
		clock: createTestClock(0.5),
		onRequest: (event) => {
			for (const listener of listeners) listener(event);
		},
	});
	return createSync({
		client,
		version,
		baseUrl: client.baseUrl,
		subscribe(listener) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		...options,
	});
}

/** The JSON of any response. */
export type Body = Awaited<ReturnType<Response['json']>>;

/** A `fetch` whose responses a function changes: it gives another body, and may change the headers, or gives undefined. */
export const altered =
	(
		fetch: typeof globalThis.fetch,
		change: (body: Body, url: URL, headers: Headers) => unknown,
	): typeof globalThis.fetch =>
	async (input, init) => {
		const response = await fetch(input, init);
		const headers = new Headers(response.headers);
		const url = new URL(input instanceof Request ? input.url : input);
		const body = change(await response.clone().json(), url, headers);
		headers.delete('content-length');
		return body === undefined ? response : Response.json(body, { headers });
	};

/** What a clean sync past the edge has. */
export const cleanContentOf = async (space: FakeSpace, version: 'published' | 'draft' = 'published') =>
	contentOf(await syncOf(space, { version }, space.origin).run());

export const cheap = filter.where('price').ltInt(20);

/** Everything that a space contains, to be compared. */
export async function contentOf(space: SyncedSpace, { sources = [] as string[], filtered = false } = {}) {
	const stories = [];
	for await (const [{ uuid, lang }, story] of space.stories(space.rows))
		stories.push([`${uuid} ${lang}`, story]);
	const entries = [];
	for (const slug of sources) entries.push([slug, await space.datasourceEntries(slug)]);
	return {
		cv: space.cv,
		languages: space.languages,
		links: space.links,
		rows: space.rows,
		stamp: space.stamp,
		stories: Object.fromEntries(stories),
		datasources: sources.length > 0 ? await space.datasources() : [],
		entries,
		cheap: filtered ? [...(await space.matching(cheap))].sort() : [],
	};
}
