import type { PageStory } from './page-story.js';
import { cleanPath, encodePath } from './site-path.js';
import type { RouteTableInput } from './types.js';

/** A page's path on the site, and its address with base and trailing slash. */
export interface Address {
	path: string;
	href: string;
}

/** The addresses of a story, in the order of its paths. */
export type Addresses = (story: PageStory) => readonly (Address | undefined)[];

/** Creates a lookup of a story's addresses under the site's options. Addresses are computed on first use. */
export function addresses({
	base = '/',
	trailingSlash = 'ignore',
	format = 'directory',
}: Pick<RouteTableInput, 'base' | 'trailingSlash' | 'format'>): Addresses {
	const root = cleanPath(base);
	const front = root === '' ? '' : encodePath(root);
	const slash =
		trailingSlash === 'always' || (trailingSlash === 'ignore' && format === 'directory') ? '/' : '';
	const addressesByStory = new Map<PageStory, readonly (Address | undefined)[]>();
	const address = (path: string): Address => ({
		path: `/${path}`,
		href: path === '' ? `${front}${slash}` || '/' : `${front}${encodePath(path)}${slash}`,
	});
	return (story) => {
		const cached = addressesByStory.get(story);
		if (cached) return cached;
		const own = story.paths.map((path) => (path === undefined ? undefined : address(path)));
		addressesByStory.set(story, own);
		return own;
	};
}
