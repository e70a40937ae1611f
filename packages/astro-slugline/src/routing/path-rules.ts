import { leavesFolder } from './site-path.js';

/** Astro's `build.format`. */
export type Format = 'directory' | 'file' | 'preserve';

/** What no path of a page may be. */
export interface PathRule {
	breaks(path: string): boolean;
	/** What is wrong with the paths that break it, without a period. */
	message: string;
}

/** Names that Astro writes over its own files with, or reads as the name of such a file. */
const notAsFolder = /(?:^|\/)index\.html(?:\/|$)|^(?:404|500)\.html(?:\/|$)/;
const notAsFile = /(?:^|\/)index$|\.html(?:\/|$)/;

/** Astro resolves the path of a page as a URL, so this would be an address of its own, outside of the site. */
const beginsWithScheme = /^[a-z][a-z0-9+.-]*:/i;

/** Files at the top of a site that hosts read as rules, and files of any folder that web servers do. */
const serverFiles =
	/^_(?:headers|redirects|routes\.json|worker\.js)$|(?:^|\/)(?:\.ht[^/]*|web\.config|\.user\.ini)$/i;

/** Bytes of a name that file systems allow, and bytes of a path that leave room for the folder of the site. */
const maxNameBytes = 255;
const maxPathBytes = 2000;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).byteLength;

/**
 * The rules for paths, decoded and without a slash at either end. The first rule that a path breaks is the one to name.
 *
 * @param files of the output that are not pages, such as `slugline.json`
 */
export function pathRules({ format, files }: { format: Format; files: readonly string[] }): PathRule[] {
	const isFolder = format === 'directory';
	const taken = new Set(files.map((file) => file.toLowerCase()));
	const ending = isFolder ? '' : '.html';
	const refused = isFolder ? notAsFolder : notAsFile;
	/** The folders that a page needs. */
	const foldersOf = (path: string): string[] => {
		const folders = isFolder ? [path] : [];
		for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
			folders.push(path.slice(0, end));
		}
		return folders;
	};
	return [
		{
			breaks: (path) => path.includes('..') && leavesFolder(path),
			message: "The path of a page may not have '..' in it",
		},
		{
			breaks: (path) => beginsWithScheme.test(path),
			message: "The path of a page may not begin like an address with a scheme, such as 'file:'",
		},
		{
			breaks: (path) =>
				// No character has more than three bytes for each of its code units.
				path.length * 3 > maxNameBytes - ending.length &&
				(bytesOf(path) > maxPathBytes ||
					path.split('/').some((name, at, names) => {
						const last = at === names.length - 1;
						return bytesOf(name) + (last ? ending.length : 0) > maxNameBytes;
					})),
			message: `Astro cannot build a page of this name, because file systems allow ${maxNameBytes} bytes between two slashes, and a path may have ${maxPathBytes}`,
		},
		{
			breaks: (path) =>
				foldersOf(path).some((folder) => taken.has(folder.toLowerCase()) || serverFiles.test(folder)),
			message: 'A page may not have the name of a file that the site or its server needs',
		},
		{
			breaks: (path) => refused.test(path),
			message: `Astro cannot build a page of this name with build.format '${format}', because its own files are called so`,
		},
	];
}
