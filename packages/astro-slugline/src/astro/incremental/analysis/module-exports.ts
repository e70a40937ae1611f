import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { declarationOf, namesIn } from './module-names.js';
import { walk } from './syntax-paths.js';

/** A function by its name in a module. */
export interface Reference {
	/** The specifier of the module that exports it; `''` for the module itself. */
	specifier: string;
	name: string;
}

/** The exports of a module, and what its names refer to. */
export interface Exports {
	named: ReadonlyMap<string, readonly Reference[]>;
	/** Specifiers of modules whose exports it exports. */
	all: readonly string[];
	/** What the name of a function or component refers to. */
	referenceOf(callee: unknown): Reference | undefined;
}

const textOf = (node: unknown): string =>
	nameOf(node) || (isNode(node) && typeof node['value'] === 'string' ? node['value'] : '');

export function exportsOf(program: Node): Exports {
	const imported = importsOf(program);
	const local = (name: string): Reference => imported.get(name) ?? { specifier: '', name };
	const named = new Map<string, Reference[]>();
	const all: string[] = [];
	for (const statement of listOf(program['body'])) {
		const specifier = textOf(statement['source']);
		if (statement.type === 'ExportAllDeclaration') all.push(specifier);
		if (statement.type === 'ExportDefaultDeclaration') {
			const declaration = declarationOf(statement);
			// `export default memo(Tags)` is `Tags`.
			const names = new Set<string>([nameOf(declaration['id']) || 'default']);
			if (!/Declaration$/.test(declaration.type)) walk(declaration, (node) => names.add(nameOf(node)));
			named.set('default', [...names].filter(Boolean).map(local));
		}
		if (statement.type !== 'ExportNamedDeclaration') continue;
		for (const { local: from, exported } of listOf(statement['specifiers']))
			named.set(textOf(exported), [specifier ? { specifier, name: textOf(from) } : local(textOf(from))]);
		const { id, declarations } = declarationOf(statement);
		for (const declared of [id, ...listOf(declarations).map((one) => one['id'])])
			for (const name of namesIn(declared)) named.set(name, [local(name)]);
	}
	const referenceOf = (callee: unknown): Reference | undefined => {
		if (!isNode(callee)) return undefined;
		if (callee.type === 'Identifier') return local(nameOf(callee));
		if (callee.type !== 'MemberExpression') return undefined;
		// `lists.sort()` of `import * as lists`
		const module = imported.get(nameOf(callee['object']));
		return module?.name === '*' ? { ...module, name: nameOf(callee['property']) } : undefined;
	};
	return { named, all, referenceOf };
}

function importsOf(program: Node): Map<string, Reference> {
	const imported = new Map<string, Reference>();
	for (const { type, source, specifiers } of listOf(program['body'])) {
		if (type !== 'ImportDeclaration') continue;
		for (const one of listOf(specifiers)) {
			const whole = one.type === 'ImportNamespaceSpecifier' ? '*' : 'default';
			const name = textOf(one['imported']) || whole;
			imported.set(nameOf(one['local']), { specifier: textOf(source), name });
		}
	}
	return imported;
}
