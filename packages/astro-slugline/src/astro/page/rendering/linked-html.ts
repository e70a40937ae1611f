import { escapeHtml } from '../../../shared/text/escape-html.js';
import { plainText } from '../../../shared/text/safe-address.js';
import { assetHref } from '../assets/index.js';
import { href, type LinkOptions, nameOf } from '../paths/index.js';

/** The start tags that have addresses, and their attributes. */
const tags = /<(?:a|audio|img|source|video)\s(?:[^"'>]|"[^"]*"|'[^']*')*>/gi;
const attributes = /\s([^\s"'>/=]+)\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+)/g;

/** HTML made from Markdown, whose links follow the rules of `href()`. Files of the site get its `base`. */
export const linkedHtml = (html: string, links: LinkOptions): string =>
	html.replace(tags, (tag) =>
		tag.replace(attributes, (same: string, name: string, written: string) => {
			const address = plainText(written.replace(/^(["'])(.*)\1$/s, '$2'));
			const found = addressIn(tag, name.toLowerCase(), address, links);
			return found === address ? same : ` ${name}="${escapeHtml(found)}"`;
		}),
	);

/** The address to write for an attribute of a tag; the same text for other attributes, and for addresses outside of the site. */
function addressIn(tag: string, name: string, given: string, links: LinkOptions): string {
	const isInSite = !/^(?:[#?]|\/\/|[a-z][a-z\d+.-]*:)/i.test(given);
	if (name === 'href' && /^<a\s/i.test(tag)) return isInSite ? (href(given, links) ?? '') : given;
	const isFile = (name === 'src' || name === 'poster') && given.startsWith('/');
	return isFile && isInSite ? (assetHref(given, nameOf(links.from)) ?? given) : given;
}
