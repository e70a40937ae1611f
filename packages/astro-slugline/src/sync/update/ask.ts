import type { Page } from '../../client/index.js';
import type { Link } from '../../wire/index.js';
import type { Progress, Source } from '../model/options.js';
import { defaultLang, isShown } from '../model/space-index.js';
import { type ListReading, readWhole } from '../read/read-whole.js';
import type { Arrivals } from './arrivals.js';

/** Stories per page, and uuids per request. With 25, the rate limit of the API allows the most stories per second. */
export const storiesPerPage = 25;
const linksPerPage = 1000;

export interface ListingQuestion {
	lang: string;
	/** Maximum number of stories, for APIs that do not report a total. */
	expected?: number;
	/** True for a story to take. */
	wants: (uuid: string) => boolean;
}

export type Ask = ReturnType<typeof createAsk>;

export interface AskOptions {
	client: Source;
	version: 'published' | 'draft';
	arrivals: Arrivals;
	onProgress: (progress: Progress) => void;
}

interface Asking extends AskOptions {
	signal: AbortSignal;
	/** The snapshot that is read, after a response named it. No other number is ever sent. */
	cv: number | undefined;
}

export function createAsk(options: AskOptions) {
	const end = new AbortController();
	const asking: Asking = { ...options, signal: end.signal, cv: undefined };
	return {
		giveUp: (error: unknown) => end.abort(error),
		space: () => options.client.currentSpace({ signal: end.signal }),
		/** Requests one story, to get the current snapshot and the total of stories; null if the API does not report them. */
		async probe() {
			const { client, version } = options;
			const page = await client.stories.page({ version, perPage: 1, signal: end.signal });
			asking.cv ??= page.cv ?? undefined;
			return { cv: page.cv, stories: page.total ?? (page.items.length > 0 ? null : 0) };
		},
		/**
		 * All links that the version shows, by uuid, sorted by uuid. They are from the current snapshot of the edge, and so are all later
		 * requests.
		 *
		 * @param mayTake gets that snapshot, or null if the edge does not name it; if it returns false, the result is undefined
		 * @param onMany called as soon as it is clear that there are many pages
		 */
		links(mayTake: (served: number | null) => boolean, onMany?: () => void) {
			let first = true;
			return readWhole('links', () => {
				const onFirst = first ? onMany : undefined;
				first = false;
				return readLinks(asking, mayTake, onFirst);
			});
		},
		listing(question: ListingQuestion) {
			const { lang } = question;
			const what = lang === defaultLang ? 'stories' : `stories (${lang})`;
			return readWhole(what, () => readListing(asking, question, what));
		},
		/** Requests the stories with some uuids. `expected` is the length of the whole list, which some APIs return instead. */
		async named({ lang, expected, uuids }: { lang: string; expected: number; uuids: readonly string[] }) {
			const wanted = new Set(uuids);
			let done = 0;
			const query = { ...queryOf(asking, lang), byUuids: [...uuids], expected };
			for await (const page of options.client.stories.pages(query)) {
				done += page.items.length;
				await take(asking, page, lang, (uuid) => wanted.has(uuid));
				options.onProgress({ done, total: Math.max(done, uuids.length), what: 'changed stories' });
			}
		},
	};
}

const queryOf = ({ version, cv, signal }: Asking, lang: string) => ({
	version,
	cv,
	language: lang === defaultLang ? undefined : lang,
	perPage: storiesPerPage,
	signal,
});

function take(asking: Asking, ...[page, lang, wants]: Parameters<Arrivals['take']>) {
	asking.cv ??= page.cv ?? undefined;
	return asking.arrivals.take(page, lang, wants);
}

async function readListing(
	asking: Asking,
	{ lang, expected, wants }: ListingQuestion,
	what: string,
): Promise<ListReading<undefined>> {
	let done = 0;
	let announced: number | null = null;
	for await (const page of asking.client.stories.pages({ ...queryOf(asking, lang), expected })) {
		done += page.items.length;
		announced = page.total;
		await take(asking, page, lang, wants);
		asking.onProgress({ done, total: Math.max(done, page.total ?? expected ?? 0), what });
	}
	return { value: undefined, got: done, announced };
}

async function readLinks(
	asking: Asking,
	mayTake: (served: number | null) => boolean,
	onMany: (() => void) | undefined,
): Promise<ListReading<Map<string, Link> | undefined>> {
	const { client, version, signal, arrivals, onProgress } = asking;
	const found = new Map<string, Link>();
	let done = 0;
	let announced: number | null = null;
	const query = { version, includeDates: true, perPage: linksPerPage, signal };
	for await (const page of client.links.pages(query)) {
		if (done === 0 && !mayTake(page.cv)) return { value: undefined, got: 0, announced: null };
		announced = page.total;
		if (done === 0) asking.cv = page.cv ?? undefined;
		if (page.cv !== null) arrivals.cvs.add(page.cv);
		if (done === 0 && isFirstOfMany(page)) onMany?.();
		done += page.items.length;
		for (const link of page.items) if (isShown(link, version)) found.set(link.uuid, link);
		onProgress({ done, total: Math.max(done, page.total ?? 0), what: 'links' });
	}
	const value = new Map([...found].sort(([a], [b]) => (a < b ? -1 : 1)));
	return { value, got: done, announced };
}

/** Number of pages of links that the rate limit allows in one second. With more, listing stories at the same time is faster. */
const manyPages = 6;

/** True for the first of many pages, if the API reports a total. */
const isFirstOfMany = (page: Page<Link>) =>
	page.total !== null && page.items.length > 0 && page.total / page.items.length > manyPages;
