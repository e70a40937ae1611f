import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import type { Fill } from './fills.js';
import { homeOf, rootOf, type Scope, scopeDeclaring } from './scopes.js';
import { pathOf, textOfPath, unwrapped, walk } from './syntax-paths.js';

/** A node of a function that may ask whether a registry has an entry. */
export interface Asking {
	node: Node;
	scope: Scope;
}

const asking = new Set([
	...[
		'IfStatement',
		'WhileStatement',
		'DoWhileStatement',
		'ForStatement',
		'ForOfStatement',
		'ForInStatement',
	],
	...['ReturnStatement', 'ConditionalExpression', 'LogicalExpression', 'SpreadElement'],
]);

/** Methods that list entries. */
const listing = new Set(['keys', 'values', 'entries', 'forEach']);

/** True for nodes that `asksForPresence()` looks at. */
export function mayAsk({ type, property, callee }: Node): boolean {
	if (type === 'MemberExpression') return nameOf(property) === 'size';
	if (type === 'CallExpression') return isNode(callee) && listing.has(nameOf(callee['property']));
	return asking.has(type);
}

/** A registry of a module, by the fill of one of its entries. */
interface Registry {
	fill: Fill;
	/** All fills of the module, and their nodes. */
	nodes: ReadonlySet<unknown>;
}

/**
 * True if code does something with the entries of a registry other than to use or fill the entry that it asks for. Pages that come
 * later then see that others were there.
 */
export function asksForPresence(fill: Fill, fills: readonly Fill[], nodes: readonly Asking[]): boolean {
	const registry: Registry = { fill, nodes: new Set(fills.map(({ node }) => node)) };
	const look: Look = { inTests: new Set(), filled: [] };
	return nodes.some((asked) => isOtherUse(asked, registry, look));
}

/** What was seen in the nodes before. */
interface Look {
	/** The parts of conditions. */
	inTests: Set<unknown>;
	/** Conditions that fill an entry and return. What follows is for an entry that is there. */
	filled: Asking[];
}

function isOtherUse({ node, scope }: Asking, registry: Registry, { inTests, filled }: Look): boolean {
	const { type, test } = node;
	const isAsked = (value: unknown) => asks(value, registry, scope);
	const isOfEntry = (value: unknown) => concerns(value, registry, scope);
	switch (type) {
		case 'IfStatement':
			walk(test, (inner) => inTests.add(inner));
			if (!isAsked(test)) return false;
			if (fillsAndReturns(node['consequent'], registry)) filled.push({ node, scope });
			return [node['consequent'], node['alternate']].some((branch) => !isUse(branch, registry, scope));
		case 'ConditionalExpression':
			walk(test, (inner) => inTests.add(inner));
			return isAsked(test) && !(isOfEntry(node['consequent']) && isOfEntry(node['alternate']));
		case 'LogicalExpression':
			if (inTests.has(node) || node['operator'] !== '&&') return false;
			return isPresence(node['left'], registry, scope) && !isOfEntry(node['right']);
		case 'WhileStatement':
		case 'DoWhileStatement':
		case 'ForStatement':
			return isAsked(test);
		case 'ReturnStatement':
			if (isPresence(node['argument'], registry, scope)) return true;
			return filled.some(
				(before) => before.scope === scope && before.node.end < node.start && !isOfEntry(node['argument']),
			);
		case 'ForOfStatement':
		case 'ForInStatement':
			return isRegistry(node['right'], registry, scope);
		case 'SpreadElement':
			return isRegistry(node['argument'], registry, scope);
		case 'MemberExpression':
			return nameOf(node['property']) === 'size' && isRegistry(node['object'], registry, scope);
		default:
			return isListed(node, registry, scope);
	}
}

/** True for `map.keys()` and `Object.keys(map)`. */
function isListed({ callee, arguments: given }: Node, registry: Registry, scope: Scope): boolean {
	if (!isNode(callee) || callee.type !== 'MemberExpression') return false;
	const method = nameOf(callee['property']);
	if (nameOf(callee['object']) === 'Object') return isRegistry(listOf(given)[0], registry, scope);
	return listing.has(method) && isRegistry(callee['object'], registry, scope);
}

/** True for an expression that is the registry itself. */
function isRegistry(value: unknown, { fill: { home, path } }: Registry, scope: Scope): boolean {
	const found = unwrapped(value);
	if (!isNode(found) || rootOf(found) === '') return false;
	const { place, root } = homeOf(rootOf(found), scope);
	if (place !== home.place || root !== home.root) return false;
	return textOfPath(found) === path || path === '' || !path.startsWith(home.root);
}

/** The part of an expression that looks an entry up: `map.has(key)`, `map.get(key)`, `map[key]`, `key in map`. */
function isLookUp(node: Node, registry: Registry, scope: Scope): boolean {
	const { type, callee } = node;
	if (isHas(node, registry, scope)) return true;
	if (type === 'MemberExpression' && node['computed'] === true)
		return isRegistry(node['object'], registry, scope);
	if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
	return nameOf(callee['property']) === 'get' && isRegistry(callee['object'], registry, scope);
}

/** True for `map.has(key)`, `key in map`, and `Object.hasOwn(map, key)`. */
function isHas(
	{ type, operator, right, callee, arguments: given }: Node,
	registry: Registry,
	scope: Scope,
): boolean {
	if (type === 'BinaryExpression') return operator === 'in' && isRegistry(right, registry, scope);
	if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return false;
	if (pathOf(callee) === 'Object.hasOwn') return isRegistry(listOf(given)[0], registry, scope);
	return (
		/^has(?:OwnProperty)?$/.test(nameOf(callee['property'])) && isRegistry(callee['object'], registry, scope)
	);
}

/** The value that a variable is declared with, unless it is assigned later. */
function constantOf(name: string, scope: Scope): unknown {
	const { at } = scopeDeclaring(name, scope);
	return at?.assigned.has(name) ? undefined : unwrapped(at?.names.get(name));
}

/** True for a condition that asks whether there is an entry. */
function asks(test: unknown, registry: Registry, scope: Scope): boolean {
	let found = false;
	walk(test, (node) => {
		const value = node.type === 'Identifier' ? constantOf(nameOf(node), scope) : node;
		found ||= isNode(value) && (isLookUp(value, registry, scope) || isPresence(value, registry, scope));
	});
	return found;
}

/** True for an expression that only says whether there is an entry: `!map.has(key)`, `map[key] !== undefined`. */
function isPresence(value: unknown, registry: Registry, scope: Scope): boolean {
	const found = unwrapped(value);
	if (!isNode(found)) return false;
	const { type } = found;
	if (type === 'Identifier') {
		const init = constantOf(nameOf(found), scope);
		return init !== found && isPresence(init, registry, scope);
	}
	if (type === 'UnaryExpression') {
		const inner = unwrapped(found['argument']);
		return isNode(inner) && (isLookUp(inner, registry, scope) || isPresence(inner, registry, scope));
	}
	const isCompared = type === 'BinaryExpression' && /^[!=]==?$/.test(String(found['operator']));
	const left = unwrapped(found['left']);
	if (isCompared && isNode(left)) return isLookUp(left, registry, scope);
	return isHas(found, registry, scope);
}

/** Variables that are computed in more steps are not followed. */
const maxSteps = 30;

/** True for an expression with the entry, or with a variable that holds it. */
function concerns(value: unknown, registry: Registry, scope: Scope, seen = new Set<unknown>()): boolean {
	if (seen.has(value) || seen.size > maxSteps) return false;
	seen.add(value);
	let found = false;
	walk(value, (node) => {
		if (found) return;
		found = registry.nodes.has(node) || isLookUp(node, registry, scope);
		if (found || node.type !== 'Identifier') return;
		const { at } = scopeDeclaring(nameOf(node), scope);
		const values = [at?.names.get(nameOf(node)), ...(at?.assigned.get(nameOf(node)) ?? [])];
		found = values.some((one) => concerns(one, registry, scope, seen));
	});
	return found;
}

/** True for statements that fill an entry and return. */
function fillsAndReturns(branch: unknown, registry: Registry): boolean {
	let fills = false;
	let returns = false;
	walk(branch, (node) => {
		fills ||= registry.nodes.has(node);
		returns ||= node.type === 'ReturnStatement';
	});
	return fills && returns;
}

/** True for a branch of a condition that fills an entry, or that uses the one that is there. */
function isUse(branch: unknown, registry: Registry, scope: Scope): boolean {
	let isFilled = false;
	let isOther = false;
	const look = (value: unknown): void => {
		if (Array.isArray(value)) for (const item of value) look(item);
		if (!isNode(value)) return;
		isFilled ||= registry.nodes.has(value);
		if (/Function/.test(value.type)) return;
		if (value.type === 'ContinueStatement' || value.type === 'BreakStatement') isOther = true;
		if (value.type === 'ReturnStatement' && isNode(value['argument']))
			isOther ||= !concerns(value['argument'], registry, scope);
		if (value.type === 'ExpressionStatement') isOther ||= !isSilent(value['expression'], registry, scope);
		for (const child of Object.values(value)) if (typeof child === 'object') look(child);
	};
	look(branch);
	return isFilled || !isOther;
}

/** True for a log line, and for what is done with the entry. */
function isSilent(expression: unknown, registry: Registry, scope: Scope): boolean {
	if (!isNode(expression)) return true;
	const { type, callee } = expression;
	if (type === 'CallExpression' && isNode(callee) && nameOf(callee['object']) === 'console') return true;
	return concerns(expression, registry, scope);
}
