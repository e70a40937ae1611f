import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';

/**
 * True unless the code proves that a module changes nothing that other modules see, neither when it is loaded nor when it is called.
 * Pages that do not use such a module are the same without it. Its imports must be checked separately.
 *
 * @param program the module as an ESTree program; undefined for what cannot be parsed
 * @param isAstro true for the specifiers of Astro's own modules, whose functions change only their arguments
 */
export function hasEffects(program: unknown, isAstro: (specifier: string) => boolean): boolean {
	if (!isNode(program)) return true;
	const statements = listOf(program['body']);
	const astros = new Set<string>();
	const others = new Set<string>();
	for (const { type, source, specifiers } of statements) {
		if (type !== 'ImportDeclaration' || !isNode(source)) continue;
		const names = isAstro(String(source['value'])) ? astros : others;
		for (const { local } of listOf(specifiers)) names.add(nameOf(local));
	}
	return !statements.every((statement) => isStill(statement, astros)) || configures(program, others);
}

/** Built-in constructors whose instances only the caller has. */
const constructors =
	/^(?:Map|Set|WeakMap|WeakSet|Array|Date|RegExp|URL|URLSearchParams|TextEncoder|TextDecoder|Intl)$/;

/** Syntax that has no effect if its parts have none. */
const passing =
	/^(?:Literal|Identifier|MetaProperty|TemplateLiteral|TemplateElement|ArrayExpression|ObjectExpression|Property|SpreadElement|UnaryExpression|BinaryExpression|LogicalExpression|ConditionalExpression|MemberExpression|ChainExpression|ParenthesizedExpression|VariableDeclaration|VariableDeclarator|ExpressionStatement|EmptyStatement|Export\w*Declaration|ExportSpecifier|ObjectPattern|ArrayPattern|AssignmentPattern|RestElement)$/;

const functions = /^(?:Function\w+|ArrowFunctionExpression|Import\w*Declaration|TS\w+)$/;

/** True for a statement or an expression that only creates functions and values. */
function isStill(node: Node, astros: ReadonlySet<string>): boolean {
	const { type, callee } = node;
	if (functions.test(type)) return true;
	const children = () =>
		Object.entries(node).every(
			([key, child]) =>
				((key === 'key' || key === 'property') && node['computed'] !== true) ||
				[child].flat().every((inner) => !isNode(inner) || isStill(inner, astros)),
		);
	if (type === 'CallExpression') return astros.has(nameOf(callee)) && children();
	if (type === 'NewExpression') return constructors.test(nameOf(callee)) && children();
	if (type === 'UnaryExpression') return node['operator'] !== 'delete' && children();
	if (/^Class/.test(type)) return !hasStatic(node);
	return passing.test(type) && children();
}

const hasStatic = ({ body, superClass }: Node): boolean =>
	(isNode(superClass) && superClass.type !== 'Identifier') ||
	(isNode(body) &&
		listOf(body['body']).some(
			({ type, static: isStatic, computed }) =>
				type === 'StaticBlock' || computed === true || (isStatic === true && type === 'PropertyDefinition'),
		));

/** Names of functions that usually configure a package for all of its users. */
const settingUp =
	/^(?:use|set|setDefault\w*|setOptions|setup|extend|register\w*|config\w*|options|add|plugin|install|apply|init\w*|enable\w*|disable\w*|load|locale)$/;

/** True if a call may configure an import. */
function configures(value: unknown, imported: ReadonlySet<string>): boolean {
	if (Array.isArray(value)) return value.some((inner) => configures(inner, imported));
	if (!isNode(value)) return false;
	if (value.type === 'CallExpression') {
		const names = namesOfCall(value['callee']);
		const [base = ''] = names;
		if (imported.has(base) && names.some((name) => settingUp.test(name))) return true;
	}
	return Object.values(value).some(
		(child) => typeof child === 'object' && child !== null && configures(child, imported),
	);
}

/** The names in a chain of calls: `['marked', 'use', 'parse']` for `marked.use({}).parse`. */
function namesOfCall(callee: unknown): string[] {
	if (!isNode(callee)) return [];
	if (callee.type === 'MemberExpression')
		return [
			...namesOfCall(callee['object']),
			callee['computed'] === true ? 'set' : nameOf(callee['property']),
		];
	if (/^(?:Call|New|Chain|Await)Expression$/.test(callee.type))
		return namesOfCall(callee['callee'] ?? callee['expression'] ?? callee['argument']);
	return [nameOf(callee)];
}
