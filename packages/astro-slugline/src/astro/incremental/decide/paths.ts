import { trimEndSlashes } from '../../../shared/text/slashes.js';
import type { Path } from './astro-app.js';
import { type OutputShape, outputFile } from './output-files.js';

/** The paths of a build's pages, and the files that they are written to. */
export interface Paths {
	/** In the order in which Astro renders them. A second page at the same path is not rendered. */
	inOrder: readonly Path[];
	/** The file that Astro writes a page to; undefined if it would be outside of the output. */
	fileOf(path: Path): URL | undefined;
	/**
	 * True if a page shares neither its path nor its file with another one. Of several pages at one path, Astro renders the first, and
	 * warns or fails because of the others, so it must see all of them.
	 */
	isOwn(path: Path): boolean;
}

/** @param isReported true if Astro warns or fails because of pages at the same path */
export function pathsOf(paths: readonly Path[], shape: OutputShape, isReported: boolean): Paths {
	const byName = new Map<string, Path[]>();
	const files = new Map<Path, URL>();
	const counts = new Map<string, number>();
	for (const path of paths) {
		const name = pathName(path);
		const others = byName.get(name);
		if (others) others.push(path);
		else byName.set(name, [path]);
		const file = outputFile(path.pathname, path.route, shape);
		if (!file) continue;
		files.set(path, file);
		if (!others) counts.set(file.href, (counts.get(file.href) ?? 0) + 1);
	}
	const first = [...byName.values()].flatMap(([path]) => path ?? []);
	const isFallback = ({ route }: Path) => route.type === 'fallback';
	return {
		inOrder: [...first.filter((path) => !isFallback(path)), ...first.filter(isFallback)],
		fileOf: (path) => files.get(path),
		isOwn(path) {
			const [first, ...others] = byName.get(pathName(path)) ?? [];
			// A page that falls back to another language shares the path with the translation if there is one.
			if (first !== path || (isReported && others.some((other) => !isFallback(other)))) return false;
			const file = files.get(path);
			return file !== undefined && counts.get(file.href) === 1;
		},
	};
}

/** A page's path without trailing slashes, as Astro compares the paths of pages. */
export const pathName = ({ pathname }: Path): string => trimEndSlashes(pathname);
