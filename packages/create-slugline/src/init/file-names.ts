import { isPortableName } from 'astro-slugline/command';

/**
 * The file name of a blok's component; undefined if no file can have that name.
 *
 * @example fileOfBlok('teaser_grid') // 'TeaserGrid.astro'
 */
export function fileOfBlok(name: string): string | undefined {
	if (!/^[\p{L}\p{N}][\p{L}\p{N}_\s-]*$/u.test(name)) return undefined;
	const words = name.split(/[-_\s]+/).filter((word) => word !== '');
	const file = `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')}.astro`;
	return isPortableName(file) ? file : undefined;
}
