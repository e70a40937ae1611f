import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { namesIn } from './module-names.js';

/** The variables of a function, without those of functions in it. */
export interface Variables {
	/** The values that variables are declared with or are a part of, by name; undefined for parameters and functions. */
	names: ReadonlyMap<string, unknown>;
	/** What is assigned to variables later, by name. The functions in it are values of their names. */
	assigned: ReadonlyMap<string, readonly unknown[]>;
	/** Its parameters, but not those that are items of a list. */
	params: ReadonlySet<string>;
}

/** A parameter that is an item of a list. */
export interface Item {
	param: Node;
	list: unknown;
}

export const isFunction = ({ type }: Node): boolean =>
	/^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

export function variablesOf(node: Node, item?: Item): Variables {
	const names = new Map<string, unknown>();
	const assigned = new Map<string, unknown[]>();
	const declare = (pattern: unknown, init?: unknown) => {
		for (const name of namesIn(pattern)) names.set(name, init);
	};
	const assign = (names: readonly string[], value: unknown) => {
		for (const name of names) assigned.set(name, [...(assigned.get(name) ?? []), value]);
	};
	const note = (value: Node): void => {
		const { type, id, left } = value;
		if (type === 'VariableDeclarator') declare(id, value['init'] ?? undefined);
		if (type === 'CatchClause') declare(value['param']);
		if (/^(?:Function|Class)Declaration$/.test(type)) {
			declare(id);
			assign([nameOf(id)], value);
		}
		if (type === 'AssignmentExpression') assign(namesIn(left), value['right']);
	};
	for (const param of listOf(node['params'])) declare(param);
	const params = new Set(names.keys());
	if (item) declare(item.param, item.list);
	for (const name of namesIn(item?.param)) params.delete(name);
	const look = (value: unknown): void => {
		if (Array.isArray(value)) for (const item of value) look(item);
		if (!isNode(value)) return;
		note(value);
		if (/^For(?:Of|In)Statement$/.test(value.type) && isNode(value['left'])) {
			for (const { id } of listOf(value['left']['declarations'])) declare(id, value['right']);
			look(value['body']);
			return;
		}
		if (isFunction(value)) return;
		for (const child of Object.values(value)) if (typeof child === 'object') look(child);
	};
	look(node['body']);
	return { names, assigned, params };
}
