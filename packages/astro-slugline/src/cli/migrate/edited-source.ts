import MagicString from 'magic-string';
import { isNode, listOf, type Node, nameOf } from '../../shared/syntax-nodes.js';
import { type Parsed, parseCode, walkCode } from '../source/parse-code.js';

/** A place that needs a person's attention. */
export interface Note {
	path: string;
	/** Line number, from 1. */
	line: number;
	what: string;
}

interface Wanted {
	from: string;
	/** The exported name, or `default`. */
	name: string;
	local: string;
	isType: boolean;
}

export interface EditedSource {
	readonly path: string;
	readonly parsed: Parsed;
	readonly edits: MagicString;
	/** What is left to do by hand. */
	readonly left: Note[];
	/** What works unchanged, through `astro-slugline/compat`. */
	readonly working: Note[];
	readonly names: ReadonlySet<string>;
	walk(visit: (node: Node, above: readonly Node[]) => void): void;
	/** The start and end of a node in the text. */
	span(node: Node): [start: number, end: number];
	textOf(node: Node): string;
	note(list: Note[], node: Node, what: string): void;
	/** Imports a name once, and returns its local name in the file. */
	want(from: string, name: string, options?: { local?: string; isType?: boolean }): string;
	/** Leaves an import declaration as it is, although others of its package are replaced. */
	keep(declaration: string): void;
	/** Replaces the import declarations of these packages with the requested imports. */
	finish(removed: readonly Node[]): string;
}

/** Parses a file for editing; undefined if it cannot be parsed. */
export async function editSource(path: string, text: string): Promise<EditedSource | undefined> {
	const parsed = await parseCode(path, text);
	if (!parsed) return undefined;
	const edits = new MagicString(text);
	const wanted: Wanted[] = [];
	const unchanged: string[] = [];
	const names = new Set<string>();
	walkCode(parsed.nodes, (node) => {
		if (/Identifier$/.test(node.type)) names.add(nameOf(node));
	});
	const span = (node: Node): [number, number] => [node.start - parsed.offset, node.end - parsed.offset];
	const lineOf = (at: number): number => text.slice(0, at).split('\n').length;
	return {
		path,
		parsed,
		edits,
		left: [],
		working: [],
		names,
		walk: (visit) => walkCode(parsed.nodes, visit),
		span,
		textOf: (node) => text.slice(...span(node)),
		note(list, node, what) {
			list.push({ path, line: lineOf(span(node)[0]), what });
		},
		want(from, name, { local = name, isType = false } = {}) {
			const found = wanted.find((one) => one.from === from && one.name === name);
			if (found) return found.local;
			wanted.push({ from, name, local, isType });
			return local;
		},
		keep: (declaration) => void unchanged.push(declaration),
		finish(removed) {
			const lines = [...unchanged, ...importLines(wanted)].join('\n');
			const [first, ...others] = removed;
			for (const node of others) edits.remove(...withLineBreak(text, span(node)));
			if (first && lines !== '') edits.overwrite(...span(first), lines);
			else if (first) edits.remove(...withLineBreak(text, span(first)));
			else if (lines !== '') addImports(path, text, parsed, edits, lines);
			return edits.toString();
		},
	};
}

/** Inserts imports next to the existing ones, or at the start of the file. */
function addImports(path: string, text: string, parsed: Parsed, edits: MagicString, lines: string): void {
	const imports = listOf(parsed.program?.['body']).filter(({ type }) => type === 'ImportDeclaration');
	const last = imports.at(-1);
	if (last) edits.appendLeft(last.end - parsed.offset, `\n${lines}`);
	else if (path.endsWith('.astro') && !/^\s*---/.test(text)) edits.prepend(`---\n${lines}\n---\n\n`);
	else if (path.endsWith('.astro')) edits.appendLeft(text.indexOf('---') + 3, `\n${lines}`);
	else edits.prepend(`${lines}\n`);
}

const withLineBreak = (text: string, [start, end]: [number, number]): [number, number] => [
	start,
	text[end] === '\n' ? end + 1 : end,
];

/** One declaration for each source, with types in a separate one. */
function importLines(wanted: readonly Wanted[]): string[] {
	const groups = new Map<string, Wanted[]>();
	for (const one of wanted) {
		const key = `${one.from} ${one.name === 'default' ? 'default' : one.isType}`;
		groups.set(key, [...(groups.get(key) ?? []), one]);
	}
	return [...groups.values()]
		.map(([first, ...rest]) => {
			if (!first) return '';
			if (first.name === 'default') return `import ${first.local} from '${first.from}';`;
			const names = [first, ...rest]
				.map(({ name, local }) => (name === local ? name : `${name} as ${local}`))
				.sort();
			return `import ${first.isType ? 'type ' : ''}{ ${names.join(', ')} } from '${first.from}';`;
		})
		.sort((a, b) => (sourceIn(a) < sourceIn(b) ? -1 : 1));
}

const sourceIn = (line: string): string => /from '(.*)'/.exec(line)?.[1] ?? '';

/** The import declarations of a file whose sources match. */
export const importsFrom = ({ parsed }: EditedSource, pattern: RegExp): Node[] =>
	listOf(parsed.program?.['body']).filter(
		({ type, source }) =>
			type === 'ImportDeclaration' && isNode(source) && pattern.test(String(source['value'])),
	);

/** The property of an object literal with a name; undefined if there is none. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
	listOf(object?.['properties']).find(({ key }) => keyOf(key) === name);

export const keyOf = (key: unknown): string =>
	isNode(key) ? nameOf(key) || (typeof key['value'] === 'string' ? key['value'] : '') : '';
