import { allowScript } from './headers.js';

/** A page with the script of preview in it, and that script's SHA-256 in base64, for a content security policy. */
export interface Injected {
	html: string;
	hash: string;
}

/**
 * Puts a script first into a page's head, before any other can read the page's address, and the client's module behind it.
 *
 * @param script code of the first script
 * @param moduleUrl address of the client
 */
export async function inject(html: string, script: string, moduleUrl: string): Promise<Injected> {
	// What ends a script in HTML cannot stand in it.
	const code = script.replace(/<(?=!--|\/?script)/gi, '\\x3c');
	const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code));
	const hash = btoa(String.fromCharCode(...new Uint8Array(bytes)));
	const tags = `<script>${code}</script><script type="module" src="${attribute(moduleUrl)}"></script>`;
	return { html: putFirst(withOpenPolicies(html, hash), tags), hash };
}

/** JSON that can stand in a script. */
export const scriptJson = (value: unknown): string =>
	JSON.stringify(value)
		.replaceAll('<', '\\u003c')
		.replaceAll('\u2028', '\\u2028')
		.replaceAll('\u2029', '\\u2029');

/** First in the head, where there is one; else in front of everything but the doctype. */
function putFirst(html: string, tags: string): string {
	const head = /^(?:[^<]|<!--[\s\S]*?-->|<!doctype[^>]*>|<html(?:\s[^>]*)?>)*<head(?:\s[^>]*)?>/i.exec(html);
	if (head) return html.slice(0, head[0].length) + tags + html.slice(head[0].length);
	const doctype = /^\s*<!doctype[^>]*>/i.exec(html)?.[0] ?? '';
	return doctype + tags + html.slice(doctype.length);
}

const policyTag = /<meta\s[^>]*http-equiv=(["']?)content-security-policy\1[^>]*>/gi;

/** Policies that stand in the page, which let our script run too. */
const withOpenPolicies = (html: string, hash: string): string =>
	html.replace(policyTag, (tag) =>
		tag.replace(
			/content=("([^"]*)"|'([^']*)')/i,
			(_all, _quoted, double?: string, single?: string) =>
				`content="${allowScript(double ?? single ?? '', hash).replaceAll('"', '&quot;')}"`,
		),
	);

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
