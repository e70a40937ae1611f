import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { type ContentModule, type Definition, definitionsOf } from './changed-across.js';
import { declarationOf, namesIn } from './module-names.js';
import { type Home, homeOf, rootOf, type Scope, scopeDeclaring } from './scopes.js';
import { unwrapped } from './syntax-paths.js';

/** What the functions of a module do with each other's parameters and results. */
export interface CallEffects {
	/** The parameters that functions of the top level change, by their names. */
	changes: ReadonlyMap<string, ReadonlySet<number>>;
	/** The functions of the top level that return a part of a variable of the module. */
	returns: ReadonlySet<string>;
	/** Calls that pass on a parameter of a function, or a variable of the module. */
	passed: readonly Passed[];
	/** The functions whose results are returned by others. */
	forwarded: readonly { by: string; callee: Node }[];
	/** The functions whose results are changed in place. */
	changed: readonly Node[];
}

interface Passed {
	callee: Node;
	/** Which argument it is. */
	index: number;
	/** The variable of the module, or the function and its parameter. */
	what: string | { by: string; index: number };
}

/** Methods that change a list in place. */
const inPlace = /^(?:sort|reverse|push|unshift|splice|pop|shift|fill|copyWithin)$/;

/** Collects what functions do with each other's parameters and results. */
export function callEffects(program: Node, top: ReadonlySet<string>) {
	const functions = functionsOf(program);
	const changes = new Map<string, Set<number>>();
	const returns = new Set<string>();
	const passed: Passed[] = [];
	const forwarded: { by: string; callee: Node }[] = [];
	const changed: Node[] = [];
	/** The function of the top level that has this parameter. */
	const paramIn = (name: string, scope: Scope): { by: string; index: number } | undefined => {
		const { at } = scopeDeclaring(name, scope);
		const by = at?.params.has(name) ? functions.get(at.node) : undefined;
		const index = listOf(at?.node['params']).findIndex((param) => namesIn(param).includes(name));
		return by === undefined ? undefined : { by, index };
	};
	/** @param homes what the node changes in a way that the next change sees */
	const visit = (node: Node, scope: Scope, homes: readonly Home[]): void => {
		for (const { place, root } of homes) {
			// A parameter that is assigned has a new value, but its object has not.
			const param = place === 'local' && !isOfVariable(node) ? paramIn(root, scope) : undefined;
			if (param) changes.set(param.by, (changes.get(param.by) ?? new Set()).add(param.index));
		}
		const isResult = node === scope.node['body'] && node.type !== 'BlockStatement';
		const result = node.type === 'ReturnStatement' ? node['argument'] : isResult ? node : undefined;
		if (result) noteResult(result, scope);
		if (node.type === 'CallExpression') noteCall(node, scope);
	};
	const noteResult = (result: unknown, scope: Scope): void => {
		const by = functions.get(scope.node);
		if (by === undefined) return;
		const { place, root } = homeOf(rootOf(result), scope);
		if (place === 'top' && top.has(root)) returns.add(by);
		const callee = calleeOf(result, scope);
		if (callee) forwarded.push({ by, callee });
	};
	const noteCall = ({ callee, arguments: given }: Node, scope: Scope): void => {
		if (!isNode(callee)) return;
		if (callee.type === 'MemberExpression' && inPlace.test(nameOf(callee['property']))) {
			const of = calleeOf(callee['object'], scope);
			if (of) changed.push(of);
		}
		for (const [index, argument] of listOf(given).entries()) {
			const name = rootOf(argument);
			if (name === '') continue;
			const { place, root } = homeOf(name, scope);
			const what =
				place === 'top' && top.has(root) ? root : place === 'local' ? paramIn(root, scope) : undefined;
			if (what) passed.push({ callee, index, what });
		}
	};
	return { visit, effects: { changes, returns, passed, forwarded, changed } };
}

/** True for `n++` and `n = 1`. */
const isOfVariable = (node: Node): boolean => nameOf(node['argument'] ?? node['left']) !== '';

/** The names of the functions of the top level. */
function functionsOf(program: Node): Map<Node, string> {
	const names = new Map<Node, string>();
	for (const statement of listOf(program['body'])) {
		const declared = declarationOf(statement);
		if (declared.type === 'FunctionDeclaration') names.set(declared, nameOf(declared['id']) || 'default');
		for (const { id, init } of listOf(declared['declarations'])) {
			const value = unwrapped(init);
			if (isNode(value) && /Function/.test(value.type)) names.set(value, nameOf(id));
		}
	}
	return names;
}

/** The function whose result, or a part of it, is the value of an expression: `load` for `(await load()).items`. */
function calleeOf(value: unknown, scope: Scope, steps = 8): Node | undefined {
	if (!isNode(value) || steps === 0) return undefined;
	const { type, callee } = value;
	const next = (inner: unknown) => calleeOf(inner, scope, steps - 1);
	if (type === 'AwaitExpression') return next(value['argument']);
	if (type === 'MemberExpression') return next(value['object']);
	if (type === 'Identifier') return next(scopeDeclaring(nameOf(value), scope).at?.names.get(nameOf(value)));
	if (isNode(value['expression'])) return next(value['expression']);
	if (type !== 'CallExpression' || !isNode(callee)) return undefined;
	// `list.sort()` returns the list.
	if (callee.type === 'MemberExpression' && /^(?:sort|reverse|at|find|get)$/.test(nameOf(callee['property'])))
		return next(callee['object']);
	return callee;
}

/** The ids of modules whose state functions change through parameters and results, and of those that call them. */
export function changedByCalls(
	analyzed: ReadonlyMap<string, { calls: CallEffects }>,
	modules: ReadonlyMap<string, ContentModule>,
): string[] {
	const all = [...analyzed].map(([id, { calls }]) => [id, calls] as const);
	const keyOf = ({ id, name }: Definition): string => JSON.stringify([id, name]);
	/** The modules of an imported variable. */
	const ownersOf = (id: string, name: string): readonly string[] => {
		const module = modules.get(id);
		const { specifier = '' } = module?.effects.exports.referenceOf({ type: 'Identifier', name }) ?? {};
		return specifier === '' ? [] : (module?.targets(specifier) ?? []);
	};
	const resolved = new Map<string, Definition[]>();
	const resolve = (id: string, callee: Node): Definition[] => {
		const reference = modules.get(id)?.effects.exports.referenceOf(callee);
		if (!reference) return [];
		const key = JSON.stringify([id, reference]);
		const found = resolved.get(key) ?? definitionsOf(id, reference, modules);
		resolved.set(key, found);
		return found;
	};
	const changes = new Map<string, Set<number>>();
	const returns = new Set<string>();
	for (const [id, effects] of all) {
		for (const [name, indexes] of effects.changes) changes.set(keyOf({ id, name }), new Set(indexes));
		for (const name of effects.returns) returns.add(keyOf({ id, name }));
	}
	if (changes.size === 0 && returns.size === 0) return [];
	const passed = all.flatMap(([id, effects]) =>
		effects.passed.map((one) => ({ ...one, id, keys: resolve(id, one.callee).map(keyOf) })),
	);
	const forwarded = all.flatMap(([id, effects]) =>
		effects.forwarded.map(({ by, callee }) => ({
			key: keyOf({ id, name: by }),
			keys: resolve(id, callee).map(keyOf),
		})),
	);
	const isChanging = ({ keys, index }: { keys: string[]; index: number }) =>
		keys.some((key) => changes.get(key)?.has(index));
	// A function that passes its parameter to one that changes it, changes it too.
	for (let size = -1; size !== sizeOf(changes, returns); ) {
		size = sizeOf(changes, returns);
		for (const one of passed) {
			if (typeof one.what === 'string' || !isChanging(one)) continue;
			const key = keyOf({ id: one.id, name: one.what.by });
			changes.set(key, (changes.get(key) ?? new Set()).add(one.what.index));
		}
		for (const { key, keys } of forwarded) if (keys.some((of) => returns.has(of))) returns.add(key);
	}
	const ofArguments = passed.flatMap((one) =>
		typeof one.what === 'string' && isChanging(one) ? [one.id, ...ownersOf(one.id, one.what)] : [],
	);
	const ofResults = all.flatMap(([id, { changed }]) =>
		changed.flatMap((callee) => {
			const found = resolve(id, callee).filter((definition) => returns.has(keyOf(definition)));
			return found.length > 0 ? [id, ...found.map((definition) => definition.id)] : [];
		}),
	);
	return [...ofArguments, ...ofResults];
}

const sizeOf = (changes: ReadonlyMap<string, ReadonlySet<number>>, returns: ReadonlySet<string>): number =>
	[...changes.values()].reduce((sum, { size }) => sum + size, returns.size);
