import { isObject } from 'astro-keep/shared/json';
import type { Mark, RichNode } from './rich-text.js';

/** Text that is equal for rich text that shows the same. */
export const meaningOf = (value: unknown): string => JSON.stringify(plain(value));

/** Rich text without what says nothing: empty attributes, the order of attributes, and what no page shows. */
export function plain(value: unknown): unknown {
	if (Array.isArray(value)) return value.map(plain);
	if (!isObject(value)) return value;
	const fields = Object.entries(value['type'] === 'doc' ? shownOf(value as unknown as RichNode) : value)
		.map(([name, inner]) => [name, plain(inner)] as const)
		.filter(([name, inner]) => {
			const isEmpty = typeof inner === 'object' && inner !== null && Object.keys(inner).length === 0;
			// A link to a story leads there by its uuid, whatever its address was.
			if (name === 'href' && value['linktype'] === 'story' && value['uuid']) return false;
			return inner !== null && !(isEmpty && ['attrs', 'marks', 'content'].includes(name));
		});
	return Object.fromEntries(fields.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A node without what no page shows: empty paragraphs at its end, white space around its lines, a line break at the end of a text, and
 * marks of white space around words that have them.
 */
export function shownOf(node: RichNode): RichNode {
	const { type, content } = node;
	if (!Array.isArray(content) || !content.every(isObject)) return node;
	if (type === 'paragraph' || type === 'heading') return { ...node, content: shownLine(content) };
	const shown = content.map(shownOf);
	const last = shown.findLastIndex(
		(one) => one.type !== 'paragraph' || meaningOf(one) !== '{"type":"paragraph"}',
	);
	return { ...node, content: shown.slice(0, last + 1) };
}

/** How many of the outer marks of two texts are the same. */
export function sharedMarks(marks: readonly Mark[], others: readonly Mark[]): number {
	const differs = marks.findIndex((mark, at) => meaningOf(mark) !== meaningOf(others[at]));
	return differs < 0 ? marks.length : differs;
}

const space = /^[ \t\r\n]*$/;
const isBreak = (run: RichNode): boolean => run.type === 'hard_break';
const marksOf = ({ marks }: RichNode): Mark[] => (Array.isArray(marks) ? marks : []);
const isCode = (run: RichNode): boolean => marksOf(run).some(({ type }) => type === 'code');
const isSpace = (run: RichNode): boolean =>
	typeof run.text === 'string' && space.test(run.text) && !isCode(run);

function shownLine(runs: readonly RichNode[]): RichNode[] {
	const shown: RichNode[] = [];
	let spaces: RichNode[] = [];
	const add = (run: RichNode) => {
		const last = shown.at(-1);
		const isSame =
			last && run.type === 'text' && meaningOf({ ...last, text: '' }) === meaningOf({ ...run, text: '' });
		if (isSame) shown[shown.length - 1] = { ...run, text: `${last.text}${run.text}` };
		else shown.push(run);
	};
	for (const part of runs.flatMap(partsOf)) {
		if (isSpace(part)) {
			spaces.push(part);
			continue;
		}
		const before = shown.at(-1);
		if (before && !isBreak(before) && !isBreak(part)) {
			const shared = Math.min(...[...spaces, part].map((run) => sharedMarks(marksOf(before), marksOf(run))));
			for (const run of spaces)
				add({
					...run,
					marks: marksOf(run).filter(({ type }, at) => at < shared || !/^(?:bold|italic)$/.test(type)),
				});
		}
		add(part);
		spaces = [];
	}
	const [end, beforeEnd] = [shown.at(-1), shown.at(-2)];
	return end && beforeEnd && isBreak(end) && !isBreak(beforeEnd) ? shown.slice(0, -1) : shown;
}

/** A text and the white space around it. */
function partsOf(run: RichNode): RichNode[] {
	const { text, marks: _, ...bare } = run;
	if (isBreak(run)) return [bare];
	if (typeof text !== 'string' || isCode(run)) return [run];
	const start = text.length - text.replace(/^[ \t\r\n]+/, '').length;
	let end = text.length;
	while (end > start && space.test(text.charAt(end - 1))) end -= 1;
	return [text.slice(0, start), text.slice(start, end), text.slice(end)]
		.filter((part) => part !== '')
		.map((part) => ({ ...run, text: part }));
}
