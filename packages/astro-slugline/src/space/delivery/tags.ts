import type { Answer, DeliveryRequest } from './answer.js';
import { editionOf } from './catalog.js';
import { selectStories } from './select-stories.js';

/** `GET /v2/cdn/tags`: the tags of the selected stories, by name. With `all_tags`, also how many stories have each. */
export function listTags({ parameters, version, catalog }: DeliveryRequest): Answer {
	const counts = new Map<string, number>();
	const reading = { version, language: undefined, fallback: undefined };
	for (const story of selectStories(parameters, reading, catalog)) {
		for (const tag of editionOf(story, { version })?.tags ?? []) counts.set(tag, (counts.get(tag) ?? 0) + 1);
	}
	const withStories = parameters.flag('all_tags') ?? false;
	const tags = [...counts]
		.sort(([a], [b]) => (a < b ? -1 : 1))
		.map(([name, count]) => ({
			name,
			taggings_count: count,
			...(withStories ? { tag_on_stories: count } : {}),
		}));
	return { body: { tags } };
}
