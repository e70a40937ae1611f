import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';

/**
 * True if a module can keep something between two calls: a variable that is assigned, or a value at its top level that
 * is made by a call or changed afterwards. What such a module reads may end up on any page, whichever asked first.
 *
 * @param program the module as an ESTree program
 * @param isComponent an Astro component, whose own code runs anew for each page: it can keep things elsewhere only
 */
export function canKeep(program: unknown, isComponent: boolean): boolean {
	if (!isNode(program)) return false;
	const statements = listOf(program['body']).map((statement) =>
		/^Export(Named|Default)Declaration$/.test(statement.type) && isNode(statement['declaration'])
			? statement['declaration']
			: statement,
	);
	const names = new Set<string>();
	for (const statement of statements) {
		if (statement.type === 'ImportDeclaration') {
			for (const { local } of listOf(statement['specifiers'])) names.add(nameOf(local));
		}
		if (isComponent) continue;
		if (statement.type === 'ClassDeclaration') return true;
		if (statement.type === 'FunctionDeclaration') names.add(nameOf(statement['id']));
		if (statement.type !== 'VariableDeclaration') continue;
		for (const { id, init } of listOf(statement['declarations'])) {
			if (statement['kind'] !== 'const' || !isPlain(init)) return true;
			names.add(nameOf(id));
		}
	}
	return isChanged(program, names);
}

/** Values that nobody can put anything into, unless by a change that `isChanged` sees. */
function isPlain(value: unknown): boolean {
	if (!isNode(value)) return false;
	switch (value.type) {
		case 'ArrowFunctionExpression':
		case 'FunctionExpression':
		case 'Literal':
		case 'Identifier':
		case 'MemberExpression':
			return true;
		case 'TemplateLiteral':
			return listOf(value['expressions']).every(isPlain);
		case 'UnaryExpression':
			return isPlain(value['argument']);
		case 'BinaryExpression':
		case 'LogicalExpression':
			return isPlain(value['left']) && isPlain(value['right']);
		case 'ArrayExpression':
			return listOf(value['elements']).every(isPlain);
		case 'ObjectExpression':
			return listOf(value['properties']).every((property) =>
				isPlain(property['value'] ?? property['argument']),
			);
		case 'SpreadElement':
			return isPlain(value['argument']);
		default:
			return false;
	}
}

const changing = new Set(['push', 'unshift', 'splice', 'set', 'add', 'fill', 'assign', 'defineProperty']);

/** True if something is put into one of these names, or into the global object. */
function isChanged(program: Node, names: Set<string>): boolean {
	const isOne = (node: unknown): boolean => {
		const base = baseOf(node);
		return base === 'globalThis' || base === 'global' || base === 'process' || names.has(base);
	};
	const look = (value: unknown): boolean => {
		if (Array.isArray(value)) return value.some(look);
		if (!isNode(value)) return false;
		if (value.type === 'AssignmentExpression' && isOne(value['left']) && isMember(value['left'])) return true;
		if (value.type === 'CallExpression' && isMember(value['callee'])) {
			const { property, object } = value['callee'];
			if (changing.has(nameOf(property)) && [object, ...listOf(value['arguments'])].some(isOne)) return true;
		}
		return Object.values(value).some((child) => typeof child === 'object' && look(child));
	};
	return look(program);
}

/** The name at the left end of `a.b[c].d`. */
function baseOf(node: unknown): string {
	let at = node;
	while (isMember(at)) at = at['object'];
	return nameOf(at);
}

const isMember = (value: unknown): value is Node => isNode(value) && value.type === 'MemberExpression';
