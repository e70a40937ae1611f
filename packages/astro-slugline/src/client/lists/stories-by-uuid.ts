import type { Story } from '../../wire/index.js';
import type { Turn } from '../http/exchange.js';
import { isServiceError } from '../model/errors.js';
import { ahead, pagesOf } from './pages.js';
import { runCv } from './source.js';
import { effectCheck, type StoryPage, type StoryQuery, withoutEffect } from './story-query.js';
import { runOf, type StoryCv, type StoryList, sizeOf } from './story-run.js';

/** Not every server accepts the addresses that longer lists of uuids make. */
const maxUuidsPerRequest = 50;

/** What the chunks of one query share. */
interface Chunks {
	list: StoryList;
	query: StoryQuery;
	uuids: readonly string[][];
	cv: StoryCv;
	/** Gives back the room of all pages that are not used yet. */
	held: Set<() => void>;
}

/** The pages of a chunk, and what gives back their room. */
interface Chunk {
	/** Null if the API returns other stories or rejects the request. */
	pages: StoryPage[] | null;
	own: Set<() => void>;
}

/** The number of uuids that one request of this query names. */
export const uuidsPerRequest = (query: StoryQuery) => Math.min(sizeOf(query), maxUuidsPerRequest);

/** The pages of the stories with some uuids. If the API ignores `by_uuids`, all stories are read, and the others dropped. */
export async function* pagesByUuid(
	list: StoryList,
	query: StoryQuery,
	byUuids: readonly string[],
): AsyncGenerator<StoryPage> {
	const missing = new Set(byUuids);
	const keep = effectCheck(query, list.source.notice) ?? (() => true);
	const uuids = chunksOf([...missing], uuidsPerRequest(query));
	const cv = runCv(query.cv);
	for await (const page of chunkedPages({ list, query, uuids, cv, held: new Set() })) {
		for (const story of page.items) missing.delete(story.uuid);
		page.items = page.items.filter(keep);
		yield page;
	}
	if (list.appliesUuids) return;
	list.source.notice('by_uuids', withoutEffect('by_uuids'));
	const isWanted = (story: Story) => missing.has(story.uuid) && keep(story);
	yield* pagesOf(runOf(list, { ...query, byUuids: undefined }, { keep: isWanted, cv }));
}

/** The pages of all chunks, until one shows that the API ignores `by_uuids`. The first chunk alone, so that it costs one request. */
async function* chunkedPages(chunks: Chunks): AsyncGenerator<StoryPage> {
	const { list, query, uuids, held } = chunks;
	const ask = (at: number, signal: AbortSignal | undefined, turn: Turn) =>
		askChunk(chunks, uuids[at] ?? [], signal, turn);
	try {
		for (const numbers of [[0], [...uuids.keys()].slice(1)]) {
			if (!list.appliesUuids) return;
			for await (const { own, pages } of ahead(numbers, list.source.concurrency, query.signal, ask)) {
				if (pages) yield* pages;
				else list.appliesUuids = false;
				release(own);
				if (!pages) break;
			}
		}
	} finally {
		release(held);
	}
}

async function askChunk(
	{ list, query, cv, held }: Chunks,
	byUuids: string[],
	signal: AbortSignal | undefined,
	turn: Turn,
): Promise<Chunk> {
	const own = new Set<() => void>();
	held.add(() => release(own));
	const asked = new Set(byUuids);
	const pages: StoryPage[] = [];
	const hold = (one: () => void) => own.add(one);
	try {
		const chunk = { ...query, byUuids, expected: undefined, signal };
		for await (const page of pagesOf(runOf(list, chunk, { cv, hold, turn }))) {
			if (page.items.some((story) => !asked.has(story.uuid))) return { own, pages: null };
			pages.push(page);
			if (page.total === null && page.items.length === byUuids.length) break;
		}
		return { own, pages };
	} catch (error) {
		if (isServiceError(error) && (error.status === 400 || error.status === 422)) return { own, pages: null };
		throw error;
	}
}

const release = (held: ReadonlySet<() => void>) => {
	for (const one of held) one();
};

function chunksOf<T>(items: readonly T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
	return chunks;
}
