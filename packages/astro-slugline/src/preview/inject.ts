import { allowScript } from './headers.js';

/** A page with the script of preview, and the script's SHA-256 in base64, for a content security policy. */
export interface Injected {
	html: string;
	hash: string;
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
	const tags = `<script>${code}</script><script type="module" src="${attribute(moduleUrl)}"></script>`;
	return { html: putFirst(withOpenPolicies(html, hash), tags), hash };
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

/** Changes the policies in the page's `<meta>` elements so that the script is allowed. */
const withOpenPolicies = (html: string, hash: string): string =>
	html.replace(policyTag, (tag) =>
		tag.replace(
			/content=("([^"]*)"|'([^']*)')/i,
			(_all, _quoted, double?: string, single?: string) =>
				`content="${allowScript(double ?? single ?? '', hash).replaceAll('"', '&quot;')}"`,
		),
	);

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
