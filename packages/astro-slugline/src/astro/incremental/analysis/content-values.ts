import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { at, copyOf, distinct, listWith, partsOf, type Shape } from './content-shapes.js';

/** What an expression refers to. */
export interface Values {
	/** The shapes of a variable. */
	variable(name: string): readonly Shape[];
	/** The shapes of what a function returns, if it is written where it is used. */
	returned(callback: Node): readonly Shape[];
	/** The function with this name in the module. */
	functionOf(name: string): Node | undefined;
	/** True for the name of a function of another module that reads entries. */
	isReader(name: string): boolean;
	/** The shapes of expressions that were evaluated before. */
	evaluated: Map<Node, readonly Shape[]>;
	/** The shapes of `Astro.props`. */
	props(): readonly Shape[];
}

/** Functions that return entries or lists of them. The lists are new for each caller. */
const readers = /^(?:getEntry|getEntries|getCollection|query|resolve|storyBySlug)$/;

/** True for the code of a module that calls such a function. */
export const readsEntries = (code: string): boolean =>
	/\b(?:getEntry|getEntries|getCollection|storyBySlug)\b/.test(code);

const isAstro = (value: unknown): boolean => /^Astro\d*$/.test(nameOf(value));

/** The shapes of the value of an expression. */
export function shapesOf(value: unknown, values: Values): readonly Shape[] {
	if (!isNode(value)) return [];
	const shapes = values.evaluated.get(value) ?? distinct(evaluate(value, values));
	values.evaluated.set(value, shapes);
	return shapes;
}

function evaluate(value: Node, values: Values): readonly Shape[] {
	const of = (key: string) => shapesOf(value[key], values);
	switch (value.type) {
		case 'Identifier':
			return values.variable(nameOf(value));
		case 'MemberExpression': {
			const name = nameOfProperty(value);
			if (isAstro(value['object'])) return name === 'props' ? values.props() : [];
			return partsOf(of('object'), name);
		}
		case 'LogicalExpression':
			return [...of('left'), ...of('right')];
		case 'ConditionalExpression':
			return [...of('consequent'), ...of('alternate')];
		case 'AssignmentExpression':
			return of('right');
		case 'AwaitExpression':
			return of('argument');
		case 'SequenceExpression':
			return shapesOf(listOf(value['expressions']).at(-1), values);
		case 'ArrayExpression':
			return listWith(listOf(value['elements']).flatMap((item) => itemShapes(item, values)));
		case 'ObjectExpression':
			return objectShapes(value, values);
		case 'CallExpression':
			return callShapes(value, values);
		default:
			// Parentheses, and `a?.b`.
			return isNode(value['expression']) ? of('expression') : [];
	}
}

/** The name of the property of `a.b` or `a['b']`, or `''` for `a[b]`. */
function nameOfProperty({ property, computed }: Node): string {
	if (computed !== true) return nameOf(property);
	const value = isNode(property) ? property['value'] : undefined;
	return typeof value === 'string' ? value : '';
}

/** The name of a property of an object literal or a pattern. */
export function nameOfKey({ key, computed }: Node): string {
	if (computed === true || !isNode(key)) return '';
	return nameOf(key) || String(key['value'] ?? '');
}

const itemShapes = (item: Node, values: Values): readonly Shape[] =>
	item.type === 'SpreadElement' ? partsOf(shapesOf(item['argument'], values), '') : shapesOf(item, values);

function objectShapes(object: Node, values: Values): readonly Shape[] {
	const fields = new Map<string, readonly Shape[]>();
	const copies: Shape[] = [];
	const items: Shape[] = [];
	for (const property of listOf(object['properties'])) {
		const { type, kind, value } = property;
		const name = nameOfKey(property);
		if (type === 'SpreadElement') copies.push(...shapesOf(property['argument'], values));
		else {
			const isGetter = kind === 'get' && isNode(value);
			const shapes = isGetter ? values.returned(value) : shapesOf(value, values);
			if (name === '') items.push(...shapes);
			else fields.set(name, shapes);
		}
	}
	const isEmpty = copies.length + items.length === 0 && [...fields.values()].flat().length === 0;
	return isEmpty ? [] : [{ kind: 'made', fields, copies, items }];
}

/** Methods that return the list that they are called on. */
const same = /^(?:sort|reverse|fill|copyWithin|values|then|catch|finally)$/;

/** Methods that return a new list with the same items. */
const copying = /^(?:filter|slice|toSorted|toReversed|toSpliced|with|splice)$/;

/** Methods that return an item. */
const picking = /^(?:get|at|find|findLast|pop|shift|next)$/;

function callShapes(call: Node, values: Values): readonly Shape[] {
	const { callee } = call;
	if (!isNode(callee)) return [];
	if (callee.type !== 'MemberExpression') return functionShapes(call, values);
	const args = listOf(call['arguments']);
	const method = nameOf(callee['property']);
	switch (nameOf(callee['object'])) {
		case 'Promise':
			return shapesOf(args[0], values);
		case 'Object':
		case 'Array':
			return builtInShapes(method, args, values);
		default:
			return methodShapes(method, shapesOf(callee['object'], values), args, values);
	}
}

/** What `read()` returns. */
function functionShapes({ callee, arguments: given }: Node, values: Values): readonly Shape[] {
	const args = listOf(given);
	const name = nameOf(callee);
	if (readers.test(name)) return ['entries'];
	const called = values.functionOf(name);
	if (called) {
		const shapes = args.map((arg) => shapesOf(arg, values));
		return values.returned(called).flatMap((shape) => filledIn(shape, name, shapes));
	}
	if (values.isReader(name)) return ['entries'];
	// `sorted(await getCollection('posts'))`
	const isOfEntries = args.some((arg) => readers.test(nameOf(unawaited(arg)['callee'])));
	return isOfEntries ? ['entries'] : [];
}

/** What functions of `Object` and `Array` return. */
function builtInShapes(method: string, [first, ...others]: Node[], values: Values): readonly Shape[] {
	const shapes = shapesOf(first, values);
	const items = partsOf(shapes, '');
	switch (method) {
		case 'freeze':
			return shapes;
		case 'assign':
			return [...shapes, ...copyOf(others.flatMap((other) => shapesOf(other, values)))];
		case 'values':
			return listWith(items);
		case 'entries':
		case 'groupBy':
			return listWith(listWith(items));
		case 'fromEntries':
			return listWith(partsOf(items, ''));
		case 'from':
			return listWith(isFunction(others[0]) ? values.returned(others[0]) : items);
		default:
			return [];
	}
}

/** What a method of a list, an object, or a promise returns. */
function methodShapes(
	method: string,
	list: readonly Shape[],
	[first, second]: Node[],
	values: Values,
): readonly Shape[] {
	const items = () => partsOf(list, '');
	const returned = isFunction(first) ? values.returned(first) : undefined;
	if (same.test(method)) return method === 'then' && returned ? returned : list;
	if (copying.test(method)) return copyOf(list);
	if (picking.test(method)) return items();
	switch (method) {
		case 'concat':
			return copyOf([...list, ...shapesOf(first, values)]);
		case 'flat':
			return copyOf([...list, ...items()]);
		case 'entries':
			return listWith(listWith(items()));
		case 'reduce':
		case 'reduceRight':
			return shapesOf(second, values);
		case 'map':
			if (returned) return listWith(returned);
			break;
		case 'flatMap':
			if (returned) return listWith(partsOf(returned, ''));
			break;
	}
	return list.includes('entries') ? ['entries'] : [];
}

/** What a function returns, with what it is given in place of its parameters. */
const filledIn = (shape: Shape, owner: string, given: readonly (readonly Shape[])[]): readonly Shape[] =>
	typeof shape === 'object' && shape.kind === 'given' && shape.owner === owner
		? at(given[shape.index] ?? [], shape.path)
		: [shape];

const unawaited = (node: Node): Node =>
	node.type === 'AwaitExpression' && isNode(node['argument']) ? node['argument'] : node;

export const isFunction = (value: unknown): value is Node =>
	isNode(value) && /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(value.type);

/**
 * The shapes of the parameters of a function that a call is given, or undefined if the called function is unknown.
 *
 * @param call a call such as `posts.map((post) => …)`
 */
export function callbackShapes(
	call: Node,
	values: Values,
): ((index: number) => readonly Shape[]) | undefined {
	const { callee } = call;
	if (!isNode(callee) || callee.type !== 'MemberExpression') return undefined;
	const [first, second] = listOf(call['arguments']);
	const method = nameOf(callee['property']);
	const isFrom = nameOf(callee['object']) === 'Array' && method === 'from';
	const list = shapesOf(isFrom ? first : callee['object'], values);
	if (list.length === 0) return undefined;
	const items = () => partsOf(list, '');
	if (method === 'then') return (index) => (index === 0 ? list : []);
	if (/^(?:sort|toSorted)$/.test(method)) return items;
	if (/^reduce(?:Right)?$/.test(method))
		return (index) => [shapesOf(second, values), items(), [], list][index] ?? [];
	return (index) => [items(), [], list][index] ?? [];
}
