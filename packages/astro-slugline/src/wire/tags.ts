import type { Story } from './story.js';

/** A name as it stands in a cache tag. Tags travel in one comma-separated header. */
export const tagText = (name: string) => encodeURI(name.replace(/^\/+|\/+$/g, '')).replaceAll(',', '%2C');

/** The tags by which a story is purged: of its id, and of its full slug. */
export const storyTags = (id: number | null, slug: string | null): string[] => [
	...(id === null ? [] : [`story:${id}`]),
	...(slug === null ? [] : [`story:${tagText(slug)}`]),
];

/** What is read of a story for its tags. */
export type TaggedStory = Pick<Story, 'id' | 'full_slug'> & Partial<Pick<Story, 'default_full_slug'>>;

/**
 * The cache tags of a page that shows a story: `story:<id>`, `story:<full slug in the default language>` and `space`, in the
 * spelling that `tagsOf()` of `astro-slugline/rebuild` uses.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfStory(story) })
 */
export const tagsOfStory = ({ id, full_slug, default_full_slug }: TaggedStory): string[] => [
	...storyTags(id, default_full_slug || full_slug),
	'space',
];
