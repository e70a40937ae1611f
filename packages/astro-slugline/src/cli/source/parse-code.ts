import { isNode, type Node } from '../../shared/syntax-nodes.js';

/** Source code, taken apart. */
export interface Parsed {
	/** The module, or the frontmatter of a component; undefined for a component without one. */
	program: Node | undefined;
	/** Everything there is to look at: module and markup. */
	nodes: readonly Node[];
	/** What has to be taken off a node's place to get its place in the text. */
	offset: number;
}

/**
 * Takes an Astro component, or a module of JavaScript or TypeScript, apart. It is Astro's own compiler that reads both: a module
 * as the frontmatter of a component.
 *
 * @returns undefined for what cannot be read
 */
export async function parseCode(path: string, text: string): Promise<Parsed | undefined> {
	const { parse } = await import('@astrojs/compiler-rs');
	const isComponent = path.endsWith('.astro');
	const before = '---\n';
	const { ast, diagnostics } = parse(isComponent ? text : `${before}${asFrontmatter(text)}\n---\n`);
	if (diagnostics.some(({ severity }) => String(severity).toLowerCase() === 'error')) return undefined;
	const root: unknown = ast;
	if (!isNode(root)) return undefined;
	const frontmatter = root['frontmatter'];
	const program = isNode(frontmatter) && isNode(frontmatter['program']) ? frontmatter['program'] : undefined;
	const body = root['body'];
	return {
		program,
		nodes: [...(program ? [program] : []), ...(Array.isArray(body) ? body.filter(isNode) : [])],
		offset: isComponent ? 0 : before.length,
	};
}

/** A module without what has a meaning of its own in a component: `---` and `#!`. All positions stay the same. */
const asFrontmatter = (text: string): string => text.replace(/^#!/, '//').replaceAll('---', '___');

/** Visits every node, parents first; `above` are those around it, the nearest last. */
export function walkCode(nodes: readonly Node[], visit: (node: Node, above: readonly Node[]) => void): void {
	const walk = (value: unknown, above: readonly Node[]): void => {
		if (Array.isArray(value)) {
			for (const item of value) walk(item, above);
		} else if (isNode(value)) {
			visit(value, above);
			const inside = [...above, value];
			for (const child of Object.values(value)) if (typeof child === 'object') walk(child, inside);
		}
	};
	walk(nodes, []);
}
