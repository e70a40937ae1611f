import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isNode, listOf, type Node, nameOf, programOf } from '../../../shared/syntax-nodes.js';
import { isOurs, ours, pathIn } from './track-imports-plugin.js';

/** Modules of a site: their paths in it, by their ids. */
type Paths = Map<string, string>;

/** What modules call. */
export interface Callers {
	/** Those that are given functions. */
	takers: Paths;
	/** Those that call `fetch()`. */
	fetching: Paths;
}

/**
 * Marks calls whose reads belong to another module than the one that asks a door: functions that a module gives to another,
 * as in `remember('nav', () => getCollection('pages'))`, since that one may keep what comes of them for all pages; and
 * `fetch()`, which anybody can call.
 */
export function callsPlugin(root: URL, { takers, fetching }: Callers): Plugin {
	const folder = fileURLToPath(root);
	return {
		name: 'astro-slugline:calls',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'prerender',
		transform: {
			order: 'post',
			filter: {
				id: { include: /\.(?:astro|mdx?|[cm]?[jt]sx?|vue|svelte)$/, exclude: /^\0|\/node_modules\// },
			},
			async handler(code, id) {
				if (isOurs(id)) return;
				const { fetches, given } = callsIn(programOf(code, (text) => this.parse(text)));
				const own = pathIn(folder, id);
				if (fetches.length > 0) fetching.set(id, own);
				const marks = fetches.map((node): Mark => ({ node, by: 'calledBy', path: own }));
				for (const [source, functions] of given) {
					const taker = (await this.resolve(source, id))?.id.split('?')[0];
					if (!taker || !isOfSite(taker)) continue;
					const path = pathIn(folder, taker);
					takers.set(taker, path);
					marks.push(...functions.map((node): Mark => ({ node, by: 'takenBy', path })));
				}
				return marks.length > 0 ? { code: marked(code, marks), map: null } : undefined;
			},
		},
	};
}

/** True for a module of code that is the site's own. */
export const isOfSite = (id: string): boolean =>
	!id.startsWith('\0') && !id.includes('/node_modules/') && !isOurs(id) && /\.[cm]?[jt]sx?$/.test(id);

/** What calls a program makes. */
interface Calls {
	/** Where it names `fetch` to call it. */
	fetches: Node[];
	/** By modules that it imports from: functions that it gives to them, or names that may be of functions. */
	given: Map<string, Node[]>;
}

function callsIn(program: unknown): Calls {
	const sources = importsOf(program);
	const calls: Calls = { fetches: [], given: new Map() };
	const walk = (value: unknown): void => {
		if (Array.isArray(value)) {
			for (const item of value) walk(item);
		} else if (isNode(value)) {
			if (value.type === 'CallExpression') look(value);
			for (const child of Object.values(value)) if (typeof child === 'object') walk(child);
		}
	};
	const look = (call: Node): void => {
		const { callee } = call;
		const source = sources.get(nameAtTheLeft(callee));
		const functions = source === undefined ? [] : listOf(call['arguments']).flatMap(functionsIn);
		if (isNode(callee) && nameOf(callee) === 'fetch' && source === undefined) calls.fetches.push(callee);
		if (source === undefined || functions.length === 0) return;
		calls.given.set(source, [...(calls.given.get(source) ?? []), ...functions]);
	};
	walk(program);
	return calls;
}

/** The modules that a program imports from, by the names that it gives to what it imports. */
function importsOf(program: unknown): Map<string, string> {
	const sources = new Map<string, string>();
	for (const { type, source, specifiers } of isNode(program) ? listOf(program['body']) : []) {
		if (type !== 'ImportDeclaration' || !isNode(source)) continue;
		for (const { local } of listOf(specifiers)) sources.set(nameOf(local), String(source['value']));
	}
	return sources;
}

/** The name that `store.of('nav').keep` begins with. */
function nameAtTheLeft(callee: unknown): string {
	let at = callee;
	while (isNode(at) && /^(Call|Member)Expression$/.test(at.type)) at = at['callee'] ?? at['object'];
	return nameOf(at);
}

/** The functions of an argument: itself, or what an object has. A name in capitals is that of a class or a component. */
function functionsIn(argument: Node): Node[] {
	if (/^(Arrow)?FunctionExpression$/.test(argument.type)) return [argument];
	if (argument.type === 'Identifier' && !/^[A-Z]/.test(nameOf(argument))) return [argument];
	if (argument.type !== 'ObjectExpression') return [];
	return listOf(argument['properties']).flatMap(({ type, method, shorthand, kind, value }) =>
		type === 'Property' && !method && !shorthand && kind === 'init' && isNode(value)
			? functionsIn(value)
			: [],
	);
}

/** A function in the code, what is to mark it, and the module that this is about. */
interface Mark {
	node: Node;
	by: 'calledBy' | 'takenBy';
	path: string;
}

/** The code with each function marked, and the import of what marks them. */
function marked(code: string, marks: Mark[]): string {
	const inserts = marks.flatMap(({ node: { start, end }, by, path }) => [
		{ at: start, text: `$$slugline.${by}(${JSON.stringify(path)}, ` },
		{ at: end, text: ')' },
	]);
	let text = code;
	for (const { at, text: insert } of inserts.sort((one, other) => other.at - one.at)) {
		text = text.slice(0, at) + insert + text.slice(at);
	}
	return `import * as $$slugline from ${JSON.stringify(ours('../../page/tracking/calls.js'))};\n${text}`;
}
