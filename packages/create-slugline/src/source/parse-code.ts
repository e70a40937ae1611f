import { isNode, listOf, type Node } from 'astro-keep/shared/syntax-nodes';

/** A parsed file. The positions of its nodes are those in its text. */
export interface Parsed {
	/** The module, or the frontmatter of a component; undefined for a component without one. */
	program: Node | undefined;
	/** Everything there is to look at: modules and markup. */
	nodes: readonly Node[];
}

/**
 * Parses a module of JavaScript or TypeScript, or a component of Astro, Svelte, or Vue. Astro's own compiler reads all of them:
 * modules as scripts, because it cannot read all templates in frontmatter.
 *
 * @returns undefined for what cannot be parsed
 */
export async function parseCode(path: string, text: string): Promise<Parsed | undefined> {
	const parts = partsOf(path, text);
	const parsed = await Promise.all(parts.map(compiled));
	if (parsed.some(({ fault }) => fault)) return undefined;
	const nodes = parsed.flatMap(({ nodes }) => nodes);
	const [program] = nodes;
	return { program: program?.type === 'Program' ? program : undefined, nodes };
}

/** Why a file cannot be parsed, and the line of it; undefined if it can be. */
export async function faultIn(path: string, text: string): Promise<Fault | undefined> {
	const parsed = await Promise.all(partsOf(path, text).map(compiled));
	return parsed.find(({ fault }) => fault)?.fault;
}

interface Fault {
	line: number;
	words: string;
}

/** A text that Astro's compiler reads: a component, or a script that stands at the same place as in the file. */
interface Part {
	text: string;
	isComponent: boolean;
}

const tag = '<script>';

/** The parts of a file with code, each with what is before it, so that positions and lines stay the same. */
function partsOf(path: string, text: string): Part[] {
	if (path.endsWith('.astro')) return [{ text, isComponent: true }];
	if (!/\.(?:svelte|vue)$/.test(path)) return [{ text: script(text), isComponent: false }];
	return [...text.matchAll(/<script\b[^>]*>([\s\S]*?)<\/script\s*>/g)].map(
		({ index, 0: whole, 1: code = '' }) => {
			const before = text.slice(0, index + whole.indexOf('>') + 1);
			return { text: script(before.replace(/[^\n]/g, ' ') + code), isComponent: false };
		},
	);
}

/** A module as a script, without what has a meaning of its own in one: its end tag and `#!`. */
const script = (text: string): string =>
	`${tag}${text.replace(/^#!/, '//').replace(/(<\/?)s(?=cript)/gi, '$1_')}\n</script>`;

async function compiled({ text, isComponent }: Part): Promise<{ nodes: Node[]; fault: Fault | undefined }> {
	const { parse } = await import('@astrojs/compiler-rs');
	const { ast, diagnostics } = parse(text);
	const error = diagnostics.find(({ severity }) => String(severity).toLowerCase() === 'error');
	const fault = error && { line: error.labels[0]?.line ?? 1, words: error.text };
	const root: unknown = ast;
	if (!isNode(root)) return { nodes: [], fault };
	const body = listOf(root['body']);
	const code = isComponent ? root['frontmatter'] : listOf(body[0]?.['children'])[0];
	const program = isNode(code) && isNode(code['program']) ? [code['program']] : [];
	if (isComponent) return { nodes: [...program, ...body], fault };
	walkCode(program, (node) => {
		node.start -= tag.length;
		node.end -= tag.length;
	});
	return { nodes: program, fault };
}

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
