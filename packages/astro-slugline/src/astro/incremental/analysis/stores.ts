import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { isMadeHere, putting, puttingInto } from './known-methods.js';
import type { Names } from './module-names.js';
import { changedArgument, does, packageFunction } from './package-functions.js';
import { isHarmless } from './passes.js';
import { baseOf, pathOf, textOfPath } from './syntax-paths.js';

interface Place {
	inClass: boolean;
	/** True for a framework's component, whose own objects do not outlive its rendering. */
	isLoose: boolean;
}

/** True if a node may store a value where it outlives the page. */
export function putsSomewhere(node: Node, names: Names, place: Place): boolean {
	const stays = (target: unknown): boolean => {
		if (!isNode(target)) return false;
		if (target.type === 'Identifier')
			return names.top.has(nameOf(target)) || isGlobalName(nameOf(target), names);
		if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') {
			return listOf(target['elements'] ?? target['properties']).some((inner) =>
				stays(inner['value'] ?? inner['argument'] ?? inner),
			);
		}
		if (target.type === 'AssignmentPattern') return stays(target['left']);
		if (target.type === 'RestElement') return stays(target['argument']);
		return target.type === 'MemberExpression' && staysIn(target['object']);
	};
	/** True for the `Astro` global. Bundlers rename it to `Astro2` in a page with `getStaticPaths`. */
	const isAstro = (base: string): boolean =>
		base === 'Astro' || (/^Astro\d+$/.test(base) && !names.top.has(base));
	/** True if a value that is stored in the value of an expression may outlive the page. */
	const staysIn = (owner: unknown): boolean => {
		const base = baseOf(owner);
		if (base === 'this') return !place.inClass;
		// `Astro` belongs to one request, but its props may be shared, and so may be what middleware puts into its locals.
		if (isAstro(base)) return /^Astro\d*\.(?:props|locals\.)/.test(textOfPath(owner));
		if (names.fresh.has(base)) return false;
		if (isMadeHere(owner)) return false;
		return !place.isLoose || names.top.has(base) || isHost(base);
	};
	const { type, callee } = node;
	if (type === 'AssignmentExpression') return stays(node['left']);
	if (type === 'UpdateExpression') return stays(node['argument']);
	if (type === 'UnaryExpression' && node['operator'] === 'delete') return stays(node['argument']);
	if (type === 'PropertyDefinition' && node['static'] === true) return !isHarmless(node['value']);
	if (type === 'StaticBlock' || type === 'WithStatement') return true;
	if (type === 'ImportExpression') return !isNode(node['source']) || node['source'].type !== 'Literal';
	if (does('remembering', packageFunction(node, names.packages))) return true;
	if (type !== 'CallExpression' || !isNode(callee)) return false;
	if (does('changing', packageFunction(callee, names.packages)))
		return staysIn(changedArgument(listOf(node['arguments'])));
	if (nameOf(callee) === 'eval' || nameOf(callee) === 'Function') return true;
	if (callee.type !== 'MemberExpression') return false;
	const [first] = listOf(node['arguments']);
	if (puttingInto.test(pathOf(callee))) return staysIn(first);
	if (
		isOfLocals.test(textOfPath(callee)) &&
		listOf(node['arguments']).some(({ type }) => /Function/.test(type))
	)
		return true;
	const method = callee['computed'] === true ? '' : nameOf(callee['property']);
	if (putting.has(method)) return staysIn(callee['object']);
	// A function that any other module may have stored there.
	return (
		isHost(baseOf(callee['object'])) &&
		isNode(callee['object']) &&
		callee['object'].type === 'MemberExpression'
	);
}

/** A function that middleware put into the locals. */
const isOfLocals = /^Astro\d*\.locals\./;

/** True for a name of the global object. */
export const isHost = (name: string): boolean => /^(?:globalThis|global|window|self)$/.test(name);

/** True for a name of the global object that the module does not declare. */
const isGlobalName = (name: string, { top, fresh }: Names): boolean =>
	isHost(name) && !top.has(name) && !fresh.has(name);
