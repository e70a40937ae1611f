import type { Page } from '../../client/index.js';
import type { Link, Story } from '../../wire/index.js';
import type { Settings } from '../model/options.js';
import { defaultLang, isShown } from '../model/space-index.js';
import type { Collector } from './fetched-stories.js';
import { readWholeList } from './whole-list.js';

/** Stories per page, and uuids per request. With 25, the rate limit of the API allows the most stories per second. */
export const storiesPerPage = 25;
const linksPerPage = 1000;

/** True if the current snapshot of the edge is accepted; `served` is null if the edge does not name it. */
export type AcceptsSnapshot = (served: number | null) => boolean;

/** Makes the requests of one sync, all for the snapshot that its links are from. */
export class SpaceFetcher {
	readonly #settings: Settings;
	readonly #end = new AbortController();
	/** The snapshot that is read, after a response named it. No other number is ever sent. */
	#cv: number | undefined;

	constructor(settings: Settings) {
		this.#settings = settings;
	}

	abort = (error: unknown): void => this.#end.abort(error);

	space() {
		return this.#settings.client.currentSpace({ signal: this.#end.signal });
	}

	/** Requests one story, to get the current snapshot and the total of stories; null if the API does not report them. */
	async probe() {
		const { client, version } = this.#settings;
		const page = await client.stories.page({ version, perPage: 1, signal: this.#end.signal });
		this.#cv ??= page.cv ?? undefined;
		return { cv: page.cv, stories: page.total ?? (page.items.length > 0 ? null : 0) };
	}

	/**
	 * All links that the version shows, by uuid, sorted by uuid. They are from the current snapshot of the edge, and so are all later
	 * requests. `'rejected'` if that snapshot is not accepted.
	 *
	 * @param onMany called as soon as it is clear that there are many pages
	 */
	async links(
		collector: Collector,
		accepts: AcceptsSnapshot,
		onMany?: () => void,
	): Promise<ReadonlyMap<string, Link> | 'rejected'> {
		const { client, version, onProgress } = this.#settings;
		const query = { version, includeDates: true, perPage: linksPerPage, signal: this.#end.signal };
		let readings = 0;
		let found = new Map<string, Link>();
		let isAccepted = true;
		const pages = () => {
			readings += 1;
			found = new Map();
			return client.links.pages(query);
		};
		await readWholeList('links', pages, (page, got) => {
			if (got === page.items.length) {
				isAccepted = accepts(page.cv);
				if (!isAccepted) return false;
				this.#cv = page.cv ?? undefined;
				if (readings === 1 && isFirstOfMany(page)) onMany?.();
			}
			if (page.cv !== null) collector.cvs.add(page.cv);
			for (const link of page.items) if (isShown(link, version)) found.set(link.uuid, link);
			return onProgress({ done: got, total: Math.max(got, page.total ?? 0), what: 'links' });
		});
		return isAccepted ? new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1))) : 'rejected';
	}

	/**
	 * Requests all stories in a language.
	 *
	 * @param query.expected maximum number of stories, for APIs that do not report a total
	 * @param query.wants true for the uuid of a story to take
	 */
	fetchAll(
		collector: Collector,
		query: { lang: string; expected?: number; wants: (uuid: string) => boolean },
	): Promise<void> {
		const { lang, expected, wants } = query;
		const { client, onProgress } = this.#settings;
		const what = lang === defaultLang ? 'stories' : `stories (${lang})`;
		let cv = this.#cv;
		const pages = () => {
			const query = { ...this.#query(lang), cv, expected };
			// A second reading is of the current snapshot, because the edge may have only some pages of the first one.
			cv = undefined;
			return client.stories.pages(query);
		};
		return readWholeList(what, pages, async (page, got) => {
			await this.#take(collector, page, lang, wants);
			onProgress({ done: got, total: Math.max(got, page.total ?? expected ?? 0), what });
		});
	}

	/** Requests the stories with some uuids. `expected` is the length of the whole list, which some APIs return instead. */
	async byUuid(
		collector: Collector,
		{ lang, expected, uuids }: { lang: string; expected: number; uuids: readonly string[] },
	): Promise<void> {
		const { client, onProgress } = this.#settings;
		const wanted = new Set(uuids);
		let done = 0;
		const query = { ...this.#query(lang), byUuids: [...uuids], expected };
		for await (const page of client.stories.pages(query)) {
			done += page.items.length;
			await this.#take(collector, page, lang, (uuid) => wanted.has(uuid));
			onProgress({ done, total: Math.max(done, uuids.length), what: 'changed stories' });
		}
	}

	#query(lang: string) {
		return {
			version: this.#settings.version,
			cv: this.#cv,
			language: lang === defaultLang ? undefined : lang,
			perPage: storiesPerPage,
			signal: this.#end.signal,
		};
	}

	#take(collector: Collector, page: Page<Story>, lang: string, wants: (uuid: string) => boolean) {
		this.#cv ??= page.cv ?? undefined;
		return collector.take(page, lang, wants);
	}
}

/** Number of pages of links that the rate limit allows in one second. With more, fetching stories at the same time is faster. */
const manyPages = 6;

/** True for the first of many pages, if the API reports a total. */
const isFirstOfMany = (page: Page<Link>) =>
	page.total !== null && page.items.length > 0 && page.total / page.items.length > manyPages;
