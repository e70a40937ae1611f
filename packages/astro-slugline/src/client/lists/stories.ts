import { type Story, storyListSchema } from '../../wire/index.js';
import { isServiceError } from '../errors.js';
import { ahead } from './ahead.js';
import { effectCheck, withoutEffect } from './effect.js';
import { createListing, type Listing } from './listing.js';
import { pagesOf } from './pages.js';
import { askPage, checkCount, endlessList, runCv, type Source } from './source.js';
import { type StoryPage, type StoryQuery, storyParameters } from './story-query.js';

export type StoryListing = Listing<Story, StoryQuery, StoryPage>;

/** Page sizes above 25 are in slower rate tiers: 25 gives the most stories a second. */
const defaultSize = 25;
const largestSize = 100;
/** Longer lists of uuids make addresses that not every server takes. */
const largestChunk = 50;

/**
 * The stories of a space.
 *
 * @param path `/v2/cdn/stories/`, or the list's path at the management host
 */
export function createStories(source: Source, path: string): StoryListing {
	/** Set once the service has shown that it does not heed `by_uuids`. */
	let uuidsAreHeeded = true;

	const run = (query: StoryQuery, keep = effectCheck(query, source.notice), cv = runCv(query.cv)) => {
		storyParameters(query, source.version);
		const perPage = sizeOf(query);
		return {
			async ask(page: number, signal: AbortSignal | undefined) {
				const parameters = storyParameters({ ...query, cv: cv.get() }, source.version);
				const paging = { page, perPage, signal };
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
			signal: query.signal,
			endless: endlessList(source, path),
		};
	};

	/** The pages of one chunk, or null if the service gives other stories than those, or refuses to. */
	async function chunkPages(
		query: StoryQuery,
		uuids: string[],
		cv: ReturnType<typeof runCv>,
		signal: AbortSignal | undefined,
	) {
		const asked = new Set(uuids);
		const pages: StoryPage[] = [];
		const chunk = { ...query, byUuids: uuids, expected: undefined, signal };
		try {
			for await (const page of pagesOf(run(chunk, () => true, cv))) {
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
		const chunks = chunksOf([...missing], Math.min(sizeOf(query), largestChunk));
		const cv = runCv(query.cv);
		const ask = (n: number, signal: AbortSignal | undefined) =>
			chunkPages(query, chunks[n] ?? [], cv, signal);
		for (const numbers of uuidsAreHeeded ? [[0], [...chunks.keys()].slice(1)] : []) {
			for await (const pages of ahead(numbers, source.concurrency, query.signal, ask)) {
				if (pages === null) uuidsAreHeeded = false;
				for (const page of pages ?? []) {
					for (const story of page.items) missing.delete(story.uuid);
					page.items = page.items.filter(keep);
					yield page;
				}
				if (pages === null) break;
			}
			if (!uuidsAreHeeded) break;
		}
		if (uuidsAreHeeded) return;
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
				fetched.page.items = fetched.page.items.filter(one.keep ?? (() => true));
				return fetched.page;
			}
			const perPage = Math.min(sizeOf(query), largestChunk);
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

const sizeOf = ({ perPage = defaultSize }: StoryQuery) => checkCount(perPage, 'perPage', largestSize);

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
