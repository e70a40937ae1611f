import {
	type Document,
	isCollection,
	isNode,
	isPair,
	LineCounter,
	type Node,
	parseDocument,
	Scalar,
} from 'yaml';
import { yamlOptions } from '../../folder/files/yaml.js';

/**
 * Prints a document that was parsed from a text and changed. Lines that the change does not affect stay as they are in the text.
 *
 * Entries are found in three texts: in the original, in what the printer makes of it, and in what it makes of the changed
 * document, whose nodes still say where they were. Between two entries, the original stays if the printer makes the same of both.
 *
 * @param print prints a document in the style of the text
 */
export function keepLines(text: string, document: Document, print: (document: Document) => string): string {
	const original = parseDocument(text, yamlOptions);
	const [before, after] = [print(original), print(document)];
	const [own, old, changed] = [text, before, after].map((one) => one.split(/(?<=\n)/)) as [
		string[],
		string[],
		string[],
	];
	const ids = idsOf(original);
	const [ownAt, oldAt] = [placesOf(text), placesOf(before)];
	const indexes = new Map(ids.map((id, index) => [id, index]));
	const changedAt = placesOf(after);
	const marks = idsOf(document).flatMap((id, place): [index: number, line: number][] => {
		const index = indexes.get(id);
		return index === undefined ? [] : [[index, changedAt[place] ?? 0]];
	});
	const depths = new Map(
		marks.flatMap(([index, line]) =>
			ids[index]?.endsWith('end') ? [] : [[line, depthOf(own[ownAt[index] ?? -1])]],
		),
	);
	/** Indents a line like the original indents an entry beside it, else as far from the line above as it is printed. */
	const depthFor = (line: number): number => {
		const stated = depths.get(line);
		if (stated !== undefined) return stated;
		const depth = depthOf(changed[line]);
		for (const step of [-1, 1])
			for (let at = line + step; depthOf(changed[at]) >= depth; at += step) {
				const found = depthOf(changed[at]) === depth ? depths.get(at) : undefined;
				if (found !== undefined) return found;
			}
		const above = changed.findLastIndex((one, at) => at < line && depthOf(one) < depth);
		return above < 0 ? depth : depthFor(above) + depth - depthOf(changed[above]);
	};
	const between = ([index, line]: [number, number], [nextIndex, nextLine]: [number, number]): string => {
		const printed = changed.slice(line, nextLine);
		for (const from of [index, nextIndex - 1])
			if (bare(old.slice(oldAt[from], oldAt[from + 1])) === bare(printed))
				return own.slice(ownAt[from], ownAt[from + 1]).join('');
		return printed
			.map((one, at) => (one.trim() === '' ? one : one.replace(/^ */, ' '.repeat(depthFor(line + at)))))
			.join('');
	};
	return marks.map((mark, at) => between(mark, marks[at + 1] ?? mark)).join('');
}

/** Lines without the indent of comments, which depends on the entry before them. */
const bare = (lines: readonly string[]): string => lines.join('').replace(/^ +#/gm, '#');

/** Spaces before a line. Empty lines are as deep as any other, and what lies outside of the text is not deep. */
const depthOf = (line: string | undefined): number =>
	line === undefined ? -1 : line.trim() === '' ? Number.POSITIVE_INFINITY : line.search(/[^ ]/);

/** Where the entries of a document were in its text: their beginnings and ends, in order. Undefined for new ones. */
function idsOf({ contents }: Document): (string | undefined)[] {
	const ids: (string | undefined)[] = ['begin end'];
	eachEntry(contents, ({ entry: { range }, isItem, last }) =>
		ids.push(range ? `${isItem ? 'item' : 'key'} ${range[0]} ${last ? 'end' : ''}` : undefined),
	);
	return [...ids, 'end'];
}

/** The lines at which the entries of a text begin and end, in the same order. */
function placesOf(text: string): number[] {
	const lineCounter = new LineCounter();
	const { contents } = parseDocument(text, { ...yamlOptions, lineCounter });
	const lineAt = (offset: number) => lineCounter.linePos(offset).line;
	const places = [0];
	eachEntry(contents, ({ entry, isItem, last }) => {
		const [start, end] = (last ?? entry).range ?? [0, 0];
		if (last) places.push(lineAt(text.slice(0, Math.max(start, end)).trimEnd().length));
		else places.push(lineAt(isItem ? text.lastIndexOf('-', start - 1) : start) - 1);
	});
	return [...places, text.split(/(?<=\n)/).length];
}

/** The beginning of an entry of a block collection, or its end, with the last value in it. */
interface Passed {
	entry: Node;
	/** True for an item of a list, false for a key. */
	isItem: boolean;
	last?: Node;
}

function eachEntry(node: unknown, pass: (passed: Passed) => void): unknown {
	if (!isCollection(node) || node.flow) return node;
	let last: unknown = node;
	for (const item of node.items) {
		const [key, value] = isPair(item) ? [item.key, item.value] : [item, item];
		// A new key may be no node yet.
		const entry = typeof key === 'string' ? new Scalar(key) : key;
		if (!isNode(entry)) continue;
		const isItem = !isPair(item);
		pass({ entry, isItem });
		last = eachEntry(value, pass) ?? entry;
		pass({ entry, isItem, last: isNode(last) ? last : entry });
	}
	return last;
}
