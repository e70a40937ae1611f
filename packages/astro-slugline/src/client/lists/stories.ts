import { uuidForm } from 'astro-keep/shared/text/printable';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { type Story, storyAnswerSchema } from '../../wire/index.js';
import { isServiceError } from '../model/errors.js';
import { createListing, type Listing } from './listing.js';
import { pagesOf } from './pages.js';
import { onePage } from './run.js';
import { type Bound, checkCount } from './source.js';
import { pagesByUuid, uuidsPerRequest } from './stories-by-uuid.js';
import {
	effectCheck,
	matchesNothing,
	type StoryPage,
	type StoryQuery,
	storyParameters,
} from './story-query.js';
import { type StoryList, storyRun } from './story-run.js';

/** The stories of a space, with a language, filters, and uuids to choose from. */
export type StoryListing = Listing<Story, StoryQuery, StoryPage>;

/**
 * The stories of a space.
 *
 * @param path `/v2/cdn/stories/`, or the path of the list at the management host
 */
export function createStories(source: Bound, path: string): StoryListing {
	const list: StoryList = { source, path, appliesUuids: true };
	return createListing<Story, StoryQuery, StoryPage>({
		pages: (query) => pages(list, query),
		async page(query, number) {
			if (matchesNothing(query, source.version)) return emptyPage(storyRun(list, query).perPage, 0);
			if (query.byUuids !== undefined) return pageOfUuids(list, query, query.byUuids, number);
			const page = await onePage(storyRun(list, query), number);
			page.items = page.items.filter(effectCheck(query, source.notice) ?? (() => true));
			return page;
		},
	});
}

async function* pages(list: StoryList, query: StoryQuery): AsyncGenerator<StoryPage> {
	const { byUuids } = query;
	if (matchesNothing(query, list.source.version)) yield emptyPage(storyRun(list, query).perPage, 0);
	else if (byUuids === undefined)
		yield* pagesOf(storyRun(list, query, { keep: effectCheck(query, list.source.notice) }));
	else if (byUuids.length > 0) yield* pagesByUuid(list, query, byUuids);
}

const emptyPage = (perPage: number, total: number | null): StoryPage => ({
	...{ items: [], cv: null, total, perPage },
	...{ rels: [], links: [], relUuids: [], linkUuids: [] },
});

/** The part of the uuids that is the page of this number, in one page. */
async function pageOfUuids(
	list: StoryList,
	query: StoryQuery,
	all: readonly string[],
	number: number,
): Promise<StoryPage> {
	const perPage = uuidsPerRequest(list, query);
	const to = checkCount(number, 'page') * perPage;
	const byUuids = [...new Set(all)].slice(to - perPage, to);
	const whole = emptyPage(perPage, null);
	for await (const part of pages(list, { ...query, byUuids })) {
		whole.items.push(...part.items);
		whole.cv = part.cv;
		whole.rels.push(...part.rels);
		whole.links.push(...part.links);
		whole.relUuids.push(...part.relUuids);
		whole.linkUuids.push(...part.linkUuids);
	}
	return whole;
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
	const parameters = storyParameters(query, source);
	if (uuidForm.test(asked)) parameters.push(['find_by', 'uuid']);
	try {
		const answer = await source.get(`/v2/cdn/stories/${path}`, parameters, { signal: query.signal });
		return answer.read(storyAnswerSchema).story;
	} catch (error) {
		if (isServiceError(error) && error.status === 404) return undefined;
		throw error;
	}
}
