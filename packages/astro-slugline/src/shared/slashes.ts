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
