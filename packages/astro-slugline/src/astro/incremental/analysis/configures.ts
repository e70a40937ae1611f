import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { settingUp } from './still-calls.js';

/**
 * True if a module may configure a package when it is loaded or called. Pages that do not use such a module are not the same
 * without it.
 *
 * @param isAstro true for the specifiers of Astro's own modules, whose functions change only their arguments
 */
export function configures(program: Node, isAstro: (specifier: string) => boolean): boolean {
	const imported = new Set<string>();
	for (const { type, source, specifiers } of listOf(program['body'])) {
		if (type !== 'ImportDeclaration' || !isNode(source) || isAstro(String(source['value']))) continue;
		for (const { local } of listOf(specifiers)) imported.add(nameOf(local));
	}
	return callsSettingUp(program, imported);
}

function callsSettingUp(value: unknown, imported: ReadonlySet<string>): boolean {
	if (Array.isArray(value)) return value.some((inner) => callsSettingUp(inner, imported));
	if (!isNode(value)) return false;
	if (value.type === 'CallExpression') {
		const names = namesOfCall(value['callee']);
		const [base = ''] = names;
		if (imported.has(base) && names.some((name) => settingUp.test(name))) return true;
	}
	return Object.values(value).some(
		(child) => typeof child === 'object' && child !== null && callsSettingUp(child, imported),
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
