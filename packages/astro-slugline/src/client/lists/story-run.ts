import { type Story, storyListSchema } from '../../wire/index.js';
import type { Run } from './pages.js';
import { runOf, type SharedCv } from './run.js';
import type { Bound } from './source.js';
import { type StoryPage, type StoryQuery, storyParameters } from './story-query.js';

/** Where stories are requested, and what responses have shown of the API. */
export interface StoryList {
	source: Bound;
	/** `/v2/cdn/stories/`, or the path of the list at the management host. */
	path: string;
	/** Becomes false once a response shows that the API ignores `by_uuids`. */
	appliesUuids: boolean;
}

const storyKind = {
	shape: storyListSchema,
	keyOf: (story: Story) => story.uuid,
	// Pages of more than 25 have lower rate limits, so 25 gives the most stories per second.
	perPage: 25,
	maxPerPage: 100,
	// A list of stories is used page by page.
	maxBytes: 16 * 1024 ** 3,
};

export const storyRun = (
	{ source, path }: StoryList,
	query: StoryQuery,
	own?: Pick<Run<Story, StoryPage>, 'keep' | 'hold' | 'turn'> & { cv?: SharedCv },
): Run<Story, StoryPage> =>
	runOf(
		source,
		{
			...storyKind,
			path,
			parametersOf: (asked: StoryQuery) => storyParameters(asked, source),
			read: ({ stories, cv, rels, links, rel_uuids, link_uuids }) => ({
				items: stories,
				cv,
				rels,
				links,
				relUuids: rel_uuids ?? [],
				linkUuids: link_uuids ?? [],
			}),
		},
		query,
		own,
	);
