import type { Page } from '../../client/index.js';
import type { CurrentSpace, Link } from '../../wire/index.js';
import type { Progress, Source } from '../options.js';
import { defaultLang, isShown } from '../target-rows.js';
import type { Arrivals } from './arrivals.js';

/** Stories a page, and uuids a request: at 25 the service allows the most stories a second. */
export const storiesPerPage = 25;
const linksPerPage = 1000;

/** A question for every story of a language. */
export interface ListingQuestion {
	lang: string;
	cv: number | null;
	/** As many as there can be; for services that do not tell. */
	expected?: number;
	wants: (uuid: string) => boolean;
}

/** What a sync asks, with what every request of it has in common. */
export interface Ask {
	space(): Promise<CurrentSpace>;
	/** All links that the version shows, by uuid in the order of uuids. `onMany` is told once it is clear that there are many pages. */
	links(cv: number | null, onMany?: () => void): Promise<Map<string, Link>>;
	listing(question: ListingQuestion): Promise<void>;
	/** The stories of some uuids in a language. `expected` is of the whole listing, which some services give instead. */
	named(question: {
		lang: string;
		cv: number | null;
		expected: number;
		uuids: readonly string[];
	}): Promise<void>;
	/** Gives up what is in flight. */
	giveUp(error: unknown): void;
}

export interface AskOptions {
	client: Source;
	version: 'published' | 'draft';
	arrivals: Arrivals;
	onProgress: (progress: Progress) => void;
}

export function createAsk({ client, version, arrivals, onProgress }: AskOptions): Ask {
	const end = new AbortController();
	const { signal } = end;
	const base = (lang: string, cv: number | null) => ({
		version,
		cv: cv ?? undefined,
		language: lang === defaultLang ? undefined : lang,
		perPage: storiesPerPage,
		signal,
	});
	return {
		giveUp: (error) => end.abort(error),
		space: () => client.currentSpace({ signal }),
		async links(cv, onMany) {
			const found = new Map<string, Link>();
			let done = 0;
			const query = { version, cv: cv ?? undefined, includeDates: true, perPage: linksPerPage, signal };
			for await (const page of client.links.pages(query)) {
				if (done === 0 && isFirstOfMany(page)) onMany?.();
				done += page.items.length;
				for (const link of page.items) if (isShown(link, version)) found.set(link.uuid, link);
				onProgress({ done, total: Math.max(done, page.total ?? 0), what: 'links' });
			}
			return new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
		},
		async listing({ lang, cv, expected, wants }) {
			const what = lang === defaultLang ? 'stories' : `stories (${lang})`;
			let done = 0;
			const query = { ...base(lang, cv), expected };
			for await (const page of client.stories.pages(query)) {
				done += page.items.length;
				await arrivals.take(page, lang, wants);
				onProgress({ done, total: Math.max(done, page.total ?? expected ?? 0), what });
			}
		},
		async named({ lang, cv, expected, uuids }) {
			const wanted = new Set(uuids);
			let done = 0;
			const query = { ...base(lang, cv), byUuids: [...uuids], expected };
			for await (const page of client.stories.pages(query)) {
				done += page.items.length;
				await arrivals.take(page, lang, (uuid) => wanted.has(uuid));
				onProgress({ done, total: Math.max(done, uuids.length), what: 'changed stories' });
			}
		},
	};
}

/** More pages of links than the rate tier allows in one second: then it pays to list the stories beside them. */
const manyPages = 6;

/** The service tells how many stories there are: their number does not follow from links that are still to come. */
const isFirstOfMany = (page: Page<Link>) =>
	page.total !== null && page.items.length > 0 && page.total / page.items.length > manyPages;
