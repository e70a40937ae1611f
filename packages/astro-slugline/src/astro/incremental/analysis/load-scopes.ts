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
	| { kind: 'part'; isFresh: boolean };

/** The names of a module, or of one call of a function. */
export interface Scope {
	names: Map<string, Binding[]>;
	/** Distinguishes it from other scopes. */
	key: string;
	/** Undefined for a module. */
	parent: Scope | undefined;
	/** True if `this` is a new object. */
	isSelfFresh: boolean;
}

/** The scope of the statements of a module, or of a function that is called with `given`. */
export function scopeOf(
	statements: unknown,
	parent?: Scope,
	given: Partial<{
		key: string;
		params: readonly Node[];
		fresh: readonly boolean[];
		isSelfFresh: boolean;
	}> = {},
): Scope {
	const names: Scope['names'] = new Map();
	const add = (name: string, binding: Binding) => names.set(name, [...(names.get(name) ?? []), binding]);
	for (const [at, param] of (given.params ?? []).entries()) {
		const isFresh = param.type === 'Identifier' && given.fresh?.[at] === true;
		for (const name of namesIn(param)) add(name, { kind: 'part', isFresh });
	}
	declare(statements, add);
	const { key = parent?.key ?? '', isSelfFresh = false } = given;
	return { names, key, parent, isSelfFresh };
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
