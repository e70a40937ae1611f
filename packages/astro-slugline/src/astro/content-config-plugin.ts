import type { Plugin } from 'vite';
import { contentConfig } from './bundling.js';
import { isNode, listOf, type Node, nameOf, programOf } from './incremental/nodes.js';

/** What a content config has of `astro:content` that needs no content. */
const light = new Set(['defineCollection', 'reference', 'z']);

const door = 'astro-slugline/content-config';

/**
 * Gives modules of the content config that define collections, and read none, what they import from `astro:content` from
 * Node, which has loaded it for Astro. Astro's own module would take the module runner as long as all the rest of an
 * unchanged sync.
 */
export function contentConfigPlugin(): Plugin {
	return {
		name: 'astro-slugline:content-config',
		applyToEnvironment: ({ name }) => name === contentConfig,
		configEnvironment: (name) => (name === contentConfig ? { resolve: { external: [door] } } : undefined),
		// Behind those that make JavaScript of a module, before the one that resolves what it imports.
		enforce: 'post',
		transform: {
			filter: { id: { exclude: [/^\0/, /\/node_modules\//] }, code: /["']astro:content["']/ },
			async handler(code, id) {
				// A site may have this package through another one only.
				if (!(await this.resolve(door, id))) return;
				const led = throughDoor(
					code,
					programOf(code, (text) => this.parse(text)),
				);
				return led === undefined ? undefined : { code: led, map: null };
			},
		},
	};
}

/** The code with its imports of `astro:content` led through our door; undefined where one of them is of more. */
function throughDoor(code: string, program: unknown): string | undefined {
	const body = isNode(program) ? listOf(program['body']) : [];
	const sources = body.flatMap((node) => sourceOf(node) ?? []);
	let led = code;
	for (const { start, end } of sources.reverse())
		led = led.slice(0, start) + JSON.stringify(door) + led.slice(end);
	// Whatever else names it, be it an export, an `import()` or only a text, keeps Astro's own.
	return /["'`]astro:content["'`]/.test(led) ? undefined : led;
}

/** The source of an import of `astro:content` whose names are light. */
function sourceOf(node: Node): Node | undefined {
	const { type, source } = node;
	if (type !== 'ImportDeclaration' || !isNode(source) || source['value'] !== 'astro:content') return;
	const isLight = (specifier: Node) =>
		specifier.type === 'ImportSpecifier' && light.has(nameOf(specifier['imported']));
	return listOf(node['specifiers']).every(isLight) ? source : undefined;
}
