import { once } from '../../../shared/once.js';
import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { making, putting } from './known-methods.js';
import {
	assignedIn,
	type ImportPath,
	importPath,
	isDeclared,
	lookUp,
	type Place,
	rootName,
	type Scope,
} from './load-scopes.js';
import { changingFirst, freshFunctions, isStillImport, ownInstances, stillFunctions } from './still-calls.js';
import { textOfPath, unwrapped, walk } from './syntax-paths.js';

/** What is known of the values of a module while it is loaded. */
export interface CreatedValues {
	/** True for an object that the running code has created, so that changing it affects no other module. */
	isFresh(value: unknown, place: Place): boolean;
	/** True for a list, map, text, or the like that the running code has created. */
	isNative(value: unknown, place: Place): boolean;
	/** The import of a package without state that has made a value, such as a schema, or on which a method of it was called. */
	builtBy(value: unknown, place: Place): ImportPath | undefined;
	/** True for a variable that gets another value after its declaration. */
	isAssigned(name: string): boolean;
}

/** Finds the values that a module has created itself. */
export function createdValues(program: Node, top: Scope): CreatedValues {
	const assigned = once(() => assignedIn(program));

	const isFresh = (value: unknown, place: Place): boolean =>
		isCreated(value, place, (node) => {
			if (node.type === 'ThisExpression') return place.scope.self !== undefined;
			if (node.type === 'MemberExpression') {
				const isOfClass = nameOf(node['property']) === 'prototype';
				return (isOfClass && isFresh(node['object'], place)) || isExports(node, place);
			}
			return (
				/^(?:ObjectExpression|NewExpression|Class\w+|Function\w+|ArrowFunctionExpression)$/.test(node.type) ||
				isExports(node, place)
			);
		});

	const isNative = (value: unknown, place: Place): boolean =>
		isCreated(value, place, (node) => {
			const { type, callee } = node;
			const field = type === 'MemberExpression' ? fieldOf(node, place) : undefined;
			if (field) return isNative(field, place);
			if (type === 'NewExpression')
				return isNode(callee) && !isDeclared(callee, place.scope) && ownInstances.test(textOfPath(callee));
			return false;
		});

	/** @param within names of variables whose values contain the expression */
	const isCreated = (
		value: unknown,
		place: Place,
		isOther: (node: Node) => boolean,
		within: readonly string[] = [],
	): boolean => {
		const node = unwrapped(value);
		if (!isNode(node)) return false;
		const name = nameOf(node);
		const around = name === '' ? within : [...within, name];
		const is = (inner: unknown, at = place) => isCreated(inner, at, isOther, around);
		switch (node.type) {
			case 'ArrayExpression':
			case 'TemplateLiteral':
			case 'Literal':
				return true;
			case 'LogicalExpression':
				return is(node['left']) && is(node['right']);
			case 'ConditionalExpression':
				return is(node['consequent']) && is(node['alternate']);
			case 'AssignmentExpression':
				return is(node['right']) && (node['operator'] === '=' || is(node['left']));
			case 'MemberExpression':
				return isOfCollection(node['object'], place, is) || isOther(node);
			case 'AwaitExpression':
				return is(node['argument']);
			case 'ChainExpression':
				return is(node['expression']);
			case 'CallExpression':
				return isNewResult(node, place, is);
			case 'Identifier': {
				const found = lookUp(name, place.scope);
				if (!found) return isOther(node);
				if (found.at === top && !place.isLoading) return false;
				if (within.includes(name)) return true;
				const at = { ...place, scope: found.at };
				return found.bindings.every((binding) => {
					if (binding.kind === 'part') return binding.isFresh !== false && !assigned().has(name);
					if (binding.kind !== 'variable') return binding.kind !== 'import' && isOther(binding.node);
					if (!binding.isConst && !(assigned().get(name) ?? []).every((one) => is(one, at))) return false;
					return binding.value === null || binding.value === undefined || is(binding.value, at);
				});
			}
		}
		return isOther(node);
	};

	/** True for a variable that is empty at first, as in `const groups = {}`, and only gets values that are created where they are put. */
	const isOfCollection = (object: unknown, place: Place, is: (value: unknown) => boolean): boolean => {
		const name = nameOf(object);
		const found = lookUp(name, place.scope);
		const [binding, ...others] = found?.bindings ?? [];
		if (!binding || others.length > 0) return false;
		if (
			binding.kind === 'part'
				? binding.isFresh !== 'empty'
				: !(binding.kind === 'variable' && isEmpty(binding.value))
		)
			return false;
		if (assigned().has(name) || (found?.at === top && !place.isLoading)) return false;
		return putInto(program, name).every((value) => is(value));
	};

	/** The value that a class declares for the property in `this.items`, if it never assigns another one. */
	const fieldOf = ({ object, property }: Node, { scope }: Place): unknown => {
		const { self } = scope;
		if (!isNode(object) || object.type !== 'ThisExpression' || !/^Class/.test(self?.type ?? ''))
			return undefined;
		const name = nameOf(property);
		const isIt = (node: unknown) => isNode(node) && nameOf(node['property'] ?? node['key']) === name;
		let isAssigned = false;
		walk(self, ({ type, left }) => {
			isAssigned ||= type === 'AssignmentExpression' && isIt(left);
		});
		const members = isNode(self?.['body']) ? listOf(self['body']['body']) : [];
		return isAssigned
			? undefined
			: members.find((one) => one.type === 'PropertyDefinition' && isIt(one))?.['value'];
	};

	/** True for a call that returns a new object. */
	const isNewResult = (
		{ callee, arguments: given }: Node,
		place: Place,
		is: (value: unknown) => boolean,
	): boolean => {
		if (!isNode(callee)) return false;
		const path = importPath(callee, place.scope);
		if (path) return isStillImport(path.specifier);
		const [first] = listOf(given);
		const run = unwrapped(callee);
		if (isNode(run) && /Function/.test(run.type)) return returnsFirst(run) && is(first);
		if (!isDeclared(callee, place.scope) && rootName(callee) !== '') {
			const name = textOfPath(callee);
			if (freshFunctions.test(name)) return true;
			if (changingFirst.test(name)) return is(first);
		}
		if (callee.type !== 'MemberExpression') return false;
		const method = nameOf(callee['property']);
		if (method === 'get' && isOfCollection(callee['object'], place, is)) return true;
		return making.has(method) || (/^(?:sort|reverse|fill)$/.test(method) && is(callee['object']));
	};

	const builtBy = (value: unknown, place: Place, steps = 10): ImportPath | undefined => {
		const node = unwrapped(value);
		if (!isNode(node) || steps === 0) return undefined;
		const { type, callee } = node;
		if (type === 'AwaitExpression') return builtBy(node['argument'], place, steps - 1);
		if (/^(?:Call|New)Expression$/.test(type) && isNode(callee)) {
			const path = importPath(callee, place.scope);
			if (path) return isStillImport(path.specifier) ? path : undefined;
			if (!isDeclared(callee, place.scope) && /^Intl\./.test(textOfPath(callee)))
				return { specifier: 'Intl', names: [] };
			return callee.type === 'MemberExpression' ? builtBy(callee['object'], place, steps - 1) : undefined;
		}
		const found = type === 'Identifier' ? lookUp(nameOf(node), place.scope) : undefined;
		const [binding, ...others] = found?.bindings ?? [];
		if (!found || others.length > 0 || binding?.kind !== 'variable' || !binding.isConst) return undefined;
		return builtBy(binding.value, { ...place, scope: found.at }, steps - 1);
	};

	/** True for `module.exports` and `exports`. */
	const isExports = (node: Node, { scope, isLoading }: Place): boolean =>
		isLoading && !isDeclared(node, scope) && /^(?:module\.)?exports$|^module$/.test(textOfPath(node));

	return { isFresh, isNative, builtBy, isAssigned: (name) => assigned().has(name) };
}

/** True for `{}`, `[]`, and `new Map()`. */
export const isEmpty = (value: unknown): boolean =>
	isNode(value) &&
	/^(?:Object|Array|New)Expression$/.test(value.type) &&
	['properties', 'elements', 'arguments'].every((key) => listOf(value[key]).length === 0);

/** What a module puts into the value of a variable. Undefined for what it puts there in a way that is not understood. */
function putInto(program: Node, name: string): unknown[] {
	const values: unknown[] = [];
	walk(program, ({ type, left, right, callee, arguments: given }) => {
		if (type === 'AssignmentExpression' && isNode(left) && nameOf(left['object']) === name)
			values.push(right);
		if (!/^(?:Call|New)Expression$/.test(type) || !isNode(callee)) return;
		const args = listOf(given);
		if (args.some((one) => nameOf(one) === name) && !stillFunctions.test(textOfPath(callee)))
			values.push(undefined);
		if (nameOf(callee['object']) !== name) return;
		const method = nameOf(callee['property']);
		if (method === 'set') values.push(args[1]);
		else if (putting.has(method) && !/^(?:delete|clear)$/.test(method)) values.push(...args);
	});
	return values;
}

/** True for a function that returns its first parameter, such as the one that fills an `enum` of TypeScript. */
function returnsFirst({ params, body }: Node): boolean {
	const last = isNode(body) ? listOf(body['body']).at(-1) : undefined;
	const name = nameOf(listOf(params)[0]);
	return name !== '' && last?.type === 'ReturnStatement' && nameOf(last['argument']) === name;
}
