import { isNode, type Node, nameOf } from '../../../shared/syntax-nodes.js';

/** Calls back for a node and all nodes below it. */
export function walk(value: unknown, visit: (node: Node) => void): void {
	if (Array.isArray(value)) for (const item of value) walk(item, visit);
	else if (isNode(value)) {
		visit(value);
		for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
	}
}

/** The first name of `a.b[c].d`: `a`. Returns `this` for `this.b`, and `''` for any other start. */
export function baseOf(node: unknown): string {
	let at = node;
	while (isNode(at) && (at.type === 'MemberExpression' || at.type === 'ChainExpression')) {
		at = at['object'] ?? at['expression'];
	}
	return isNode(at) && at.type === 'ThisExpression' ? 'this' : nameOf(at);
}

/** The first name of a chain of calls: `store` for `store.of('nav').save`. */
export function calledBase(callee: unknown): string {
	let at = callee;
	while (isNode(at) && /^(?:Call|Member|Chain|Await)Expression$/.test(at.type)) {
		at = at['callee'] ?? at['object'] ?? at['expression'] ?? at['argument'];
	}
	return nameOf(at);
}

/** A member expression as `a.b`, with its last two names. */
export const pathOf = (node: Node): string => `${nameOf(node['object'])}.${nameOf(node['property'])}`;

/** A chain of member expressions as `a.b.c`. */
export function textOfPath(node: unknown): string {
	if (!isNode(node)) return '';
	if (node.type === 'MemberExpression') return `${textOfPath(node['object'])}.${nameOf(node['property'])}`;
	return node.type === 'ThisExpression' ? 'this' : nameOf(node);
}

/** An expression without the parentheses around it. */
export const unwrapped = (node: unknown): unknown =>
	isNode(node) && node.type === 'ParenthesizedExpression' ? unwrapped(node['expression']) : node;

/** True for an expression with a variable, or with a path such as `this.count`. */
export function hasPath(value: unknown, path: string): boolean {
	let found = false;
	walk(value, (node) => {
		const isOne = node.type === 'MemberExpression' || node.type === 'Identifier';
		found ||= isOne && textOfPath(node) === path;
	});
	return found;
}
