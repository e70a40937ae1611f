import type { Page } from '../../client/index.js';
import type { Link, Story } from '../../wire/index.js';
import type { Settings } from '../model/options.js';
import { defaultLang, isShown } from '../model/space-index.js';
import type { Arrivals } from './fetched-stories.js';
import { readWhole } from './whole-list.js';

/** Stories per page, and uuids per request. With 25, the rate limit of the API allows the most stories per second. */
export const storiesPerPage = 25;
const linksPerPage = 1000;

/** True if the current snapshot of the edge may be taken; null if the edge does not name it. */
export type MayTake = (served: number | null) => boolean;

export class Ask {
	readonly #settings: Settings;
	readonly #arrivals: Arrivals;
	readonly #end = new AbortController();
	/** The snapshot that is read, after a response named it. No other number is ever sent. */
	#cv: number | undefined;

	constructor(settings: Settings, arrivals: Arrivals) {
		this.#settings = settings;
		this.#arrivals = arrivals;
	}

	giveUp = (error: unknown): void => this.#end.abort(error);

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
	 * requests. Undefined if that snapshot may not be taken.
	 *
	 * @param onMany called as soon as it is clear that there are many pages
	 */
	async links(mayTake: MayTake, onMany?: () => void): Promise<ReadonlyMap<string, Link> | undefined> {
		const { client, version, onProgress } = this.#settings;
		const query = { version, includeDates: true, perPage: linksPerPage, signal: this.#end.signal };
		let readings = 0;
		let found = new Map<string, Link>();
		let isTaken = true;
		const pages = () => {
			readings += 1;
			found = new Map();
			return client.links.pages(query);
		};
		await readWhole('links', pages, (page, got) => {
			if (got === page.items.length) {
				isTaken = mayTake(page.cv);
				if (!isTaken) return false;
				this.#cv = page.cv ?? undefined;
				if (readings === 1 && isFirstOfMany(page)) onMany?.();
			}
			if (page.cv !== null) this.#arrivals.cvs.add(page.cv);
			for (const link of page.items) if (isShown(link, version)) found.set(link.uuid, link);
			return onProgress({ done: got, total: Math.max(got, page.total ?? 0), what: 'links' });
		});
		return isTaken ? new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1))) : undefined;
	}

	/**
	 * Requests all stories in a language.
	 *
	 * @param question.expected maximum number of stories, for APIs that do not report a total
	 * @param question.wants true for the uuid of a story to take
	 */
	listing(question: { lang: string; expected?: number; wants: (uuid: string) => boolean }): Promise<void> {
		const { lang, expected, wants } = question;
		const { client, onProgress } = this.#settings;
		const what = lang === defaultLang ? 'stories' : `stories (${lang})`;
		const pages = () => client.stories.pages({ ...this.#query(lang), expected });
		return readWhole(what, pages, async (page, got) => {
			await this.#take(page, lang, wants);
			onProgress({ done: got, total: Math.max(got, page.total ?? expected ?? 0), what });
		});
	}

	/** Requests the stories with some uuids. `expected` is the length of the whole list, which some APIs return instead. */
	async named({ lang, expected, uuids }: { lang: string; expected: number; uuids: readonly string[] }) {
		const { client, onProgress } = this.#settings;
		const wanted = new Set(uuids);
		let done = 0;
		const query = { ...this.#query(lang), byUuids: [...uuids], expected };
		for await (const page of client.stories.pages(query)) {
			done += page.items.length;
			await this.#take(page, lang, (uuid) => wanted.has(uuid));
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

	#take(page: Page<Story>, lang: string, wants: (uuid: string) => boolean): Promise<void> {
		this.#cv ??= page.cv ?? undefined;
		return this.#arrivals.take(page, lang, wants);
	}
}

/** Number of pages of links that the rate limit allows in one second. With more, listing stories at the same time is faster. */
const manyPages = 6;

/** True for the first of many pages, if the API reports a total. */
const isFirstOfMany = (page: Page<Link>) =>
	page.total !== null && page.items.length > 0 && page.total / page.items.length > manyPages;
