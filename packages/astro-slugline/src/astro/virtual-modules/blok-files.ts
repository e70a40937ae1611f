import { existsSync, statSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { slashed } from 'astro-keep/shared/module-path';
import { foldName } from 'astro-keep/shared/text/named';
import { filesBelow } from '../../shared/node/files-below.js';
import { ConfigError } from '../page/data/index.js';

const extensions = ['.astro', '.tsx', '.jsx', '.vue', '.svelte'];

/** True for a file that is the component of a blok. Files and folders whose names begin with `_` are not. */
export const isBlokFile = (path: string): boolean =>
	extensions.includes(extname(path)) &&
	!slashed(path)
		.split('/')
		.some((part) => part.startsWith('_'));

/**
 * The components in a folder and its subfolders by folded name: both `Hero.astro` and `hero/index.astro` are `hero`.
 *
 * @returns sorted paths of files, more than one if names clash; empty if the folder does not exist
 */
export function blokFiles(folder: string): Map<string, string[]> {
	const files = filesBelow(folder, true).filter(isBlokFile);
	return Map.groupBy(
		files.map((file) => join(folder, file)),
		(path) => nameOfBlok(relative(folder, path)),
	);
}

/** The folded name of the blok that a file in the folder of bloks is the component of. */
export function nameOfBlok(file: string): string {
	const parts = slashed(file).slice(0, -extname(file).length).split('/');
	const last = parts.at(-1) === 'index' && parts.length > 1 ? parts.at(-2) : parts.at(-1);
	return foldName(last ?? '');
}

/**
 * The components of a map by the folded names of their content types. A path is relative to the site or to its `src`, with or
 * without the extension.
 *
 * @throws {ConfigError} if a file does not exist
 */
export function mappedFiles(map: Readonly<Record<string, string>>, root: string): Map<string, string[]> {
	return new Map(
		Object.entries(map).map(([type, path]) => {
			const places = [join(root, path), join(root, 'src', path)];
			const found = places
				.flatMap((place) => ['', ...extensions].map((extension) => place + extension))
				.find((file) => existsSync(file) && statSync(file).isFile());
			if (found !== undefined) return [foldName(type), [found]];
			throw new ConfigError(
				`The component ${path} does not exist. The option \`bloks\` of slugline() names it for \`${type}\`.`,
				"The path is relative to the site's folder or its `src`, such as `./src/bloks/Hero.astro`.",
			);
		}),
	);
}
