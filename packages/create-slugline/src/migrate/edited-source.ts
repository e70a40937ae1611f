import { isNode, listOf, type Node, nameOf } from 'astro-keep/shared/syntax-nodes';
import MagicString from 'magic-string';
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

/** An identifier, the node that it is part of, and all nodes around it, the nearest last. */
interface Use {
	node: Node;
	parent: Node;
	above: readonly Node[];
}

/** By name, the properties that take the place of a property of an object literal, or what is left to do about it by hand. */
export type Translations = Readonly<Record<string, string | ((text: string, value: Node) => string[])>>;

/** Parses a file for editing; undefined if it cannot be parsed. */
export async function editSource(path: string, text: string): Promise<EditedSource | undefined> {
	const parsed = await parseCode(path, text);
	return parsed && new EditedSource(path, text, parsed);
}

/** A parsed file, and the edits to its text. */
export class EditedSource {
	readonly edits: MagicString;
	/** What is left to do by hand. */
	readonly left: Note[] = [];
	/** What works unchanged, through `astro-slugline/compat`. */
	readonly working: Note[] = [];
	readonly #uses = new Map<string, Use[]>();
	readonly #wanted: Wanted[] = [];
	readonly #unchanged: string[] = [];

	constructor(
		readonly path: string,
		readonly text: string,
		readonly parsed: Parsed,
	) {
		this.edits = new MagicString(text);
		this.walk((node, above) => {
			const parent = above.at(-1);
			if (!parent || !/Identifier$/.test(node.type)) return;
			const uses = this.#uses.get(nameOf(node));
			if (uses) uses.push({ node, parent, above });
			else this.#uses.set(nameOf(node), [{ node, parent, above }]);
		});
	}

	/** All identifiers of a name. */
	uses(name: string): readonly Use[] {
		return this.#uses.get(name) ?? [];
	}

	walk(visit: (node: Node, above: readonly Node[]) => void): void {
		walkCode(this.parsed.nodes, visit);
	}

	/** The import declarations whose sources match. */
	imports(pattern: RegExp): Node[] {
		return listOf(this.parsed.program?.['body']).filter(
			({ type, source }) =>
				type === 'ImportDeclaration' && isNode(source) && pattern.test(String(source['value'])),
		);
	}

	textOf(node: Node): string {
		return this.text.slice(node.start, node.end);
	}

	replace(node: Node, text: string): void {
		this.edits.overwrite(node.start, node.end, text);
	}

	/**
	 * The properties that take the place of each property of an object literal.
	 *
	 * @param unknown what is left to do about a name without a translation
	 */
	translate(object: Node | undefined, known: Translations, unknown: (name: string) => string): string[][] {
		return listOf(object?.['properties']).map((property) => {
			const { key, value } = property;
			const name = keyOf(key);
			const found = (Object.hasOwn(known, name) ? known[name] : undefined) ?? unknown(name || '…');
			if (typeof found === 'string') this.leave(property, found);
			return typeof found === 'string' || !isNode(value) ? [] : found(this.textOf(value), value);
		});
	}

	/** Removes a node that has lines of its own. */
	remove({ start, end }: Node): void {
		this.edits.remove(start, this.text[end] === '\n' ? end + 1 : end);
	}

	/** Notes what is left to do by hand at a node. */
	leave(node: Node, what: string): void {
		this.left.push(this.#noteAt(node, what));
	}

	/** Notes what works unchanged at a node. */
	keepWorking(node: Node, what: string): void {
		this.working.push(this.#noteAt(node, what));
	}

	#noteAt({ start }: Node, what: string): Note {
		return { path: this.path, line: this.text.slice(0, start).split('\n').length, what };
	}

	/** Imports a name once, and returns its local name in the file. */
	want(from: string, name: string, { local = name, isType = false } = {}): string {
		const found = this.#wanted.find((one) => one.from === from && one.name === name);
		if (found) return found.local;
		this.#wanted.push({ from, name, local, isType });
		return local;
	}

	/** Leaves an import declaration as it is, although others of its package are replaced. */
	keep(declaration: Node): void {
		this.#unchanged.push(this.textOf(declaration));
	}

	/** Replaces the import declarations of these packages with the requested imports. */
	finish(removed: readonly Node[]): string {
		const lines = [...this.#unchanged, ...importLines(this.#wanted)].join('\n');
		const [first, ...others] = removed;
		for (const node of others) this.remove(node);
		if (first && lines !== '') this.replace(first, lines);
		else if (first) this.remove(first);
		else if (lines !== '') this.#addImports(lines);
		return this.edits.toString();
	}

	/** Inserts imports next to the existing ones, or at the start of the file. */
	#addImports(lines: string): void {
		const isComponent = this.path.endsWith('.astro');
		const last = this.imports(/^/).at(-1);
		if (last) this.edits.appendLeft(last.end, `\n${lines}`);
		else if (!isComponent) this.edits.prepend(`${lines}\n`);
		else if (/^\s*---/.test(this.text)) this.edits.appendLeft(this.text.indexOf('---') + 3, `\n${lines}`);
		else this.edits.prepend(`---\n${lines}\n---\n\n`);
	}
}

/** One declaration for each source, with types in a separate one. */
function importLines(wanted: readonly Wanted[]): string[] {
	const declarations = Map.groupBy(
		wanted.toSorted((a, b) => (a.from < b.from ? -1 : 1)),
		({ from, name, isType }) => `${from} ${name === 'default' ? name : isType}`,
	);
	return [...declarations.values()].flatMap((names) => {
		const [first] = names;
		if (!first) return [];
		if (first.name === 'default') return `import ${first.local} from '${first.from}';`;
		const sorted = names
			.map(({ name, local }) => (name === local ? name : `${name} as ${local}`))
			.sort()
			.join(', ');
		return `import ${first.isType ? 'type ' : ''}{ ${sorted} } from '${first.from}';`;
	});
}

/** The property of an object literal with a name; undefined if there is none. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
	listOf(object?.['properties']).find(({ key }) => keyOf(key) === name);

export const keyOf = (key: unknown): string =>
	isNode(key) ? nameOf(key) || (typeof key['value'] === 'string' ? key['value'] : '') : '';

/** True for the `text` of `blok.text` and of `{ text: 1 }`. */
export const isNameOfProperty = ({ node, parent }: Pick<Use, 'node' | 'parent'>): boolean =>
	(/MemberExpression$/.test(parent.type) && parent['property'] === node && parent['computed'] !== true) ||
	(/Property$/.test(parent.type) && parent['key'] === node && parent['shorthand'] !== true);
