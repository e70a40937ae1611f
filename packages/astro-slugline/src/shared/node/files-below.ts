import { existsSync, readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { statOf } from 'astro-keep/shared/node/stat-of';

/**
 * Paths of all files below a folder, with `/`, in order. `readdirSync()` follows links to folders, also out of the folder, and in
 * circles.
 *
 * @param followsLinks lists what is behind links to folders, except to those around them, as Vite copies a public folder; else the links
 */
export function filesBelow(root: string, followsLinks: boolean): string[] {
	const visit = (below: string, around: readonly string[]): string[] =>
		readdirSync(path.join(root, below), { withFileTypes: true }).flatMap((entry) => {
			const file = below + entry.name;
			const isFolder =
				followsLinks && entry.isSymbolicLink()
					? statOf(path.join(root, file))?.isDirectory()
					: entry.isDirectory();
			if (!isFolder) return [file];
			const real = realpathSync(path.join(root, file));
			return around.includes(real) ? [] : visit(`${file}/`, [...around, real]);
		});
	return existsSync(root) ? visit('', [realpathSync(root)]).sort() : [];
}
