import type { Plugin } from 'vite';
import { isNode, listOf, type Node, nameOf, programOf } from '../../shared/syntax-nodes.js';

/** Astro's environment for the content config. */
export const contentConfig = 'astro';

/** Has of `astro:content` what needs no content. Node is to load it. */
export const contentConfigDoor = 'astro-slugline/content-config';

/** What a content config has of `astro:content` that needs no content. */
const light = new Set(['defineCollection', 'reference', 'z']);

/**
 * Gives modules of the content config that define collections, and read none, what they import from `astro:content` from
 * Node, which has loaded it for Astro. Astro's own module brings much of its runtime, which Vite would transform anew in each
 * build.
 */
export function contentConfigPlugin(): Plugin {
	return {
		name: 'astro-slugline:content-config',
		applyToEnvironment: ({ name }) => name === contentConfig,
		// Behind those that make JavaScript of a module, before the one that resolves what it imports.
		enforce: 'post',
		transform: {
			filter: { id: { exclude: [/^\0/, /\/node_modules\//] }, code: /["']astro:content["']/ },
			async handler(code, id) {
				// A site may have this package through another one only.
				if (!(await this.resolve(contentConfigDoor, id))) return;
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
		led = led.slice(0, start) + JSON.stringify(contentConfigDoor) + led.slice(end);
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
