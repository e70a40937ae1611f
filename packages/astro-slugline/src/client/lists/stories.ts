import { uuidForm } from '../../shared/text/printable.js';
import { trimSlashes } from '../../shared/text/slashes.js';
import { type Story, storyAnswerSchema, storyListSchema } from '../../wire/index.js';
import type { Turn } from '../http/exchange.js';
import { isServiceError } from '../model/errors.js';
import { createListing, type Listing } from './listing.js';
import { ahead, pagesOf, type Run } from './pages.js';
import { askPage, type Bound, checkCount, endlessList, runCv } from './source.js';
import {
	effectCheck,
	type StoryPage,
	type StoryQuery,
	storyParameters,
	withoutEffect,
} from './story-query.js';

/** The stories of a space, with a language, filters, and uuids to choose from. */
export type StoryListing = Listing<Story, StoryQuery, StoryPage>;

/** Pages of more than 25 have lower rate limits, so 25 gives the most stories per second. */
const defaultPerPage = 25;
const maxPerPage = 100;
/** Bytes of a list of stories, which is used page by page, at most. */
const maxListBytes = 16 * 1024 ** 3;
/** Not every server accepts the addresses that longer lists of uuids make. */
const maxUuidsPerRequest = 50;

/**
 * The stories of a space.
 *
 * @param path `/v2/cdn/stories/`, or the path of the list at the management host
 */
export function createStories(source: Bound, path: string): StoryListing {
	/** Becomes false once a response shows that the API ignores `by_uuids`. */
	let appliesUuids = true;

	const run = (
		query: StoryQuery,
		keep = effectCheck(query, source.notice),
		cv = runCv(query.cv),
		chunk: Pick<Run<Story, StoryPage>, 'hold' | 'turn'> = {},
	) => {
		storyParameters(query, source.version);
		const perPage = sizeOf(query);
		return {
			async ask(page: number, signal: AbortSignal | undefined, turn?: Turn) {
				const parameters = storyParameters({ ...query, cv: cv.get() }, source.version);
				const paging = { page, perPage, signal, turn };
				return cv.learn(
					await askPage(source, path, storyListSchema, parameters, paging, (body) => ({
						items: body.stories,
						cv: body.cv,
						rels: body.rels,
						links: body.links,
						relUuids: body.rel_uuids ?? [],
						linkUuids: body.link_uuids ?? [],
					})),
				);
			},
			keyOf: (story: Story) => story.uuid,
			keep,
			perPage,
			expected: query.expected,
			width: source.concurrency,
			maxBytes: maxListBytes,
			...chunk,
			signal: query.signal,
			endless: endlessList(source, path),
		};
	};

	/** The pages of one chunk of uuids, or null if the API returns other stories or rejects the request. */
	async function chunkPages(
		query: StoryQuery,
		uuids: string[],
		cv: ReturnType<typeof runCv>,
		held: Set<() => void>,
		signal: AbortSignal | undefined,
		turn: Turn,
	) {
		const asked = new Set(uuids);
		const pages: StoryPage[] = [];
		const chunk = { ...query, byUuids: uuids, expected: undefined, signal };
		try {
			const hold = (release: () => void) => held.add(release);
			for await (const page of pagesOf(run(chunk, () => true, cv, { hold, turn }))) {
				if (page.items.some((story) => !asked.has(story.uuid))) return null;
				pages.push(page);
				if (page.total === null && page.items.length === uuids.length) break;
			}
			return pages;
		} catch (error) {
			if (isServiceError(error) && (error.status === 400 || error.status === 422)) return null;
			throw error;
		}
	}

	// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one generator over batches and their pages
	async function* pagesByUuid(query: StoryQuery, byUuids: string[]): AsyncGenerator<StoryPage> {
		const missing = new Set(byUuids);
		const keep = effectCheck(query, source.notice) ?? (() => true);
		const chunks = chunksOf([...missing], Math.min(sizeOf(query), maxUuidsPerRequest));
		const cv = runCv(query.cv);
		const held = new Set<() => void>();
		const ask = async (n: number, signal: AbortSignal | undefined, turn: Turn) => {
			const own = new Set<() => void>();
			held.add(() => release(own));
			return { own, pages: await chunkPages(query, chunks[n] ?? [], cv, own, signal, turn) };
		};
		try {
			for (const numbers of appliesUuids ? [[0], [...chunks.keys()].slice(1)] : []) {
				for await (const { own, pages } of ahead(numbers, source.concurrency, query.signal, ask)) {
					if (pages === null) appliesUuids = false;
					for (const page of pages ?? []) {
						for (const story of page.items) missing.delete(story.uuid);
						page.items = page.items.filter(keep);
						yield page;
					}
					release(own);
					if (pages === null) break;
				}
				if (!appliesUuids) break;
			}
		} finally {
			release(held);
		}
		if (appliesUuids) return;
		source.notice('by_uuids', withoutEffect('by_uuids'));
		const all = run({ ...query, byUuids: undefined }, (story) => missing.has(story.uuid) && keep(story), cv);
		yield* pagesOf(all);
	}

	async function* pages(query: StoryQuery): AsyncGenerator<StoryPage> {
		if (query.byUuids === undefined) yield* pagesOf(run(query));
		else if (query.byUuids.length > 0) yield* pagesByUuid(query, query.byUuids);
	}

	return createListing<Story, StoryQuery, StoryPage>({
		empty: {},
		pages,
		async page(query, page) {
			checkCount(page, 'page');
			if (query.byUuids === undefined) {
				const one = run(query);
				const fetched = await one.ask(page, query.signal);
				fetched.release();
				fetched.page.items = fetched.page.items.filter(one.keep ?? (() => true));
				return fetched.page;
			}
			const perPage = Math.min(sizeOf(query), maxUuidsPerRequest);
			const byUuids = [...new Set(query.byUuids)].slice((page - 1) * perPage, page * perPage);
			const chunk = emptyPage(perPage);
			for await (const part of pages({ ...query, byUuids })) {
				chunk.items.push(...part.items);
				chunk.cv = part.cv;
				chunk.rels.push(...part.rels);
				chunk.links.push(...part.links);
				chunk.relUuids.push(...part.relUuids);
				chunk.linkUuids.push(...part.linkUuids);
			}
			return chunk;
		},
	});
}

const release = (held: ReadonlySet<() => void>) => {
	for (const one of held) one();
};

const sizeOf = ({ perPage = defaultPerPage }: StoryQuery) => checkCount(perPage, 'perPage', maxPerPage);

const emptyPage = (perPage: number): StoryPage => ({
	items: [],
	cv: null,
	total: null,
	perPage,
	rels: [],
	links: [],
	relUuids: [],
	linkUuids: [],
});

function chunksOf<T>(items: readonly T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
	return chunks;
}

/** The query for one story: which version and language of it to read, and what to resolve. */
export type OneStoryQuery = Pick<
	StoryQuery,
	'version' | 'language' | 'fallbackLanguage' | 'cv' | 'params' | 'signal'
>;

/**
 * Reads one story.
 *
 * @param name its full slug, uuid, or id
 * @returns undefined if the story does not exist or is not published
 * @throws {SluglineServiceError} if the request failed for good
 */
export async function oneStory(
	source: Bound,
	name: string | number,
	query: OneStoryQuery = {},
): Promise<Story | undefined> {
	const asked = trimSlashes(String(name));
	const path = asked.split('/').map(encodeURIComponent).join('/');
	const parameters = storyParameters(query, source.version);
	if (uuidForm.test(asked)) parameters.push(['find_by', 'uuid']);
	try {
		const answer = await source.get(`/v2/cdn/stories/${path}`, parameters, { signal: query.signal });
		return answer.read(storyAnswerSchema).story;
	} catch (error) {
		if (isServiceError(error) && error.status === 404) return undefined;
		throw error;
	}
}
