import type { RichTextElement } from './types.js';

const escapes: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Escapes text for HTML, between elements and inside quoted attributes. */
export const escapeText = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => escapes[character] ?? character);

/** The start tag of an element. */
export function startTag({ tag, attributes }: RichTextElement): string {
	let html = `<${tag}`;
	for (const [name, value] of Object.entries(attributes))
		if (value !== undefined) html += ` ${name}="${escapeText(value)}"`;
	return `${html}>`;
}

/** True for an element without content and end tag. */
export const isVoid = (tag: string): boolean =>
	tag === 'br' || tag === 'hr' || tag === 'img' || tag === 'input';
