import type { Story } from '../../wire/index.js';
import type { Turn } from '../http/exchange.js';
import { isServiceError } from '../model/errors.js';
import { ahead, pagesOf } from './pages.js';
import { runCv, type SharedCv } from './run.js';
import { effectCheck, type StoryPage, type StoryQuery, withoutEffect } from './story-query.js';
import { type StoryList, storyRun } from './story-run.js';

/** Not every server accepts the addresses that longer lists of uuids make. */
const maxUuidsPerRequest = 50;

export const uuidsPerRequest = (list: StoryList, query: StoryQuery) =>
	Math.min(storyRun(list, query).perPage, maxUuidsPerRequest);

/** The pages of the stories with some uuids. If the API ignores `by_uuids`, all stories are read, and the others dropped. */
export async function* pagesByUuid(
	list: StoryList,
	query: StoryQuery,
	byUuids: readonly string[],
): AsyncGenerator<StoryPage> {
	const missing = new Set(byUuids);
	const keep = effectCheck(query, list.source.notice) ?? (() => true);
	const chunks = chunksOf([...missing], uuidsPerRequest(list, query));
	const cv = runCv(query.cv);
	const ask = (uuids: string[], signal: AbortSignal, turn: Turn) =>
		askChunk(list, { ...query, byUuids: uuids, expected: undefined, signal }, { cv, turn });
	// The first chunk alone, so that it costs one request if the API ignores `by_uuids`.
	for (const part of [chunks.slice(0, 1), chunks.slice(1)]) {
		if (!list.appliesUuids) break;
		for await (const { pages, release } of ahead(part, () => list.source.concurrency, query.signal, ask)) {
			if (!pages) list.appliesUuids = false;
			if (!pages) break;
			for (const page of pages) {
				for (const story of page.items) missing.delete(story.uuid);
				page.items = page.items.filter(keep);
				yield page;
			}
			release();
		}
	}
	if (list.appliesUuids) return;
	list.source.notice('by_uuids', withoutEffect('by_uuids'));
	const isWanted = (story: Story) => missing.has(story.uuid) && keep(story);
	yield* pagesOf(storyRun(list, { ...query, byUuids: undefined }, { keep: isWanted, cv }));
}

/** The pages of a chunk; null if the API returns other stories or rejects the request. */
async function askChunk(
	list: StoryList,
	query: StoryQuery & { byUuids: string[] },
	run: { cv: SharedCv; turn: Turn },
): Promise<{ pages: StoryPage[] | null; release(): void }> {
	const held = new Set<() => void>();
	const release = () => {
		for (const one of held) one();
	};
	const asked = new Set(query.byUuids);
	const pages: StoryPage[] = [];
	try {
		for await (const page of pagesOf(storyRun(list, query, { ...run, hold: (one) => held.add(one) }))) {
			if (page.items.some((story) => !asked.has(story.uuid))) return { pages: null, release };
			pages.push(page);
			if (page.total === null && page.items.length === asked.size) break;
		}
		return { pages, release };
	} catch (error) {
		if (isServiceError(error) && (error.status === 400 || error.status === 422))
			return { pages: null, release };
		release();
		throw error;
	}
}

function chunksOf<T>(items: readonly T[], size: number): T[][] {
	const chunks: T[][] = [];
	for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
	return chunks;
}
