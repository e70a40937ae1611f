import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { contentBlocks, isRenderer } from './content-blocks.js';
import type { Shape } from './content-shapes.js';
import { putting, puttingInto } from './known-methods.js';
import { type Exports, exportsOf, type Reference } from './module-exports.js';
import { changedArgument, does, packageFunction, packageNames } from './package-functions.js';
import { pathOf } from './syntax-paths.js';

/** The values that a node changes in place. */
export function changedBy(node: Node): unknown[] {
	const { type, callee } = node;
	const targets =
		type === 'AssignmentExpression'
			? targetsIn(node['left'])
			: type === 'UpdateExpression' || (type === 'UnaryExpression' && node['operator'] === 'delete')
				? [node['argument']]
				: [];
	const owners = targets.flatMap((target) =>
		isNode(target) && target.type === 'MemberExpression' ? [target['object']] : [],
	);
	if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return owners;
	const method = nameOf(callee['property']);
	if (puttingInto.test(pathOf(callee))) return listOf(node['arguments']).slice(0, 1);
	return putting.has(method) || method === 'sort' || method === 'reverse' ? [callee['object']] : owners;
}

/** The targets of an assignment, which may be a pattern: `[list[0], list[1]] = [list[1], list[0]]` */
function targetsIn(target: unknown): unknown[] {
	if (!isNode(target) || !/Pattern$/.test(target.type)) return [target];
	if (target.type === 'AssignmentPattern') return targetsIn(target['left']);
	return listOf(target['elements'] ?? target['properties']).flatMap((part) =>
		targetsIn(part.type === 'Property' ? part['value'] : part),
	);
}

/** What a module does with entries and with what its functions are given. */
export interface ContentEffects {
	/** What it changes in place. */
	changed: readonly Shape[];
	/** Calls of functions, and uses of components, with what they are given. */
	calls: readonly Call[];
	exports: Exports;
}

export interface Call {
	callee: Reference;
	given: readonly (readonly Shape[])[];
}

/**
 * Finds what a module of the site does with entries. Code that runs in `getStaticPaths` runs in every build, so it changes nothing.
 *
 * @param reads true for the specifier of a module of the site whose functions may return entries
 */
export function contentEffects(program: Node, reads: (specifier: string) => boolean): ContentEffects {
	const exports = exportsOf(program);
	const read = new Map<string, boolean>();
	const isReader = (name: string): boolean => {
		const { specifier = '' } = exports.referenceOf({ type: 'Identifier', name }) ?? {};
		const isReading = read.get(specifier) ?? (specifier !== '' && reads(specifier));
		read.set(specifier, isReading);
		return isReading;
	};
	const packages = packageNames(program);
	const changed: Shape[] = [];
	const calls: Call[] = [];
	const note = (callee: Reference | undefined, given: readonly (readonly Shape[])[]) => {
		if (callee && given.some((shapes) => shapes.length > 0)) calls.push({ callee, given });
	};
	contentBlocks(program, isReader, (node, { shapes, isStaticPaths }) => {
		if (isStaticPaths) {
			// A page is given the props of its path.
			if (node.type === 'Property' && nameOf(node['key']) === 'props')
				for (const page of exports.named.get('default') ?? []) note(page, [shapes(node['value'])]);
			return;
		}
		for (const owner of changedBy(node)) changed.push(...shapes(owner));
		if (node.type !== 'CallExpression') return;
		const args = listOf(node['arguments']);
		// `set(post, 'data.title', title)` of lodash changes what is in it.
		if (does('changing', packageFunction(node['callee'], packages)))
			changed.push(
				...shapes(changedArgument(args)).map((shape) => (shape === 'entries' ? 'content' : shape)),
			);
		if (isRenderer(args[0])) args.shift();
		note(exports.referenceOf(node['callee']), args.map(shapes));
		// A component and its props: `jsx(Tags, { tags })`, `$$renderComponent($$result, 'Tags', Tags, { tags })`.
		for (const [index, arg] of args.entries()) {
			const props = args[index + 1];
			if (props?.type === 'ObjectExpression') note(exports.referenceOf(arg), [shapes(props)]);
		}
	});
	return { changed, calls, exports };
}
