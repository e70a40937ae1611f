import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { declarationOf, namesIn } from './module-names.js';
import { walk } from './syntax-paths.js';

/** What a name was declared as. */
export type Binding =
	| { kind: 'function' | 'class'; node: Node }
	| { kind: 'import'; specifier: string; name: string }
	/** A variable. Without a value, it gets one later, if at all. */
	| { kind: 'variable'; value: unknown; isConst: boolean }
	/** A parameter, or a part of another value. */
	| { kind: 'part'; isFresh: Freshness };

/** True for a value that was created for a call; `empty` if it has no parts yet. */
export type Freshness = boolean | 'empty';

/** The names of a module, or of one call of a function. */
export interface Scope {
	names: Map<string, Binding[]>;
	/** Distinguishes it from other scopes. */
	key: string;
	/** Undefined for a module. */
	parent: Scope | undefined;
	/** What creates the object that `this` is: a class or a function. Undefined if it may be any object. */
	self: Node | undefined;
}

/** Where an expression runs. */
export interface Place {
	scope: Scope;
	/** True while the module itself is loaded, which may fill its own variables. */
	isLoading: boolean;
}

/** The scope of the statements of a module, or of a function that is called with `given`. */
export function scopeOf(
	statements: unknown,
	parent?: Scope,
	given: Partial<{
		key: string;
		params: readonly Node[];
		fresh: readonly Freshness[];
		self: Node | undefined;
	}> = {},
): Scope {
	const names: Scope['names'] = new Map();
	const add = (name: string, binding: Binding) => names.set(name, [...(names.get(name) ?? []), binding]);
	for (const [at, param] of (given.params ?? []).entries()) {
		const isFresh = param.type === 'Identifier' && (given.fresh?.[at] ?? false);
		for (const name of namesIn(param)) add(name, { kind: 'part', isFresh });
	}
	declare(statements, add);
	const { key = parent?.key ?? '', self } = given;
	return { names, key, parent, self };
}

/** Parts of statements that contain statements of the same function. */
const inner = ['body', 'block', 'handler', 'finalizer', 'consequent', 'alternate', 'cases', 'init', 'left'];

function declare(value: unknown, add: (name: string, binding: Binding) => void): void {
	if (Array.isArray(value)) for (const item of value) declare(item, add);
	if (!isNode(value)) return;
	const node = declarationOf(value);
	const { type, id } = node;
	if (type === 'ImportDeclaration') declareImports(node, add);
	else if (type === 'VariableDeclaration') declareVariables(node, add);
	else if (type === 'FunctionDeclaration') add(nameOf(id), { kind: 'function', node });
	else if (type === 'ClassDeclaration') add(nameOf(id), { kind: 'class', node });
	else if (/^For(?:Of|In)Statement$/.test(type)) {
		if (isNode(node['left']))
			for (const { id: pattern } of listOf(node['left']['declarations']))
				for (const name of namesIn(pattern)) add(name, { kind: 'part', isFresh: false });
		declare(node['body'], add);
	} else if (/Statement$|^(?:CatchClause|SwitchCase|Program)$/.test(type)) {
		for (const name of namesIn(node['param'])) add(name, { kind: 'part', isFresh: false });
		for (const key of inner) declare(node[key], add);
	}
}

function declareVariables(node: Node, add: (name: string, binding: Binding) => void): void {
	const isConst = node['kind'] === 'const';
	for (const { id, init } of listOf(node['declarations'])) {
		const isWhole = isNode(id) && id.type === 'Identifier';
		for (const name of namesIn(id))
			add(name, isWhole ? { kind: 'variable', value: init, isConst } : { kind: 'part', isFresh: false });
	}
}

function declareImports(node: Node, add: (name: string, binding: Binding) => void): void {
	const specifier = isNode(node['source']) ? String(node['source']['value']) : '';
	for (const { type, local, imported } of listOf(node['specifiers'])) {
		const whole = type === 'ImportNamespaceSpecifier' ? '*' : 'default';
		const name = isNode(imported) ? nameOf(imported) || String(imported['value']) : whole;
		add(nameOf(local), { kind: 'import', specifier, name });
	}
}

/** What a name is declared as, and where. */
export function lookUp(name: string, from: Scope): { bindings: readonly Binding[]; at: Scope } | undefined {
	for (let at: Scope | undefined = from; at; at = at.parent) {
		const bindings = at.names.get(name);
		if (bindings) return { bindings, at };
	}
	return undefined;
}

/** The values that are assigned to each variable after its declaration, in any function. */
export function assignedIn(program: Node): Map<string, unknown[]> {
	const assigned = new Map<string, unknown[]>();
	const add = (name: string, value: unknown) => assigned.set(name, [...(assigned.get(name) ?? []), value]);
	walk(program, ({ type, left, right }) => {
		if (!isNode(left)) return;
		if (type === 'AssignmentExpression') {
			if (left.type === 'Identifier') add(nameOf(left), right);
			else if (/Pattern$/.test(left.type)) for (const name of namesIn(left)) add(name, undefined);
		}
		if (/^For(?:Of|In)Statement$/.test(type)) for (const name of namesIn(left)) add(name, undefined);
	});
	return assigned;
}

/** An import, and the members of it that are named: `['*', 'object']` for `z.object` of `import * as z from 'zod'`. */
export interface ImportPath {
	specifier: string;
	names: readonly string[];
}

export function importPath(node: Node, scope: Scope): ImportPath | undefined {
	if (node.type === 'MemberExpression') {
		const path = isNode(node['object']) ? importPath(node['object'], scope) : undefined;
		const member = node['computed'] === true ? 'set' : nameOf(node['property']);
		return path && { ...path, names: [...path.names, member] };
	}
	const [binding] = lookUp(nameOf(node), scope)?.bindings ?? [];
	return binding?.kind === 'import' ? { specifier: binding.specifier, names: [binding.name] } : undefined;
}

/** The first name of `a.b.c`; empty for an expression that starts otherwise. */
export function rootName(node: unknown): string {
	if (isNode(node) && node.type === 'MemberExpression') return rootName(node['object']);
	return nameOf(node);
}

/** True for `a.b.c` if the code declares `a`. */
export const isDeclared = (node: Node, scope: Scope): boolean => lookUp(rootName(node), scope) !== undefined;
