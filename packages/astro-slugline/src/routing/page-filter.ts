import { slugMatcher } from './slug-glob.js';
import type { RoutePages, StoryRouteFields } from './types.js';

/** Whether a story is a page by the user's choice: `unknown` where content types are asked for and its own is not at hand. */
export type PageFilter = (slug: string, story: StoryRouteFields | undefined) => boolean | 'unknown';

export function pageFilter({ include, exclude, contentTypes }: RoutePages = {}): PageFilter {
	const included = include ? slugMatcher(include) : () => true;
	const excluded = exclude ? slugMatcher(exclude) : () => false;
	return (slug, story) => {
		if (!included(slug) || excluded(slug)) return false;
		if (!contentTypes) return true;
		return story?.content ? contentTypes.includes(story.content.component) : 'unknown';
	};
}
