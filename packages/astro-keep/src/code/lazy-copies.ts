import type { AstroIntegrationLogger } from 'astro';
import type { Plugin } from 'vite';
import { isNode, listOf, type Node, nameOf, programOf } from '../shared/syntax-nodes.js';

/** The module of Starlight that copies each entry of a site when it is loaded. */
const routing = /\/@astrojs\/starlight\/(?:dist\/)?utils\/routing\/index\.[jt]s$/;

/**
 * Makes Starlight copy the getters of entries instead of their values. It copies each entry at the top level of a module, and a build
 * that copied the values would have read every text for every page.
 */
export function lazyCopiesPlugin(logger: AstroIntegrationLogger): Plugin {
	return {
		name: 'astro-keep:lazy-copies',
		apply: 'build',
		enforce: 'pre',
		applyToEnvironment: ({ name }) => name === 'prerender',
		transform: {
			filter: { id: routing },
			handler(code) {
				const program = programOf(code, (text) => this.parse(text, { lang: 'ts' }));
				const copied = withLazyCopies(code, program);
				if (copied !== undefined) return { code: copied, map: null };
				logger.warn(
					'This version of Starlight copies entries in another way: an edited text renders all pages.',
				);
			},
		},
	};
}

/** The code with its one function that returns a copy of its parameter, `{ ...entry, … }`; undefined if there is not exactly one. */
export function withLazyCopies(code: string, program: unknown): string | undefined {
	const functions = (isNode(program) ? listOf(program['body']) : []).map((node) =>
		isNode(node['declaration']) ? node['declaration'] : node,
	);
	const copies = functions.flatMap((node) => copyIn(node) ?? []);
	const [copy] = copies;
	if (!copy || copies.length > 1) return undefined;
	const [spread] = listOf(copy['properties']);
	const entry = isNode(spread) ? nameOf(spread['argument']) : '';
	const rest = `{${code.slice(spread?.end, copy.end).replace(/^\s*,/, '')}`;
	const [own, added] = [entry, rest].map((object) => `Object.getOwnPropertyDescriptors(${object})`);
	const made = `Object.create(Object.getPrototypeOf(${entry}), Object.assign(${own}, ${added}))`;
	return code.slice(0, copy.start) + made + code.slice(copy.end);
}

/** The object that a function of one parameter returns in its only statement, if it begins with a spread of the parameter. */
function copyIn({ type, params, body }: Node): Node | undefined {
	const [parameter, ...others] = listOf(params);
	const [statement, ...rest] = isNode(body) ? listOf(body['body']) : [];
	if (type !== 'FunctionDeclaration' || others.length > 0 || rest.length > 0 || !statement) return;
	const { argument } = statement;
	if (statement.type !== 'ReturnStatement' || !isNode(argument)) return;
	const [first, ...added] = listOf(argument['properties']);
	const isCopy = first?.type === 'SpreadElement' && nameOf(first['argument']) === nameOf(parameter);
	return isCopy && nameOf(parameter) && !added.some((node) => node.type === 'SpreadElement')
		? argument
		: undefined;
}
