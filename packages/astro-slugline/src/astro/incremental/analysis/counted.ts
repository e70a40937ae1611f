import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { puttingInto } from './known-methods.js';
import { namesIn } from './module-names.js';
import { changedArgument, does, type PackageNames, packageFunction } from './package-functions.js';
import { isLastIndex } from './regular-expressions.js';
import {
	type Home,
	homeOf,
	homeOfObject,
	isComputedFrom,
	mentions,
	ownHomeOf,
	rootOf,
	type Scope,
} from './scopes.js';
import { hasPath, pathOf, textOfPath } from './syntax-paths.js';

/** Methods that make a list longer or shorter, or that go on to the next item. */
const collecting = /^(?:push|unshift|splice|pop|shift|add|append|next)$/;

/** Methods that move or replace all items, or that change a date. */
const reordering =
	/^(?:sort|reverse|fill|copyWithin|set(?:UTC)?(?:Date|Month|FullYear|Hours|Minutes|Seconds|Milliseconds|Time))$/;

/**
 * The values that a node changes in a way that the next change, or another page, sees: `n++`, `seen.add(x)`,
 * `seen.set(x, seen.get(x) + 1)`. Code that only fills a cache does not: `x ??= y`, an assignment, and `map.set()` give the same value
 * whichever page comes first.
 *
 * @param isOfSite false for packages, which often have flags that say that something is ready
 * @param packages what the module imports from packages
 */
export function countedBy(node: Node, scope: Scope, isOfSite: boolean, packages: PackageNames): Home[] {
	const { type } = node;
	if (type === 'UpdateExpression') return [homeOfTarget(node['argument'], scope)];
	if (type === 'UnaryExpression' && node['operator'] === 'delete')
		return isOfSite ? [homeOfTarget(node['argument'], scope)] : [];
	if (type === 'AssignmentExpression') return assignedBy(node, scope, isOfSite);
	if (type !== 'CallExpression') return [];
	if (does('changing', packageFunction(node['callee'], packages)))
		return [homeOf(rootOf(changedArgument(listOf(node['arguments']))), scope)];
	return calledBy(node, scope, isOfSite);
}

function assignedBy({ operator, left, right }: Node, scope: Scope, isOfSite: boolean): Home[] {
	if (operator === '??=' || operator === '||=') return [];
	if (!isNode(left)) return [];
	if (/Pattern$/.test(left.type)) {
		const homes = namesIn(left).map((name) => ownHomeOf(name, scope));
		return homes.filter(({ root }) => mentions(right, root, scope));
	}
	const home = homeOfTarget(left, scope);
	if (operator !== '=' && operator !== '&&=') return [home];
	const isFlag = isOfSite && isLiteral(right) && !isLastIndex(left);
	const key = left['computed'] === true ? left['property'] : undefined;
	const isNext =
		home.place === 'this'
			? hasPath(right, textOfPath(left))
			: isComputedFrom(right, home.root, scope) || mentions(key, home.root, scope);
	return isFlag || isNext ? [home] : [];
}

function calledBy({ callee, arguments: given }: Node, scope: Scope, isOfSite: boolean): Home[] {
	if (!isNode(callee) || callee.type !== 'MemberExpression') return [];
	const method = nameOf(callee['property']);
	const home = homeOfObject(callee['object'], scope);
	const [first, second] = listOf(given);
	if (collecting.test(method)) return [home];
	if (method === 'set') {
		const isFlag = isOfSite && isLiteral(second);
		return isFlag || isComputedFrom(second, home.root, scope) ? [home] : [];
	}
	if (!isOfSite) return [];
	if (reordering.test(method)) return [home];
	return puttingInto.test(pathOf(callee)) ? [homeOf(rootOf(first), scope)] : [];
}

/** A variable that is assigned has a new value; a property that is assigned changes the object. */
const homeOfTarget = (target: unknown, scope: Scope): Home =>
	isNode(target) && target.type === 'Identifier'
		? ownHomeOf(nameOf(target), scope)
		: isNode(target) && target.type === 'MemberExpression'
			? homeOfObject(target['object'], scope)
			: homeOf(rootOf(target), scope);

/** True for `true`, `1`, and `'text'`, which a variable has from the first page on. */
const isLiteral = (value: unknown): boolean =>
	isNode(value) && value.type === 'Literal' && value['value'] !== null && value['value'] !== undefined;
