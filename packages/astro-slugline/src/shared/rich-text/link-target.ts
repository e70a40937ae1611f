import { trimSlashes } from 'astro-keep/shared/text/slashes';
/** The target of a link: a story, an email address, or any other address. */
export type LinkTarget =
	| { readonly linktype: 'story'; readonly slug: string; readonly anchor?: string }
	| { readonly linktype: 'email'; readonly email: string }
	| { readonly linktype: 'url'; readonly url: string };

/**
 * Parses a link as people write it. A full slug refers to a story, which must exist. A path with a leading
 * slash is an address of the site, or a story if one has that slug.
 *
 * @param isStory true if a story has a full slug
 * @example linkTargetOf('blog/hello#times', isStory) // { linktype: 'story', slug: 'blog/hello', anchor:
 * 'times' }
 */
export function linkTargetOf(written: string, isStory: (slug: string) => boolean): LinkTarget {
	if (/^mailto:/i.test(written)) return { linktype: 'email', email: written.slice('mailto:'.length) };
	if (written === '' || /^(?:[a-z][a-z\d+.-]*:|\/\/|#)|\?/i.test(written))
		return { linktype: 'url', url: written };
	const [, path = '', anchor] = /^([^#]*)(?:#(.*))?$/s.exec(written) ?? [];
	const slug = trimSlashes(path) || 'home';
	const isFile = /\.[a-z\d]{2,5}$/i.test(path);
	if (!isStory(slug) && (isFile || path.startsWith('/'))) return { linktype: 'url', url: written };
	return { linktype: 'story', slug, ...(anchor !== undefined && { anchor }) };
}
