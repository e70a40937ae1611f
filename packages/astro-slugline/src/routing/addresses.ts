import type { PageStory } from './page-story.js';
import { cleanPath, encodePath } from './site-path.js';
import type { RouteTableInput } from './types.js';

/** A page's path on the site and its address, base and trailing slash included. */
export interface Address {
	path: string;
	href: string;
}

/** The addresses of a story, in the order of its paths. */
export type Addresses = (story: PageStory) => readonly (Address | undefined)[];

/** Addresses as the site's options want them, made when a story is first asked for. */
export function addresses({
	base = '/',
	trailingSlash = 'ignore',
	format = 'directory',
}: Pick<RouteTableInput, 'base' | 'trailingSlash' | 'format'>): Addresses {
	const root = cleanPath(base);
	const front = root === '' ? '' : encodePath(root);
	const slash =
		trailingSlash === 'always' || (trailingSlash === 'ignore' && format === 'directory') ? '/' : '';
	const made = new Map<PageStory, readonly (Address | undefined)[]>();
	const address = (path: string): Address => ({
		path: `/${path}`,
		href: path === '' ? `${front}${slash}` || '/' : `${front}${encodePath(path)}${slash}`,
	});
	return (story) => {
		const known = made.get(story);
		if (known) return known;
		const own = story.paths.map((path) => (path === undefined ? undefined : address(path)));
		made.set(story, own);
		return own;
	};
}
