/** A value of content that has fields. */
type Fields = Readonly<Record<string, unknown>>;

const linkNames = new Set(['link', 'anchor', 'target', 'title', 'rel']);
const assetNames = new Set(['asset', 'alt', 'title', 'name', 'focus', 'source', 'copyright']);

const hasOnly = (value: Fields, names: ReadonlySet<string>): boolean =>
	Object.keys(value).every((name) => names.has(name));

/**
 * A link or an asset as people write it, in the form that the service has; anything else as it is.
 *
 * @example
 * fromShortForm({ link: 'blog/hello' }) // a link to the story with that full slug
 * fromShortForm({ link: 'https://example.com', target: '_blank' })
 * fromShortForm({ asset: '/images/boat.jpg', alt: 'A boat' })
 */
export function fromShortForm(value: Fields): Fields {
	const { link, asset, ...rest } = value;
	if (typeof link === 'string' && hasOnly(value, linkNames))
		return { fieldtype: 'multilink', ...linkTo(link), ...rest };
	if (typeof asset === 'string' && hasOnly(value, assetNames))
		return { fieldtype: 'asset', filename: asset, ...rest };
	return value;
}

function linkTo(target: string): Fields {
	if (/^mailto:/i.test(target)) return { linktype: 'email', email: target.slice('mailto:'.length) };
	// An address, an anchor on the page, or a file of the site; else the full slug of a story.
	const isAddress = /^(?:[a-z][a-z\d+.-]*:|\/\/|#)/i.test(target) || /\.[a-z\d]{2,5}$/i.test(target);
	return isAddress ? { linktype: 'url', url: target } : { linktype: 'story', cached_url: target };
}
