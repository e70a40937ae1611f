import type { RouteData } from 'astro';
import { once } from '../../../shared/once.js';
import { idOfPath, type PageId } from '../decide/page-ids.js';
import type { Paths } from '../decide/paths.js';

/**
 * Tells Astro which files a build has written when a page's turn comes: a rewrite only finds pages that are there.
 *
 * @returns a function to call before a page is rendered
 */
export function registerWritten({ inOrder, fileOf }: Paths): (id: PageId) => void {
	let next: PageId = '';
	// Few sites rewrite, and then Astro asks.
	const written = once(() => {
		const turns = new Map<PageId, number>();
		const files = new Map<RouteData, { turn: number; file: URL }[]>();
		for (const [turn, path] of inOrder.entries()) {
			turns.set(idOfPath(path), turn);
			const file = fileOf(path);
			const others = files.get(path.route) ?? [];
			if (file) others.push({ turn, file });
			files.set(path.route, others);
		}
		return { turns, files };
	});
	const before = (route: RouteData): URL[] => {
		const { turns, files } = written();
		const turn = turns.get(next) ?? inOrder.length;
		return (files.get(route) ?? []).flatMap((one) => (one.turn < turn ? one.file : []));
	};
	for (const route of new Set(inOrder.map(({ route }) => route)))
		Object.defineProperty(route, 'distURL', { get: () => before(route), configurable: true });
	return (id) => {
		next = id;
	};
}
