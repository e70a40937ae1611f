import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { isMadeHere, looking, making } from './known-methods.js';
import { declarationOf, type Names } from './module-names.js';
import { isHost } from './stores.js';
import { calledBase } from './syntax-paths.js';

/** True for a statement at the top level that creates nothing that could store values, except through statements that show it. */
export function isPlainStatement(given: Node, names: Names): boolean {
	const statement = declarationOf(given);
	switch (statement.type) {
		case 'ImportDeclaration':
		case 'ExportAllDeclaration':
		case 'ExportNamedDeclaration':
		case 'FunctionDeclaration':
		case 'ClassDeclaration':
		case 'EmptyStatement':
			return true;
		case 'VariableDeclaration':
			return (
				statement['kind'] === 'const' &&
				listOf(statement['declarations']).every(({ init }) => isPlain(init, names))
			);
		case 'ExpressionStatement':
			return isPlain(statement['expression'], names);
		default:
			return isPlain(statement, names);
	}
}

/** True for a statement of a component that declares no variable, or only variables with such values. */
export function hasPlainVariables(given: Node, names: Names): boolean {
	const statement = declarationOf(given);
	if (statement.type !== 'VariableDeclaration') return true;
	return listOf(statement['declarations']).every(({ init }) => isPlain(init, names));
}

/** True for a value that can only be changed by a statement that the analysis sees. */
function isPlain(value: unknown, names: Names): boolean {
	if (!isNode(value)) return value === null || value === undefined;
	const all = (...keys: string[]) => keys.every((key) => isPlain(value[key], names));
	switch (value.type) {
		case 'ArrowFunctionExpression':
		case 'FunctionExpression':
		case 'FunctionDeclaration':
		case 'ClassExpression':
		case 'Literal':
		case 'Identifier':
		case 'MetaProperty':
		case 'MemberExpression':
			return true;
		case 'TemplateLiteral':
			return listOf(value['expressions']).every((inner) => isPlain(inner, names));
		case 'UnaryExpression':
		case 'SpreadElement':
			return all('argument');
		case 'BinaryExpression':
		case 'LogicalExpression':
			return all('left', 'right');
		case 'ConditionalExpression':
			return all('test', 'consequent', 'alternate');
		case 'ArrayExpression':
			return listOf(value['elements']).every((inner) => isPlain(inner, names));
		case 'ObjectExpression':
			return listOf(value['properties']).every((property) =>
				isPlain(property['value'] ?? property['argument'], names),
			);
		case 'NewExpression':
		case 'CallExpression': {
			const base = calledBase(value['callee']);
			// An import from a stateful module can return anything, and so can a function of the module itself.
			const isOfJavaScript = !names.top.has(base) && !isHost(base) && base !== '';
			const isOfStateless = names.importedAtAll.has(base) && !names.imported.has(base);
			const isMethod = isMadeHere(value) || isPlainMethod(value['callee'], names);
			return (
				(isOfJavaScript || isOfStateless || isMethod) &&
				!names.notPlain.has(base) &&
				listOf(value['arguments']).every((inner) => isPlain(inner, names))
			);
		}
		default:
			return false;
	}
}

/** `'a b'.split(' ')`, `months.map(short)` */
const isPlainMethod = (callee: unknown, names: Names): boolean =>
	isNode(callee) &&
	callee.type === 'MemberExpression' &&
	(making.has(nameOf(callee['property'])) || looking.has(nameOf(callee['property']))) &&
	isPlain(callee['object'], names);
