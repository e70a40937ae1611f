import type { RichTextMark, RichTextNode } from './types.js';

/** The attributes of a node or mark; empty if they are not an object. */
export const attrsOf = (of: { attrs?: unknown }): Record<string, unknown> =>
	typeof of.attrs === 'object' && of.attrs !== null ? { ...of.attrs } : {};

/** A value that is text and not blank. */
export const stringOf = (value: unknown): string | undefined =>
	typeof value === 'string' && value.trim() !== '' ? value : undefined;

/** A whole number in a range, as text. */
export function numberOf(value: unknown, min: number, max: number): string | undefined {
	const number = typeof value === 'string' && value !== '' ? Number(value) : value;
	return typeof number === 'number' && Number.isInteger(number) && number >= min && number <= max
		? String(number)
		: undefined;
}

export const isNode = (value: unknown): value is RichTextNode =>
	typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

/** The child nodes of a node. Invalid ones are skipped. */
export const contentOf = (node: RichTextNode): RichTextNode[] =>
	Array.isArray(node.content) ? node.content.filter(isNode) : [];

const maxMarks = 32;

/** The marks of a node. Invalid ones are skipped. */
export const marksOf = (node: RichTextNode): RichTextMark[] =>
	Array.isArray(node.marks) ? node.marks.filter(isNode).slice(0, maxMarks) : [];

/** The text of a node that has only text, such as a code block. */
export const plainTextOf = (node: RichTextNode): string =>
	contentOf(node)
		.map(({ type, text }) => (type === 'hard_break' ? '\n' : typeof text === 'string' ? text : ''))
		.join('');
