import { leavesFolder } from './site-path.js';

/** Astro's `build.format`. */
export type Format = 'directory' | 'file' | 'preserve';

/** A rule that every path of a page must satisfy. */
export interface PathRule {
	breaks(path: string): boolean;
	/** What is wrong with the paths that break the rule, without a period. */
	message: string;
}

/** Paths whose files Astro uses itself, or confuses with such a file. */
const notAsFolder = /(?:^|\/)index\.html(?:\/|$)|^(?:404|500)\.html(?:\/|$)/;
const notAsFile = /(?:^|\/)index$|\.html(?:\/|$)/;

/** Astro resolves a page's path as a URL, so a path like this would resolve to an address outside the site. */
const beginsWithScheme = /^[a-z][a-z0-9+.-]*:/i;

/** Files that hosts read as rules at the top of a site, and that web servers read in any folder. */
const serverFiles =
	/^_(?:headers|redirects|routes\.json|worker\.js)$|(?:^|\/)(?:\.ht[^/]*|web\.config|\.user\.ini)$/i;

/** The longest name that file systems allow, and the longest path that leaves room for the site's own folder. */
const maxNameBytes = 255;
const maxPathBytes = 2000;

const encoder = new TextEncoder();
const bytesOf = (text: string): number => encoder.encode(text).byteLength;

/**
 * The rules for paths, which are decoded and have no slash at either end. Only the first rule that a path
 * breaks is reported.
 *
 * @param files files of the output that are not pages, such as `slugline.json`
 */
export function pathRules({ format, files }: { format: Format; files: readonly string[] }): PathRule[] {
	const isFolder = format === 'directory';
	const taken = new Set(files.map((file) => file.toLowerCase()));
	const ending = isFolder ? '' : '.html';
	const refused = isFolder ? notAsFolder : notAsFile;
	/** The folders that a page creates. */
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
			message: "The path of a page must not contain '..'",
		},
		{
			breaks: (path) => beginsWithScheme.test(path),
			message: "The path of a page must not begin with a URL scheme, such as 'file:'",
		},
		{
			breaks: (path) =>
				// A code unit encodes to at most three bytes.
				path.length * 3 > maxNameBytes - ending.length &&
				(bytesOf(path) > maxPathBytes ||
					path.split('/').some((name, at, names) => {
						const last = at === names.length - 1;
						return bytesOf(name) + (last ? ending.length : 0) > maxNameBytes;
					})),
			message: `Astro cannot build a page with this name, because file systems allow ${maxNameBytes} bytes between slashes and ${maxPathBytes} in the whole path`,
		},
		{
			breaks: (path) =>
				foldersOf(path).some((folder) => taken.has(folder.toLowerCase()) || serverFiles.test(folder)),
			message: 'A page must not have the name of a file that the site or its server needs',
		},
		{
			breaks: (path) => refused.test(path),
			message: `Astro cannot build a page with this name under build.format '${format}', because it uses the name for its own files`,
		},
	];
}
