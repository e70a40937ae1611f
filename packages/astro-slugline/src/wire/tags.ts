import { trimSlashes } from 'astro-keep/shared/text/slashes';
import type { Story } from './story.js';

/**
 * Encodes a name for a cache tag. Tags are sent in one comma-separated header.
 *
 * @example
 * tagText('blog/hello, world'); // 'blog/hello%2C%20world'
 */
export const tagText = (name: string) => encodeURI(trimSlashes(name)).replaceAll(',', '%2C');

/**
 * The tags that purge a story: by its id, and by its full slug.
 *
 * @example
 * storyTags(7, 'blog/hello'); // ['story:7', 'story:blog/hello']
 */
export const storyTags = (id: number | null, slug: string | null): string[] => [
	...(id === null ? [] : [`story:${id}`]),
	...(slug === null ? [] : [`story:${tagText(slug)}`]),
];

/** The fields of a story that its tags depend on. */
export type TaggedStory = Pick<Story, 'id' | 'full_slug'> & Partial<Pick<Story, 'default_full_slug'>>;

/**
 * The cache tags of a page that shows a story: `story:<id>`, `story:<full slug in the default language>`, and
 * `space`. They are spelled as by `tagsOf()` of `astro-slugline/rebuild`.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfStory(story) })
 */
export const tagsOfStory = ({ id, full_slug, default_full_slug }: TaggedStory): string[] => [
	...storyTags(id, default_full_slug || full_slug),
	'space',
];
