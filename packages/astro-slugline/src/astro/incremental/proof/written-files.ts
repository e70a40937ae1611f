import { once } from '../../../shared/once.js';
import type { PlacedPath } from '../decide/output-files.js';
import { idOfPath, type PageId } from '../decide/page-ids.js';

/**
 * Tells Astro which files a build has written when a page's turn comes: a rewrite only finds pages that are there.
 *
 * @param pages in the order in which the build renders them
 * @returns a function to call before a page is rendered
 */
export function registerWritten(pages: readonly PlacedPath[]): (id: PageId) => void {
	let next: PageId = '';
	// Few sites rewrite, and then Astro asks.
	const written = once(() => ({
		turns: new Map(pages.map(({ path }, turn) => [idOfPath(path), turn])),
		ofRoute: Map.groupBy(
			pages.map(({ path, file }, turn) => ({ route: path.route, file, turn })),
			({ route }) => route,
		),
	}));
	for (const route of new Set(pages.map(({ path }) => path.route))) {
		const get = (): URL[] => {
			const { turns, ofRoute } = written();
			const now = turns.get(next) ?? pages.length;
			return (ofRoute.get(route) ?? []).flatMap(({ turn, file }) => (turn < now && file ? file : []));
		};
		Object.defineProperty(route, 'distURL', { get, configurable: true });
	}
	return (id) => {
		next = id;
	};
}
