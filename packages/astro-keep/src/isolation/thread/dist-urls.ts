import type { RouteData } from 'astro';
import type { PlacedPath } from '../../decide/output-files.js';
import { idOfPath, type PageId } from '../../decide/page-ids.js';
import { once } from '../../shared/once.js';

/**
 * Tells Astro which files a build has written when a page's turn comes: a rewrite only finds pages that are there.
 *
 * @param pages in the order in which the build renders them
 * @returns a function to call before a page is rendered
 */
export function registerWritten(pages: readonly PlacedPath[]): (id: PageId) => void {
	let next: PageId = '';
	// Few sites rewrite, and then Astro asks.
	const ids = once(() => pages.map(({ path }) => idOfPath(path)));
	const before = (route: RouteData): URL[] => {
		const turn = ids().indexOf(next);
		const written = turn < 0 ? pages : pages.slice(0, turn);
		return written.flatMap(({ path, file }) => (path.route === route && file ? file : []));
	};
	for (const route of new Set(pages.map(({ path }) => path.route)))
		Object.defineProperty(route, 'distURL', { get: () => before(route), configurable: true });
	return (id) => {
		next = id;
	};
}
