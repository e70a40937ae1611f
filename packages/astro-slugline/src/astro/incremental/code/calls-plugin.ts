import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isNode, listOf, type Node, nameOf, programOf } from '../../../shared/syntax-nodes.js';
import { isOurs, ours, pathIn } from './track-imports-plugin.js';

/**
 * Marks calls of `fetch()`, which has no import to track, so that a build knows which module makes a request.
 */
export function callsPlugin(root: URL): Plugin {
	const folder = fileURLToPath(root);
	return {
		name: 'astro-slugline:calls',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'prerender',
		transform: {
			order: 'post',
			filter: {
				id: { include: /\.(?:astro|mdx?|[cm]?[jt]sx?|vue|svelte)$/, exclude: /^\0|\/node_modules\// },
				code: /\bfetch\b/,
			},
			handler(code, id) {
				if (isOurs(id)) return;
				const calls = fetchesIn(programOf(code, (text) => this.parse(text)));
				if (calls.length === 0) return;
				const path = pathIn(folder, id);
				return { code: marked(code, calls, path), map: null };
			},
		},
	};
}

/** The callees of all calls of the global `fetch`, last one first. */
function fetchesIn(program: unknown): Node[] {
	const imported = new Set<string>();
	for (const { type, specifiers } of isNode(program) ? listOf(program['body']) : []) {
		if (type === 'ImportDeclaration') for (const { local } of listOf(specifiers)) imported.add(nameOf(local));
	}
	const found: Node[] = [];
	const walk = (value: unknown): void => {
		if (Array.isArray(value)) {
			for (const item of value) walk(item);
		} else if (isNode(value)) {
			const { callee } = value;
			const isFetch = value.type === 'CallExpression' && nameOf(callee) === 'fetch';
			if (isFetch && isNode(callee) && !imported.has('fetch')) found.push(callee);
			for (const child of Object.values(value)) if (typeof child === 'object') walk(child);
		}
	};
	walk(program);
	return found.sort((one, other) => other.start - one.start);
}

/** The code with each call marked, and with the import that the marks need. */
function marked(code: string, calls: readonly Node[], path: string): string {
	let text = code;
	for (const { start, end } of calls) {
		text = `${text.slice(0, start)}$$slugline.calledBy(${JSON.stringify(path)}, fetch)${text.slice(end)}`;
	}
	return `import * as $$slugline from ${JSON.stringify(ours('../../page/tracking/calls.js'))};\n${text}`;
}
