import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { namesIn } from './module-names.js';
import { type Scope, scopeDeclaring } from './scopes.js';

/**
 * The parameters that an expression is computed from, with `this` and `arguments`. These may differ between pages; the variables and
 * imports of a module do not.
 *
 * @param outside the function that declares the variable that the value is for, whose own parameters never change for it; undefined
 * for the top level
 */
export function inputsOf(value: unknown, scope: Scope, outside?: Scope): Set<string> {
	const inputs = new Set<string>();
	const seen = new Set<unknown>();
	const isOutside = (at: Scope): boolean => {
		for (let around = outside; around; around = around.parent) if (around === at) return true;
		return false;
	};
	const lookUp = (name: string, from: Scope): void => {
		const { at } = scopeDeclaring(name, from);
		if (!at || isOutside(at)) {
			if (name === 'arguments') inputs.add(name);
			return;
		}
		if (at.params.has(name)) inputs.add(name);
		look(at.names.get(name), at, none);
		for (const assigned of at.assigned.get(name) ?? []) look(assigned, at, none);
	};
	/** @param own the variables of functions within the expression */
	const look = (part: unknown, from: Scope, own: ReadonlySet<string>): void => {
		if (Array.isArray(part)) for (const item of part) look(item, from, own);
		if (!isNode(part) || seen.has(part)) return;
		if (seen.size > maxNodes) {
			inputs.add('*');
			return;
		}
		seen.add(part);
		const name = nameOf(part);
		if (part.type === 'ThisExpression') inputs.add('this');
		if (part.type === 'Identifier' && !own.has(name)) lookUp(name, from);
		const inner = /Function/.test(part.type) ? new Set([...own, ...declaredBy(part)]) : own;
		for (const child of partsOf(part, from)) look(child, from, inner);
	};
	look(value, scope, none);
	return inputs;
}

/** What is computed in more steps may depend on anything. */
const maxNodes = 1000;

const none: ReadonlySet<string> = new Set();

/** Names of properties that say how long an entry is used. */
const ofTime = /^(?:expir\w*|ttl|maxAge|stale\w*|time\w*)$/i;

/**
 * The parts of a node, without names of properties, times, and a parameter that makes the value, as in `remember(key, make)`.
 */
const partsOf = (node: Node, scope: Scope): unknown[] =>
	Object.entries(node).flatMap(([key, child]) => {
		if (typeof child !== 'object' || child === null) return [];
		if ((key === 'property' || key === 'key') && node['computed'] !== true) return [];
		if (key === 'value' && node.type === 'Property' && ofTime.test(nameOf(node['key']))) return [];
		return key === 'callee' && isParam(nameOf(child), scope) ? [] : [child];
	});

const isParam = (name: string, scope: Scope): boolean =>
	name !== '' && scopeDeclaring(name, scope).at?.params.has(name) === true;

/** The variables of a function, and of the functions in it. */
function declaredBy(node: Node): Set<string> {
	const names = new Set<string>();
	const look = (value: unknown): void => {
		if (Array.isArray(value)) for (const item of value) look(item);
		if (!isNode(value)) return;
		if (value.type === 'VariableDeclarator') for (const name of namesIn(value['id'])) names.add(name);
		if (/Function/.test(value.type))
			for (const param of listOf(value['params'])) for (const name of namesIn(param)) names.add(name);
		for (const child of Object.values(value)) if (typeof child === 'object') look(child);
	};
	look(node);
	return names;
}
