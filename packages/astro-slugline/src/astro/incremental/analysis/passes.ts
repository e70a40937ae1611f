import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { mayHoldCall, mayHoldName } from './kept-by-packages.js';
import { looking, making } from './known-methods.js';
import type { Names } from './module-names.js';
import { baseOf, calledBase } from './syntax-paths.js';

/** A module to which code passes more than plain values, or whose values it passes on. */
export interface Given {
	specifier: string;
	/** True if it may hold them, in case it is of a package. */
	mayHold: boolean;
}

/** The modules to which a node passes more than plain values, or whose values it passes on. */
export function* givenBy(node: Node, above: Node | undefined, names: Names): Iterable<Given> {
	const { type } = node;
	if (type === 'ImportExpression' && isNode(node['source']))
		yield { specifier: String(node['source']['value']), mayHold: true };
	if (/^Export(?:Named|All)Declaration$/.test(type) && isNode(node['source']))
		yield { specifier: String(node['source']['value']), mayHold: false };
	if (type === 'CallExpression' || type === 'NewExpression' || type === 'TaggedTemplateExpression') {
		const given = type === 'TaggedTemplateExpression' ? [node['quasi']] : listOf(node['arguments']);
		if (given.every(isHarmless)) return;
		const callee = node['callee'] ?? node['tag'];
		const source = names.imported.get(calledBase(callee));
		if (source !== undefined) yield { specifier: source, mayHold: mayHoldCall(source, node) };
		const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : '';
		if (!method || making.has(method) || looking.has(method)) return;
		for (const specifier of names.made.get(baseOf(callee)) ?? [])
			yield { specifier, mayHold: mayHoldCall(specifier, node) };
		return;
	}
	if (type !== 'Identifier' || !names.imported.has(nameOf(node)) || !above) return;
	const isRead =
		(above.type === 'MemberExpression' && above['object'] === node) ||
		(/^(?:Call|New|TaggedTemplate)Expression$/.test(above.type) &&
			(above['callee'] ?? above['tag']) === node) ||
		/^(?:Spread\w*|UnaryExpression|BinaryExpression|TemplateLiteral|ForOfStatement|ExportSpecifier)$/.test(
			above.type,
		);
	const source = names.imported.get(nameOf(node));
	if (!isRead && source !== undefined)
		yield { specifier: source, mayHold: mayHoldName(source, nameOf(node), above) };
}

/** True for a constant, which contains nothing that was read. */
export function isHarmless(value: unknown): boolean {
	if (!isNode(value)) return false;
	switch (value.type) {
		case 'Literal':
			return true;
		case 'TemplateLiteral':
			return listOf(value['expressions']).length === 0;
		case 'Identifier':
			return nameOf(value) === 'undefined';
		case 'UnaryExpression':
			return isHarmless(value['argument']);
		case 'ParenthesizedExpression':
			return isHarmless(value['expression']);
		case 'ArrayExpression':
			return listOf(value['elements']).every(isHarmless);
		case 'ObjectExpression':
			return listOf(value['properties']).every(({ value: inner }) => isHarmless(inner));
		default:
			return false;
	}
}
