import { replaceRanges } from '../shared/text/replace-ranges.js';
import { readHead } from './head.js';
import { openPolicy } from './headers.js';

/** A page with the scripts of preview. */
export interface Injected {
	html: string;
	/** Sources of a content security policy that allow the scripts, and what they import. */
	scripts: string[];
}

/**
 * Inserts a script at the start of a page's head, so that it runs before any other script can read the page's URL, followed by
 * the module of the client, which so runs before other modules. The policies in the page's `<meta>` elements then allow both.
 *
 * @param script code of the first script, without `<`
 * @param moduleUrl URL of the client's module
 */
export function inject(html: string, script: string, moduleUrl: string): Injected {
	// Policies with 'strict-dynamic' ignore URLs, so that the client and what it imports need a nonce.
	const nonce = crypto.randomUUID();
	const scripts = [`'nonce-${nonce}'`];
	const client = `<script type="module" nonce="${nonce}" src="${attribute(moduleUrl)}"></script>`;
	const { start, policies } = readHead(html);
	return {
		scripts,
		html: replaceRanges(html, [
			{ start, end: start, text: `<script nonce="${nonce}">${script}</script>${client}` },
			...policies.map(({ value, ...range }) => ({
				...range,
				text: `content="${attribute(openPolicy(value, scripts))}"`,
			})),
		]),
	};
}

/** JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string =>
	JSON.stringify(value)
		.replaceAll('<', '\\u003c')
		.replaceAll('\u2028', '\\u2028')
		.replaceAll('\u2029', '\\u2029');

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
