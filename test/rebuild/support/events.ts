import type { RebuildEvent } from 'astro-slugline/rebuild';

/** What a target gets after one story was published. */
export const eventOf = (more: Partial<RebuildEvent> = {}): RebuildEvent => ({
	triggers: ['story.published'],
	stories: [{ id: 7, slug: 'blog/story-7' }],
	datasources: [],
	assets: [],
	more: false,
	calls: 1,
	spaceVersion: null,
	attempt: 1,
	...more,
});
