import { existsSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import { AstroError } from 'astro/errors';
import { foldName } from '../page/data/index.js';

const extensions = ['.astro', '.tsx', '.jsx', '.vue', '.svelte'];

/** True for a file that is a component of a blok. Names that begin with `_` are for other files. */
export const isBlokFile = (path: string): boolean =>
	extensions.includes(extname(path)) && !path.split(sep).some((part) => part.startsWith('_'));

/**
 * The components in a folder and below it, by their folded name: `Hero.astro` is `hero`, and so is `hero/index.astro`.
 *
 * @returns paths of files, sorted; several of one name where they clash; none if there is no folder
 */
export async function blokFiles(folder: string): Promise<Map<string, string[]>> {
	const files = new Map<string, string[]>();
	if (!existsSync(folder)) return files;
	const found = (await readdir(folder, { recursive: true })).filter(isBlokFile).sort();
	for (const file of found) files.set(nameOf(file), [...(files.get(nameOf(file)) ?? []), join(folder, file)]);
	return files;
}

function nameOf(file: string): string {
	const parts = file.slice(0, -extname(file).length).split(sep);
	const last = parts.at(-1) === 'index' && parts.length > 1 ? parts.at(-2) : parts.at(-1);
	return foldName(last ?? '');
}

/**
 * The components of a map, by the folded names of their content types. A path is of the site or of its `src`, with or
 * without the extension of its file.
 *
 * @throws {AstroError} if a file is not there
 */
export function mappedFiles(map: Readonly<Record<string, string>>, root: string): Map<string, string[]> {
	return new Map(
		Object.entries(map).map(([type, path]) => {
			const places = [join(root, path), join(root, 'src', path)];
			const found = places
				.flatMap((place) => ['', ...extensions].map((extension) => place + extension))
				.find((file) => existsSync(file) && statSync(file).isFile());
			if (found !== undefined) return [foldName(type), [found]];
			throw new AstroError(
				`There is no component ${path}, which \`bloks\` in the options of slugline() names for \`${type}\`.`,
				"The path is relative to the site's folder or its `src`, such as `./src/bloks/Hero.astro`.",
			);
		}),
	);
}
