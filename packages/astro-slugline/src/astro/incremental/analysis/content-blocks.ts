import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { copyOf, distinct, partsOf, type Shape } from './content-shapes.js';
import { callbackShapes, isFunction, nameOfKey, shapesOf, type Values } from './content-values.js';
import { declarationOf } from './module-names.js';

type Shapes = () => readonly Shape[];

/** A block or a function, with the variables that it declares. */
interface Block {
	parent: Block | undefined;
	/** What variables are set to, by name. */
	names: Map<string, Shapes[]>;
	functions: Map<string, Node>;
	/** The expressions that the function around it returns, with their blocks. */
	returned: [value: unknown, Block][];
	/** The variable that holds the function around it. */
	owner: string;
	/** The variable at the top level that holds all of it. */
	root: string;
	isInFunction: boolean;
	isStaticPaths: boolean;
}

/** Where a node is. */
export interface Place {
	/** The shapes of a value there. */
	shapes(value: unknown): readonly Shape[];
	isStaticPaths: boolean;
}

/** Variables that depend on more variables than this, one after the other, are not followed. */
const maxDepth = 100;

/** Visits the nodes of a module that run when a function is called. */
export function contentBlocks(
	program: Node,
	isReader: Values['isReader'],
	visit: (node: Node, place: Place) => void,
): void {
	const visits: [Node, Block][] = [];
	const variables = new Map<Node, string>();
	const bodies = new Map<Node, Shapes>();
	const callbacks = new Map<Node, (index: number) => readonly Shape[] | undefined>();
	const assigned: [pattern: unknown, Block, Shapes][] = [];

	let depth = 0;
	const shapesIn = (value: unknown, block: Block): readonly Shape[] => {
		if (depth > maxDepth) return [];
		depth += 1;
		const shapes = shapesOf(value, valuesIn(block));
		depth -= 1;
		return shapes;
	};
	const evaluated: Values['evaluated'] = new Map();
	const valuesIn = (block: Block): Values => ({
		...{ evaluated, isReader },
		variable: (name) => (find(block, 'names', name) ?? []).flatMap((shapes) => shapes()),
		functionOf: (name) => find(block, 'functions', name),
		returned: (callback) => bodies.get(callback)?.() ?? [],
		props: () => [given(block.root, 0)],
	});

	/** Adds the variables of a pattern. */
	const bind = (pattern: unknown, block: Block, shapes: Shapes): void => {
		for (const [name, part] of boundBy(pattern, shapes, (value) => shapesIn(value, block)))
			block.names.set(name, [...(block.names.get(name) ?? []), once(part)]);
	};

	const functionBlock = (node: Node, parent: Block): Block => {
		const name = nameOf(node['id']) || (variables.get(node) ?? '');
		const isStaticPaths = parent.isStaticPaths || name === 'getStaticPaths';
		const owner = name || parent.owner;
		const block: Block = { ...blockIn(parent), owner, isStaticPaths, isInFunction: true, returned: [] };
		if (name !== '') parent.functions.set(name, node);
		if (node['expression'] === true) block.returned.push([node['body'], block]);
		bodies.set(
			node,
			once(() => block.returned.flatMap(([value, at]) => shapesIn(value, at))),
		);
		const isNamed = name !== '' || !parent.isInFunction;
		for (const [index, param] of listOf(node['params']).entries()) {
			const isProps = /^(?:__props|\$\$?props)$/.test(nameOf(param));
			// A parameter may be an entry.
			const any: Shape = isNamed || isProps ? given(owner, isProps ? 0 : index) : 'entries';
			bind(param, block, () => (isRenderer(param) ? [] : (callbacks.get(node)?.(index) ?? [any])));
		}
		return block;
	};

	const declare = (node: Node, block: Block, inner: Block): void => {
		const { type, id, init, left, right } = node;
		if (type === 'VariableDeclarator') {
			if (isFunction(init)) variables.set(init, nameOf(id));
			bind(id, block, () => shapesIn(init, block));
		}
		if (type === 'AssignmentExpression') assigned.push([left, block, () => shapesIn(right, block)]);
		if (type === 'ForOfStatement' && isNode(left))
			bind(listOf(left['declarations'])[0]?.['id'], inner, () => partsOf(shapesIn(right, block), ''));
		if (type === 'ReturnStatement') block.returned.push([node['argument'], block]);
		if (type !== 'CallExpression') return;
		for (const arg of listOf(node['arguments']))
			if (isFunction(arg)) callbacks.set(arg, (index) => callbackShapes(node, valuesIn(block))?.(index));
	};

	const look = (value: unknown, block: Block): void => {
		if (Array.isArray(value)) for (const item of value) look(item, block);
		if (!isNode(value)) return;
		if (block.isInFunction || block.isStaticPaths) visits.push([value, block]);
		const isBlock = /^(?:Block|For|ForOf|ForIn|Switch)Statement$/.test(value.type);
		const inner = isFunction(value) ? functionBlock(value, block) : isBlock ? blockIn(block) : block;
		declare(value, block, inner);
		for (const child of Object.values(value)) if (typeof child === 'object') look(child, inner);
	};

	const names: Block['names'] = new Map();
	const functions: Block['functions'] = new Map();
	for (const statement of listOf(program['body'])) {
		const { id, declarations } = declarationOf(statement);
		const root = nameOf(id ?? listOf(declarations)[0]?.['id']) || 'default';
		const isStaticPaths = root === 'getStaticPaths';
		const ofModule = { parent: undefined, returned: [], isInFunction: false };
		look(statement, { ...ofModule, names, functions, owner: root, root, isStaticPaths });
	}
	for (const [pattern, block, shapes] of assigned) {
		for (const [name, part] of boundBy(pattern, shapes, () => []))
			find(block, 'names', name)?.push(once(part));
	}
	for (const [node, block] of visits)
		visit(node, { shapes: (value) => shapesIn(value, block), isStaticPaths: block.isStaticPaths });
}

/** True for what a Svelte component adds its HTML to, in `Tags($$renderer, { tags })`. */
export const isRenderer = (value: unknown): boolean => /^\$\$(?:renderer|payload)$/.test(nameOf(value));

const given = (owner: string, index: number): Shape => ({ kind: 'given', owner, index, path: [] });

const blockIn = (parent: Block): Block => ({ ...parent, parent, names: new Map(), functions: new Map() });

/** What a name has in the nearest block that declares it. */
function find<Key extends 'names' | 'functions'>(block: Block, key: Key, name: string) {
	for (let at: Block | undefined = block; at; at = at.parent)
		if (at.names.has(name) || at.functions.has(name))
			return at[key].get(name) as (Block[Key] extends Map<string, infer Value> ? Value : never) | undefined;
	return undefined;
}

/** Computes a value once. While it is computed, it is empty: a variable may be set to a part of itself. */
function once(compute: Shapes): Shapes {
	let result: readonly Shape[] | undefined;
	return () => {
		if (result) return result;
		result = [];
		result = distinct(compute());
		return result;
	};
}

/** The variables of a pattern, with what they are set to. */
function boundBy(
	pattern: unknown,
	shapes: Shapes,
	evaluate: (value: unknown) => readonly Shape[],
): [name: string, Shapes][] {
	if (!isNode(pattern)) return [];
	switch (pattern.type) {
		case 'Identifier':
			return [[nameOf(pattern), shapes]];
		case 'AssignmentPattern':
			return boundBy(pattern['left'], () => [...shapes(), ...evaluate(pattern['right'])], evaluate);
		case 'RestElement':
			return boundBy(pattern['argument'], () => copyOf(shapes()), evaluate);
		case 'ArrayPattern':
			return listOf(pattern['elements']).flatMap((item) =>
				boundBy(item, item.type === 'RestElement' ? shapes : () => partsOf(shapes(), ''), evaluate),
			);
		case 'ObjectPattern':
			return listOf(pattern['properties']).flatMap((property) =>
				property.type === 'RestElement'
					? boundBy(property, shapes, evaluate)
					: boundBy(property['value'], () => partsOf(shapes(), nameOfKey(property)), evaluate),
			);
		default:
			return [];
	}
}
