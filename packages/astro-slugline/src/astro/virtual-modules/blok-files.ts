import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { AstroError } from 'astro/errors';
import { foldName } from '../page/data/index.js';

const extensions = ['.astro', '.tsx', '.jsx', '.vue', '.svelte'];

/** True for a file that is a component of a blok. Names that begin with `_` are for other files. */
export const isBlokFile = (path: string): boolean =>
	extensions.includes(extname(path)) && !path.split(sep).some((part) => part.startsWith('_'));

/**
 * The components in a folder and below it, by their folded name: `Hero.astro` is `hero`, and so is `hero/index.astro`.
 *
 * @returns paths of files, sorted by name; none if there is no folder
 * @throws {AstroError} if two files have one name
 */
export async function blokFiles(folder: string, root: string): Promise<Map<string, string>> {
	const files = new Map<string, string>();
	if (!existsSync(folder)) return files;
	const found = (await readdir(folder, { recursive: true })).filter(isBlokFile).sort();
	for (const file of found) {
		const path = join(folder, file);
		const name = nameOf(file);
		const other = files.get(name);
		if (other !== undefined) throw twoOfOneName(relative(root, other), relative(root, path));
		files.set(name, path);
	}
	return files;
}

function nameOf(file: string): string {
	const parts = file.slice(0, -extname(file).length).split(sep);
	const last = parts.at(-1) === 'index' && parts.length > 1 ? parts.at(-2) : parts.at(-1);
	return foldName(last ?? '');
}

export const twoOfOneName = (one: string, other: string): AstroError =>
	new AstroError(
		`Two files are the component of one blok: ${one} and ${other}.`,
		'Rename one of them. A file that is no blok can begin with `_`.',
	);
