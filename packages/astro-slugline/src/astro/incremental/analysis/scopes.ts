import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { baseOf, textOfPath, unwrapped, walk } from './syntax-paths.js';
import { type Item, isFunction, type Variables, variablesOf } from './variables.js';

/** A function, with the variables that it declares. */
export interface Scope extends Variables {
	/** The function around it; undefined for a function at the top level. */
	parent: Scope | undefined;
	node: Node;
	/** True unless it is only called while the function around it runs, as in `list.map(() => …)`. */
	escapes: boolean;
	/** True for a generator, which continues where it stopped. */
	isGenerator: boolean;
	/** What `this` is in it. */
	owner: Owner;
	/** True for a function that is called when the module is loaded, and only then. */
	isOfLoading: boolean;
}

/** What `this` is: one object of the module, an object that code creates, or nothing that was there before. */
export type Owner = 'shared' | 'instance' | 'new';

/** Where a value lives. */
export interface Home {
	/** At the top level, in a function that created the running one, in the running function, or in `this`. */
	place: 'top' | 'closure' | 'local' | 'this';
	/** The variable that holds it, or `this`. */
	root: string;
}

/** Visits the nodes that run when a function is called, with the function. */
export function inScopes(statements: readonly Node[], visit: (node: Node, scope: Scope) => void): void {
	const look = (value: unknown, scope: Scope | undefined, above: readonly Node[]): void => {
		if (Array.isArray(value)) {
			for (const item of value) look(item, scope, above);
			return;
		}
		if (!isNode(value)) return;
		const inner = isFunction(value) ? scopeOf(value, scope, above) : scope;
		if (scope && !scope.isOfLoading) visit(value, scope);
		const next = [...above.slice(-2), value];
		for (const child of Object.values(value)) if (typeof child === 'object') look(child, inner, next);
	};
	look(statements, undefined, []);
}

/** @param above the nodes around the function, the nearest one last */
function scopeOf(node: Node, parent: Scope | undefined, above: readonly Node[]): Scope {
	const [around, nearest] = [above.at(-2), above.at(-1)];
	const caller = nearest?.type === 'ParenthesizedExpression' ? around : nearest;
	const isAtOnce = isCalledAtOnce(nearest === caller ? node : nearest, caller);
	return {
		...{ node, parent, isGenerator: node['generator'] === true },
		...variablesOf(node, isAtOnce ? itemIn(node, caller) : undefined),
		escapes: !isAtOnce,
		owner: ownerIn(node, parent, nearest, around),
		isOfLoading: isAtOnce && (parent === undefined || parent.isOfLoading),
	};
}

/** Methods that call a function before they return. */
const calling =
	/^(?:map|flatMap|filter|forEach|reduce|reduceRight|find\w*|some|every|sort|toSorted|replace|replaceAll|from|then)$/;

/** True for an argument of such a method, and for a function that is called where it stands. */
function isCalledAtOnce(node: Node | undefined, nearest: Node | undefined): boolean {
	if (nearest?.type !== 'CallExpression') return false;
	const { callee } = nearest;
	return callee === node || (isNode(callee) && calling.test(nameOf(callee['property'])));
}

/** The parameter of a callback that is an item of a list, and the list: `list.forEach((item) => …)`. */
function itemIn(callback: Node, caller: Node | undefined): Item | undefined {
	const callee = caller?.['callee'];
	if (!isNode(callee) || callee.type !== 'MemberExpression') return undefined;
	const method = nameOf(callee['property']);
	if (/^(?:sort|toSorted|replace|replaceAll|then)$/.test(method)) return undefined;
	const list = method === 'from' ? listOf(caller?.['arguments'])[0] : callee['object'];
	const param = listOf(callback['params'])[method.startsWith('reduce') ? 1 : 0];
	return param && { param, list: sourceOfItems(list) };
}

/** The list whose items an expression contains: `items` for `items.filter(isNew)` and `[...items]`. */
function sourceOfItems(list: unknown): unknown {
	if (!isNode(list)) return list;
	const { type, callee } = list;
	if (type === 'ParenthesizedExpression') return sourceOfItems(list['expression']);
	if (type === 'ArrayExpression') {
		const [first] = listOf(list['elements']);
		return first?.type === 'SpreadElement' ? sourceOfItems(first['argument']) : list;
	}
	if (type !== 'CallExpression' || !isNode(callee)) return list;
	return copying.test(nameOf(callee['property'])) ? sourceOfItems(callee['object']) : list;
}

/** Methods that return a list with the same items. */
const copying = /^(?:filter|slice|concat|flat|sort|reverse|toSorted|toReversed)$/;

function ownerIn(
	node: Node,
	parent: Scope | undefined,
	nearest: Node | undefined,
	around: Node | undefined,
): Owner {
	switch (nearest?.type) {
		case 'MethodDefinition':
			if (nearest['kind'] === 'constructor') return 'new';
			return nearest['static'] === true ? 'shared' : 'instance';
		case 'PropertyDefinition':
			return nearest['static'] === true ? 'shared' : 'instance';
		case 'Property':
			if (node.type === 'ArrowFunctionExpression' || around?.type !== 'ObjectExpression') break;
			return parent ? 'instance' : 'shared';
	}
	if (node.type === 'ArrowFunctionExpression') return parent?.owner ?? 'new';
	return 'instance';
}

/** The function that declares a variable; undefined for one of the top level. */
export function scopeDeclaring(name: string, scope: Scope): { at: Scope | undefined; escaped: boolean } {
	let escaped = false;
	for (let at: Scope | undefined = scope; at; at = at.parent) {
		if (at.names.has(name)) return { at, escaped };
		escaped ||= at.escapes;
	}
	return { at: undefined, escaped };
}

/** Where a variable itself lives, whatever its value is a part of. */
export function ownHomeOf(name: string, scope: Scope): Home {
	const { at, escaped } = scopeDeclaring(name, scope);
	const place = !at ? 'top' : escaped || at.isGenerator ? 'closure' : 'local';
	return { place, root: name };
}

/** Where the value of a variable lives. A variable may be declared with a part of another value. */
export function homeOf(name: string, scope: Scope, steps = 10): Home {
	if (name === 'this') return { place: 'this', root: name };
	const { at } = scopeDeclaring(name, scope);
	const root = rootOf(at?.names.get(name));
	const whole = at && root !== '' && root !== name && steps > 0 ? homeOf(root, at, steps - 1) : undefined;
	return whole && whole.place !== 'local' ? whole : ownHomeOf(name, scope);
}

/** Where the object that an expression refers to lives. A shallow copy has its own fields, but shares what is in them. */
export function homeOfObject(value: unknown, scope: Scope): Home {
	let at = unwrapped(value);
	let field: string | undefined;
	while (isNode(at) && at.type === 'MemberExpression') {
		field = nameOf(at['property']);
		at = unwrapped(at['object']);
	}
	const init = field === undefined ? undefined : scopeDeclaring(nameOf(at), scope).at?.names.get(nameOf(at));
	const parts = isNode(init) ? listOf(init['properties'] ?? init['elements']) : [];
	const isOwn = parts.some(({ key }) => key !== undefined && nameOf(key) === field);
	const copied = isOwn ? [] : parts.filter(({ type }) => type === 'SpreadElement');
	const homes = copied.map(({ argument }) => homeOf(rootOf(argument), scope));
	return homes.find(({ place }) => place !== 'local') ?? homeOf(rootOf(value), scope);
}

/** Methods that return a part of the object that they are called on. */
const parts = /^(?:get|at|find|findLast|values|entries|getOrInsert\w*)$/;

/** The variable of whose value an expression is a part: `seen` for `seen.get(key) ?? []`. */
export function rootOf(value: unknown): string {
	if (!isNode(value)) return '';
	const { type, callee } = value;
	if (type === 'LogicalExpression') return rootOf(value['left']) || rootOf(value['right']);
	if (type === 'ConditionalExpression') return rootOf(value['consequent']) || rootOf(value['alternate']);
	if (type === 'MemberExpression') return rootOf(value['object']);
	if (type === 'AwaitExpression') return rootOf(value['argument']);
	if (type === 'AssignmentExpression') return rootOf(value['left']);
	if (type === 'CallExpression' && /^Object\.(?:values|entries)$/.test(textOfPath(callee)))
		return rootOf(listOf(value['arguments'])[0]);
	if (type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression')
		return parts.test(nameOf(callee['property'])) ? rootOf(callee['object']) : '';
	if (isNode(value['expression'])) return rootOf(value['expression']);
	return baseOf(value);
}

/** True for a value that is computed from what a variable holds, such as `seen.get(key) + 1`, and not only a part of it. */
export function isComputedFrom(value: unknown, root: string, scope: Scope): boolean {
	if (!isNode(value)) return false;
	const { type } = value;
	const isAny = (...keys: string[]) => keys.some((key) => isComputedFrom(value[key], root, scope));
	if (type === 'LogicalExpression') return isAny('left', 'right');
	if (type === 'ConditionalExpression') return isAny('consequent', 'alternate');
	if (type === 'AwaitExpression') return isAny('argument');
	if (isNode(value['expression'])) return isAny('expression');
	if (type === 'Identifier') {
		const init = initOf(nameOf(value), scope);
		return rootOf(init) === '' && mentions(init, root, scope);
	}
	if (rootOf(value) !== '') return false;
	return mentions(value, root, scope);
}

/**
 * True for an expression with a variable, or with others that were declared with it.
 *
 * @param seen expressions that were looked at before, so that a large module takes no longer than its size
 */
export function mentions(
	value: unknown,
	root: string,
	scope: Scope,
	steps = 5,
	seen = new Set<unknown>(),
): boolean {
	if (seen.has(value)) return false;
	seen.add(value);
	let found = false;
	walk(value, (node) => {
		if (found || node.type !== 'Identifier') return;
		const name = nameOf(node);
		found =
			homeOf(name, scope).root === root ||
			(steps > 0 && mentions(initOf(name, scope), root, scope, steps - 1, seen));
	});
	return found;
}

const initOf = (name: string, scope: Scope): unknown => scopeDeclaring(name, scope).at?.names.get(name);
