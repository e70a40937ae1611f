import MagicString from 'magic-string';
import { isNode, listOf, type Node, nameOf } from '../../shared/syntax-nodes.js';
import { type Parsed, parseCode, walkCode } from '../source/parse-code.js';

/** Something that a person has to look at. */
export interface Note {
	path: string;
	/** From 1. */
	line: number;
	what: string;
}

/** A name that a file imports. */
interface Wanted {
	from: string;
	/** `default`, or the exported name. */
	name: string;
	local: string;
	isType: boolean;
}

/** A source file that is being changed. */
export interface EditedSource {
	readonly path: string;
	readonly parsed: Parsed;
	readonly edits: MagicString;
	/** What has to be done by hand. */
	readonly left: Note[];
	/** What works as it is, through `astro-slugline/compat`. */
	readonly working: Note[];
	/** Every name that stands anywhere in the file. */
	readonly names: ReadonlySet<string>;
	/** Visits every node. */
	walk(visit: (node: Node, above: readonly Node[]) => void): void;
	/** Where a node begins and ends in the text. */
	span(node: Node): [start: number, end: number];
	textOf(node: Node): string;
	note(list: Note[], node: Node, what: string): void;
	/** Imports a name, once; gives what it is called in the file. */
	want(from: string, name: string, options?: { local?: string; isType?: boolean }): string;
	/** Removes the import declarations of these packages, and puts what is wanted in their place. */
	finish(removed: readonly Node[]): string;
}

/** Opens a file for changes; undefined for one that cannot be read. */
export async function editSource(path: string, text: string): Promise<EditedSource | undefined> {
	const parsed = await parseCode(path, text);
	if (!parsed) return undefined;
	const edits = new MagicString(text);
	const wanted: Wanted[] = [];
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
		finish(removed) {
			const lines = importLines(wanted).join('\n');
			const [first, ...others] = removed;
			for (const node of others) edits.remove(...withLineBreak(text, span(node)));
			if (first && lines !== '') edits.overwrite(...span(first), lines);
			else if (first) edits.remove(...withLineBreak(text, span(first)));
			else if (lines !== '') addImports(path, text, parsed, edits, lines);
			return edits.toString();
		},
	};
}

/** Puts imports where a file has its own, or at its beginning. */
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

/** One declaration for each source, types apart. */
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

/** The import declarations of a file whose source begins like this. */
export const importsFrom = ({ parsed }: EditedSource, pattern: RegExp): Node[] =>
	listOf(parsed.program?.['body']).filter(
		({ type, source }) =>
			type === 'ImportDeclaration' && isNode(source) && pattern.test(String(source['value'])),
	);

/** A property of an object literal by its name; undefined where it has none. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
	listOf(object?.['properties']).find(({ key }) => keyOf(key) === name);

/** The name of a property's key. */
export const keyOf = (key: unknown): string =>
	isNode(key) ? nameOf(key) || (typeof key['value'] === 'string' ? key['value'] : '') : '';
