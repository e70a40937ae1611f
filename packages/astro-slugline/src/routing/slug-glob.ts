import { cleanPath } from './site-path.js';

const special: Record<string, string> = {
	'/**/': '/(?:.*/)?',
	'**/': '(?:.*/)?',
	'/**': '(?:/.*)?',
	'**': '.*',
	'*': '[^/]*',
};

function source(glob: string): string {
	return glob.replace(
		/\/\*\*\/|\*\*\/|\/\*\*|\*\*|\*|[\\^$.|?+()[\]{}]/g,
		(found) => special[found] ?? `\\${found}`,
	);
}

/**
 * Creates a test for full slugs. `*` matches any characters within one segment, and `**` any number of
 * segments. `blog/**` also matches `blog`, the folder's start page.
 *
 * @example slugMatcher(['blog/**'])('blog/hello') // true
 */
export function slugMatcher(globs: readonly string[]): (slug: string) => boolean {
	const tests = globs.map((glob) => new RegExp(`^${source(cleanPath(glob))}$`, 'u'));
	return (slug) => tests.some((test) => test.test(slug));
}
