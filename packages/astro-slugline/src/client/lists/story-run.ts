import { type Story, storyListSchema } from '../../wire/index.js';
import type { Turn } from '../http/exchange.js';
import type { Run } from './pages.js';
import { askPage, type Bound, checkCount, endlessList, runCv } from './source.js';
import { type StoryPage, type StoryQuery, storyParameters } from './story-query.js';

/** Where stories are requested, and what responses have shown of the API. */
export interface StoryList {
	source: Bound;
	/** `/v2/cdn/stories/`, or the path of the list at the management host. */
	path: string;
	/** Becomes false once a response shows that the API ignores `by_uuids`. */
	appliesUuids: boolean;
}

/** Pages of more than 25 have lower rate limits, so 25 gives the most stories per second. */
const defaultPerPage = 25;
const maxPerPage = 100;
/** Bytes of a list of stories, which is used page by page, at most. */
const maxListBytes = 16 * 1024 ** 3;

/** The number of stories that a query wants per page. */
export const sizeOf = ({ perPage = defaultPerPage }: StoryQuery) =>
	checkCount(perPage, 'perPage', maxPerPage);

/** One run over the stories of a query. Runs that share `cv` read one snapshot. */
export function runOf(
	{ source, path }: StoryList,
	query: StoryQuery,
	{ cv = runCv(query.cv), ...own }: Pick<Run<Story, StoryPage>, 'keep' | 'hold' | 'turn'> & { cv?: StoryCv },
): Run<Story, StoryPage> {
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
		perPage,
		expected: query.expected,
		width: source.concurrency,
		maxBytes: maxListBytes,
		...own,
		signal: query.signal,
		endless: endlessList(source, path),
	};
}

/** The cache version that the runs of one query request. */
export type StoryCv = ReturnType<typeof runCv>;
