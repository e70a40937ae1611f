import { isNode, listOf, type Node } from 'astro-keep/shared/syntax-nodes';

/** A parsed file. The positions of its nodes are those in its text. */
export interface Parsed {
	/** The module, or the frontmatter of a component; undefined for a component without one. */
	program: Node | undefined;
	/** Everything there is to look at: module and markup. */
	nodes: readonly Node[];
}

/**
 * Parses an Astro component, or a module of JavaScript or TypeScript. Astro's own compiler reads both: a module as the script of a
 * component, because it cannot read all templates in frontmatter.
 *
 * @returns undefined for what cannot be parsed
 */
export async function parseCode(path: string, text: string): Promise<Parsed | undefined> {
	const { ast, fault } = await compiled(path, text);
	if (fault) return undefined;
	const isComponent = path.endsWith('.astro');
	const root: unknown = ast;
	if (!isNode(root)) return undefined;
	const body = listOf(root['body']);
	const code = isComponent ? root['frontmatter'] : listOf(body[0]?.['children'])[0];
	const program = isNode(code) && isNode(code['program']) ? code['program'] : undefined;
	const nodes = [...(program ? [program] : []), ...(isComponent ? body : [])];
	if (!isComponent)
		walkCode(nodes, (node) => {
			node.start -= before.length;
			node.end -= before.length;
		});
	return { program, nodes };
}

const before = '<script>';

/** Why a file cannot be parsed, and the line of it; undefined if it can be. */
export const faultIn = async (path: string, text: string): Promise<Fault | undefined> =>
	(await compiled(path, text)).fault;

interface Fault {
	line: number;
	words: string;
}

async function compiled(path: string, text: string): Promise<{ ast: unknown; fault: Fault | undefined }> {
	const { parse } = await import('@astrojs/compiler-rs');
	const { ast, diagnostics } = parse(
		path.endsWith('.astro') ? text : `${before}${asScript(text)}\n</script>`,
	);
	const error = diagnostics.find(({ severity }) => String(severity).toLowerCase() === 'error');
	return { ast, fault: error && { line: error.labels[0]?.line ?? 1, words: error.text } };
}

/** A module without what has a meaning of its own in a script: its end tag and `#!`. All positions stay the same. */
const asScript = (text: string): string => text.replace(/^#!/, '//').replace(/(<\/?)s(?=cript)/gi, '$1_');

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
