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
	/** What works unchanged. */
	readonly working: Note[] = [];
	readonly #names = new Set<string>();

	constructor(
		readonly path: string,
		readonly text: string,
		readonly parsed: Parsed,
	) {
		this.edits = new MagicString(text);
		this.walk((node, above) => {
			if (/Identifier$/.test(node.type) && !isNameOfProperty(node, above.at(-1)))
				this.#names.add(nameOf(node));
		});
	}

	walk(visit: (node: Node, above: readonly Node[]) => void): void {
		walkCode(this.parsed.nodes, visit);
	}

	/** The import declarations of the module whose sources match. */
	imports(pattern: RegExp): Node[] {
		return listOf(this.parsed.program?.['body']).filter(
			({ type, source }) =>
				type === 'ImportDeclaration' && isNode(source) && pattern.test(String(source['value'])),
		);
	}

	/** A name that stands for nothing in the file yet, with digits at its end if needed. */
	freeName(wanted: string): string {
		let name = wanted;
		for (let digit = 2; this.#names.has(name); digit++) name = `${wanted}${digit}`;
		this.#names.add(name);
		return name;
	}

	textOf(node: Node): string {
		return this.text.slice(node.start, node.end);
	}

	replace(node: Node, text: string): void {
		this.edits.overwrite(node.start, node.end, text);
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
}

/** True for the `text` of `blok.text` and of `{ text: 1 }`. */
export const isNameOfProperty = (node: Node, parent: Node | undefined): boolean =>
	parent !== undefined &&
	parent['computed'] !== true &&
	parent['shorthand'] !== true &&
	((/MemberExpression$/.test(parent.type) && parent['property'] === node) ||
		(parent.type === 'Property' && parent['key'] === node));

/** The property of an object literal with a name; undefined if there is none. */
export const propertyOf = (object: Node | undefined, name: string): Node | undefined =>
	listOf(object?.['properties']).find((property) => keyOf(property) === name);

/** The name of a property of an object literal; `''` for a spread, a method, and a name that is computed. */
export const keyOf = ({ type, key, computed, method, kind }: Node): string =>
	type !== 'Property' || computed === true || method === true || kind !== 'init' ? '' : wordOf(key);

/** The text of an identifier or string. */
export const wordOf = (node: unknown): string =>
	isNode(node) ? nameOf(node) || (typeof node['value'] === 'string' ? node['value'] : '') : '';

/** What a template literal or string says, if it is all text; undefined for anything else. */
export function textIn(node: unknown): string | undefined {
	if (!isNode(node)) return undefined;
	if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
	const [quasi, ...more] = listOf(node['quasis']);
	const cooked = (quasi?.['value'] as { cooked?: unknown } | undefined)?.cooked;
	return more.length === 0 && typeof cooked === 'string' ? cooked : undefined;
}
