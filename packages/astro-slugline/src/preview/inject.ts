import { openPolicy } from './headers.js';

/** A page with the scripts of preview. */
export interface Injected {
	html: string;
	/** Sources of a content security policy that allow these scripts: a hash of the first, and a nonce of the client. */
	scripts: string[];
}

/**
 * Inserts a script at the start of a page's head, so that it runs before any other script can read the page's URL, followed by
 * the module of the client.
 *
 * @param script code of the first script
 * @param moduleUrl URL of the client's module
 */
export async function inject(html: string, script: string, moduleUrl: string): Promise<Injected> {
	// HTML ends a script at these, even inside a string.
	const code = script.replace(/<(?=!--|\/?script)/gi, '\\x3c');
	const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
	const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	// Policies with 'strict-dynamic' ignore URLs, so that the client and what it imports need a nonce.
	const nonce = crypto.randomUUID();
	const scripts = [`'sha256-${hash}'`, `'nonce-${nonce}'`];
	const client = `<script type="module" nonce="${nonce}" src="${attribute(moduleUrl)}"></script>`;
	return { html: putFirst(withOpenPolicies(html, scripts), `<script>${code}</script>${client}`), scripts };
}

/** JSON that is safe inside a script element. */
export const scriptJson = (value: unknown): string =>
	JSON.stringify(value)
		.replaceAll('<', '\\u003c')
		.replaceAll('\u2028', '\\u2028')
		.replaceAll('\u2029', '\\u2029');

/** Inserts tags at the start of the head; without a head, after the doctype. */
function putFirst(html: string, tags: string): string {
	const head = /^(?:[^<]|<!--[\s\S]*?-->|<!doctype[^>]*>|<html(?:\s[^>]*)?>)*<head(?:\s[^>]*)?>/i.exec(html);
	if (head) return html.slice(0, head[0].length) + tags + html.slice(head[0].length);
	const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
	return doctype + tags + html.slice(doctype.length);
}

const policyTag = /<meta\s[^>]*http-equiv=(["']?)content-security-policy\1[^>]*>/gi;

/** Changes the policies in the page's `<meta>` elements so that the scripts are allowed. */
const withOpenPolicies = (html: string, scripts: readonly string[]): string =>
	html.replace(policyTag, (tag) =>
		tag.replace(
			/content=("([^"]*)"|'([^']*)')/i,
			(_all, _quoted, double?: string, single?: string) =>
				`content="${attribute(openPolicy(unescaped(double ?? single ?? ''), scripts))}"`,
		),
	);

/** Text of an attribute, as far as policies need it. */
const unescaped = (text: string) =>
	text
		.replace(/&(?:#39|#x27|apos);/gi, "'")
		.replaceAll('&quot;', '"')
		.replace(/&(?:#38|#x26|amp);/gi, '&');

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
