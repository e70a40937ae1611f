import type { RichTextMark, RichTextNode } from './types.js';

/** The attributes of a node or mark; none if they are no object. */
export const attrsOf = (of: { attrs?: unknown }): Record<string, unknown> =>
	typeof of.attrs === 'object' && of.attrs !== null ? { ...of.attrs } : {};

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A whole number in a range, as text. */
export function numberOf(value: unknown, least: number, most: number): string | undefined {
	const number = typeof value === 'string' && value !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) && number >= least && number <= most
		? String(number)
		: undefined;
}

export const isNode = (value: unknown): value is RichTextNode =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The nodes in a node; what is no node is left out. */
export const contentOf = (node: RichTextNode): RichTextNode[] =>
	Array.isArray(node.content) ? node.content.filter(isNode) : [];

/** More marks than this on one text were written by nobody. */
const most = 32;

/** The marks of a node; what is no mark is left out. */
export const marksOf = (node: RichTextNode): RichTextMark[] =>
	Array.isArray(node.marks) ? node.marks.filter(isNode).slice(0, most) : [];

/** The text in a node that holds nothing else, such as a code block. */
export const plainTextOf = (node: RichTextNode): string =>
	contentOf(node)
		.map(({ type, text }) => (type === 'hard_break' ? '\n' : typeof text === 'string' ? text : ''))
		.join('');
