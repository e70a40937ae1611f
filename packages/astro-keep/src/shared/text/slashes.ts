/** @internal */
/**
 * A path without the slashes at its end. A pattern such as `/\/+$/` takes quadratic time for slashes in its middle.
 *
 * @example trimEndSlashes('/blog/hello/') // '/blog/hello'
 */
export function trimEndSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/** A slug or path without the slashes at its ends. @example trimSlashes('/blog/hello/') // 'blog/hello' */
export const trimSlashes = (slug: string): string => trimEndSlashes(slug).replace(/^\/+/, '');

/**
 * True if a full slug in the default language starts with `startsWith`. A folder's start page belongs to the
 * folder.
 */
export function isIn(slug: string, startsWith: string): boolean {
	const start = startsWith.replace(/^\/+/, '');
	return slug.startsWith(start) || `${slug}/` === start;
}

/** What all texts start with. @example commonStart(['blog/hello', 'blog/house']) // 'blog/h' */
export function commonStart([first = '', ...others]: readonly string[]): string {
	let start = first;
	for (const other of others) while (!other.startsWith(start)) start = start.slice(0, -1);
	return start;
}

/** A path as it is read; unchanged if it is not valid percent-encoding. */
export function decodedPath(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		// A stray `%`.
		return path;
	}
}

/** An address without its fragment. */
export const withoutFragment = (address: string): string => address.replace(/#.*/s, '');

/** A path without what `trailingSlash` and `build.format` add to it. */
export const plainPath = (path: string): string =>
	trimEndSlashes(path.replace(/(?:\/index)?\.html$/, '')) || '/';
