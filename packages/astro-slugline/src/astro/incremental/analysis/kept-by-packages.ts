import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { looking, making } from './known-methods.js';

/** Packages whose purpose is to hold values, by words of their names. */
const holders =
	/(?:^|[-_/@.])(?:\w*cache\w*|memo\w*|\w*stores?|\w*storage|states?|\w*lru|keyv|i18n\w*|persist\w*|registry|sessions?|signals?|swr)(?:$|[-_/.])/i;

/** Functions and methods that hold values, by words of their names. */
const holding =
	/cache|memo|store|storage|persist|remember|singleton|provide|register|dedupe|^(?:set|put|save|once|wrap|add|push|append|insert|define|getOrSet|fetchOrSet)$|^(?:set|put|save|once|remember|getOrCreate)[A-Z]/;

/** True for a component, which passes nothing on but its HTML. Compilers write components' names as their authors do. */
const isComponentName = (name: string): boolean => /^(?:[A-Z]|\$\$)/.test(name);

/**
 * True if a package that is called may hold what it is given and return it to another page, such as a cache: by the name of the
 * package or of what is called, or because it gets a function that it calls to make a value. Other packages, which nearly every page
 * uses for icons, dates, and text, count as functions of what they are given.
 */
export function mayHoldCall(specifier: string, node: Node): boolean {
	if (holders.test(specifier)) return true;
	const callee = node['callee'] ?? node['tag'];
	if (!isNode(callee)) return true;
	const given = listOf(node['arguments']);
	if (callee.type === 'Identifier' && isComponentName(nameOf(callee)) && node.type !== 'NewExpression')
		return false;
	return holding.test(lastName(callee)) || given.some(makesValue);
}

/** The same for an imported name that is no call: an argument, or a variable of another name. */
export function mayHoldName(specifier: string, name: string, above: Node): boolean {
	if (holders.test(specifier)) return true;
	if (isComponentName(name)) return false;
	if (!/^(?:Call|New)Expression$/.test(above.type)) return true;
	const { callee } = above;
	const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : '';
	return !making.has(method) && !looking.has(method) && method !== 'use';
}

/** The name of what is called: `put` for `cache.put()` and for `put()`. */
const lastName = (callee: Node): string =>
	callee.type === 'MemberExpression'
		? callee['computed'] === true
			? 'set'
			: nameOf(callee['property'])
		: nameOf(callee);

/** True for a function without parameters, or an object with one: a cache calls it for a value that it does not have. */
function makesValue(value: unknown): boolean {
	if (!isNode(value)) return false;
	if (/Function/.test(value.type)) return listOf(value['params']).length === 0;
	if (value.type === 'ObjectExpression')
		return listOf(value['properties']).some(({ value: inner }) => makesValue(inner));
	return false;
}
