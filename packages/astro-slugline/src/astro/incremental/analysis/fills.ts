import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { inputsOf } from './inputs.js';
import { type Home, homeOf, ownHomeOf, rootOf, type Scope, scopeDeclaring } from './scopes.js';
import { hasPath, textOfPath, unwrapped } from './syntax-paths.js';

/** A place where a function stores a value in a variable that outlives it. */
export interface Fill {
	node: Node;
	scope: Scope;
	home: Home;
	/** The variable, or a property of it: `nav`, `state.nav`, `this.items`. */
	path: string;
	/** The key of an entry; undefined for the whole value. */
	key: unknown;
	value: unknown;
	/** True if it stores nothing where there is a value, as `x ??= y` does, or changes one of many items. */
	isFirst: boolean;
}

type Found = Omit<Fill, 'node' | 'scope'>;

/** What a node stores, unless it is in a variable of the running function. */
export function fillBy(node: Node, scope: Scope): Fill | undefined {
	const { type } = node;
	const found =
		type === 'AssignmentExpression'
			? assigned(node, scope)
			: type === 'CallExpression'
				? setByMethod(node, scope)
				: undefined;
	return found && found.home.place !== 'local' ? { node, scope, ...found } : undefined;
}

function assigned({ operator, left, right }: Node, scope: Scope): Found | undefined {
	const target = unwrapped(left);
	if (!isNode(target) || !/^(?:\?\?|\|\|)?=$/.test(String(operator))) return undefined;
	const isFirst = operator !== '=';
	if (target.type === 'Identifier') {
		const name = nameOf(target);
		return { home: ownHomeOf(name, scope), path: name, key: undefined, value: right, isFirst };
	}
	if (target.type !== 'MemberExpression') return undefined;
	const of = { home: homeOf(rootOf(target), scope), value: right };
	if (target['computed'] === true)
		return { ...of, path: textOfPath(target['object']), key: target['property'], isFirst };
	const item = itemOf(target, scope);
	return { ...of, path: textOfPath(target), key: item?.key, isFirst: isFirst || item?.isFound === true };
}

function setByMethod({ callee, arguments: given }: Node, scope: Scope): Found | undefined {
	if (!isNode(callee) || callee.type !== 'MemberExpression') return undefined;
	const { object } = callee;
	const method = nameOf(callee['property']);
	const [key, value] = listOf(given);
	if (!key || !value || !/^(?:set|getOrInsert(?:Computed)?)$/.test(method)) return undefined;
	const home = homeOf(rootOf(object), scope);
	return { home, path: textOfPath(object), key, value, isFirst: method !== 'set' };
}

/** How a variable refers to an entry: by a key, as in `const item = items.get(key)`, or because it was found in a list. */
function itemOf(target: Node, scope: Scope): { key?: unknown; isFound: boolean } | undefined {
	const name = rootOf(target);
	const { at } = scopeDeclaring(name, scope);
	const init = unwrapped(at?.names.get(name));
	if (!at || !isNode(init) || rootOf(init) === '') return undefined;
	const callee = init['callee'];
	if (isNode(callee) && /^find/.test(nameOf(callee['property']))) return { isFound: true };
	return inputsOf(init, at).size > 0 ? { key: init, isFound: false } : undefined;
}

/** A condition in a function. */
export interface Test {
	node: Node;
	scope: Scope;
}

/** True for a fill whose value depends on the page that comes first: not all that it is computed from is in the key. */
export function dependsOnPage(fill: Fill, tests: readonly Test[]): boolean {
	const { home, key, value, scope, path } = fill;
	const outside = home.place === 'closure' ? scopeDeclaring(home.root, scope).at : undefined;
	if (isOfBrowser(value)) return false;
	const inputs = inputsOf(value, scope, outside);
	if (home.place === 'this' || scope.owner === 'shared') inputs.delete('this');
	if (inputs.size === 0) return false;
	const keys = key === undefined ? askedBefore(fill, tests) : [{ node: key, scope }];
	// `current = x` is what the last page set, and each page sets it first.
	if (key === undefined && !fill.isFirst && keys.length === 0 && !hasPath(value, path)) return false;
	for (const { node, scope: from } of keys)
		for (const name of inputsOf(node, from, outside)) inputs.delete(name);
	return inputs.size > 0;
}

/** True for a timer and the like, which code of a browser stores. */
function isOfBrowser(value: unknown): boolean {
	const made = unwrapped(value);
	return (
		isNode(made) &&
		/^(?:set(?:Timeout|Interval)|request\w+|\w+Observer|WebSocket|EventSource|Worker)$/.test(
			nameOf(made['callee']),
		)
	);
}

/** The conditions before a fill that look at what is there: `if (!nav) nav = …`. */
const askedBefore = ({ node, path, scope }: Fill, tests: readonly Test[]): Test[] =>
	tests.filter(
		(test) => test.node.start < node.start && isWithin(scope, test.scope) && hasPath(test.node, path),
	);

/** True for a function, and for those in it. */
function isWithin(scope: Scope, outer: Scope): boolean {
	for (let at: Scope | undefined = scope; at; at = at.parent) if (at === outer) return true;
	return false;
}
