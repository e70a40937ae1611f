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
 * A test of full slugs: `*` is any run of characters in one segment, `**` any number of segments.
 * `blog/**` holds `blog` too, so a folder goes with its start page.
 *
 * @example slugMatcher(['blog/**'])('blog/hello') // true
 */
export function slugMatcher(globs: readonly string[]): (slug: string) => boolean {
	const tests = globs.map((glob) => new RegExp(`^${source(cleanPath(glob))}$`, 'u'));
	return (slug) => tests.some((test) => test.test(slug));
}
