import { attributeTo } from 'astro-keep/tracking';
import { Tokenizer, TokenizerMode } from 'parse5';
import { escapeHtml } from '../../../shared/text/escape-html.js';
import { replaceRanges } from '../../../shared/text/replace-ranges.js';
import { assetHref, shortened, writtenFromRoot } from '../assets/index.js';
import { notice } from '../data/index.js';
import { href, type LinkOptions, nameOf } from '../paths/index.js';

/** How elements are read whose content is no HTML. A parser would tell the tokenizer. */
const textModes: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
	...{ script: TokenizerMode.SCRIPT_DATA, plaintext: TokenizerMode.PLAINTEXT },
	...{ textarea: TokenizerMode.RCDATA, title: TokenizerMode.RCDATA },
	...{ style: TokenizerMode.RAWTEXT, iframe: TokenizerMode.RAWTEXT, xmp: TokenizerMode.RAWTEXT },
	...{ noembed: TokenizerMode.RAWTEXT, noframes: TokenizerMode.RAWTEXT },
};

/** HTML made from Markdown, whose links follow the rules of `href()`. Files of the site get its `base`. */
export function linkedHtml(html: string, links: LinkOptions): string {
	const replaced: Parameters<typeof replaceRanges>[1][number][] = [];
	const nothing = () => {};
	const tokenizer = new Tokenizer(
		{ sourceCodeLocationInfo: true },
		{
			onStartTag({ tagName, attrs, location }) {
				tokenizer.state = textModes[tagName] ?? tokenizer.state;
				for (const { name, value } of attrs) {
					const at = location?.attrs?.[name];
					const found = addressIn(tagName, name, value, links);
					if (!at || found === value) continue;
					const { startOffset: start, endOffset: end } = at;
					const written = html.slice(start, start + name.length);
					replaced.push({ start, end, text: `${written}="${escapeHtml(found)}"` });
				}
			},
			...{ onEndTag: nothing, onComment: nothing, onDoctype: nothing, onEof: nothing },
			...{ onCharacter: nothing, onNullCharacter: nothing, onWhitespaceCharacter: nothing },
		},
	);
	tokenizer.write(html, true);
	return replaceRanges(html, replaced);
}

/** The address to write for an attribute of a tag; the same text for other attributes, and for addresses outside of the site. */
function addressIn(tag: string, name: string, given: string, links: LinkOptions): string {
	const isInSite = !/^(?:[#?]|\/\/|[a-z][a-z\d+.-]*:)/i.test(given);
	// A mistake is in the text, and not in the module that shows it.
	if (tag === 'a' && name === 'href')
		return isInSite ? (attributeTo('', () => href(given, links)) ?? '') : given;
	const isFile = ['audio', 'img', 'source', 'video'].includes(tag) && (name === 'src' || name === 'poster');
	if (!isFile || !isInSite || given === '') return given;
	const page = nameOf(links.from);
	if (given.startsWith('/')) return assetHref(given, page) ?? given;
	notice(
		`The file \`${shortened(given)}\` does not exist in the site: browsers look for a relative address below that of the page. Put the file into public/, and begin its address with a slash.${writtenFromRoot(given)}`,
		page,
		new URL(given, new URL(page ?? '/', 'http://localhost')).pathname,
	);
	return given;
}
