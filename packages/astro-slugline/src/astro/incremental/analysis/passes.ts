import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { looking, making } from './known-methods.js';
import type { Names } from './module-names.js';
import { baseOf, calledBase } from './syntax-paths.js';

/** The modules to which a node passes more than plain values, or whose values it passes on. */
export function* givenBy(node: Node, above: Node | undefined, names: Names): Iterable<string> {
	const { type } = node;
	if (type === 'ImportExpression' && isNode(node['source'])) yield String(node['source']['value']);
	if (/^Export(?:Named|All)Declaration$/.test(type) && isNode(node['source']))
		yield String(node['source']['value']);
	if (type === 'CallExpression' || type === 'NewExpression' || type === 'TaggedTemplateExpression') {
		const given = type === 'TaggedTemplateExpression' ? [node['quasi']] : listOf(node['arguments']);
		if (given.every(isHarmless)) return;
		const callee = node['callee'] ?? node['tag'];
		const source = names.imported.get(calledBase(callee));
		if (source !== undefined) yield source;
		const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : '';
		if (method && !making.has(method) && !looking.has(method)) yield* names.made.get(baseOf(callee)) ?? [];
		return;
	}
	if (type !== 'Identifier' || !names.imported.has(nameOf(node)) || !above) return;
	const isRead =
		isShownAlone(above, node) ||
		(above.type === 'MemberExpression' && above['object'] === node) ||
		(/^(?:Call|New|TaggedTemplate)Expression$/.test(above.type) &&
			(above['callee'] ?? above['tag']) === node) ||
		/^(?:Spread\w*|UnaryExpression|BinaryExpression|TemplateLiteral|ForOfStatement|ExportSpecifier)$/.test(
			above.type,
		);
	const source = names.imported.get(nameOf(node));
	if (!isRead && source !== undefined) yield source;
}

/** True for a component with constant props and no slots: `<Icon name="home" />` */
function isShownAlone({ callee, arguments: given }: Node, component: Node): boolean {
	const [, , shown, props, slots] = listOf(given);
	return shown === component && nameOf(callee).endsWith('renderComponent') && isHarmless(props) && !slots;
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
