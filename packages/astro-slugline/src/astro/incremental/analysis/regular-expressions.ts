import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { type ContentModule, definitionsOf } from './changed-across.js';
import { declarationOf } from './module-names.js';
import { homeOf, rootOf, type Scope, scopeDeclaring } from './scopes.js';
import { baseOf, unwrapped, walk } from './syntax-paths.js';

/** A variable of the top level with a regular expression, or the property of an object with one. */
export interface RegExpName {
	name: string;
	property: string;
}

/** The regular expressions of a module. */
export interface RegExps {
	/** Those whose `test()` or `exec()` its functions call, which may be imported. */
	used: readonly RegExpName[];
	/** True for a variable of its top level with one that remembers where it stopped, because it has the flag `g` or `y`. */
	has(asked: RegExpName): boolean;
}

export function regExpsOf(program: Node): RegExps['has'] {
	const values = new Map<string, unknown>();
	for (const statement of listOf(program['body'])) {
		const declared = declarationOf(statement);
		for (const { id, init } of listOf(declared['declarations'])) values.set(nameOf(id), init);
		if (/^Class/.test(declared.type)) values.set(nameOf(declared['id']), declared['body']);
		if (statement.type === 'ExportDefaultDeclaration') values.set('default', declared);
	}
	return ({ name, property }) => {
		const value = unwrapped(values.get(name));
		if (!isNode(value)) return false;
		const parts = listOf(value['properties'] ?? value['body']);
		const part = parts.find(({ key }) => property !== '' && nameOf(key) === property);
		return hasRegExp(part ? part['value'] : value);
	};
}

function hasRegExp(value: unknown): boolean {
	let found = false;
	walk(value, (node) => {
		const { type, regex, arguments: given, callee } = node;
		const isMade = (type === 'NewExpression' || type === 'CallExpression') && nameOf(callee) === 'RegExp';
		const flags = isMade ? listOf(given)[1]?.['value'] : (regex as { flags?: unknown } | undefined)?.flags;
		found ||= /[gy]/.test(String(flags ?? ''));
	});
	return found;
}

/** The ids of modules that use a regular expression that remembers where it stopped, and of those that have it. */
export function usingRegExps(
	analyzed: ReadonlyMap<string, { regExps: RegExps }>,
	modules: ReadonlyMap<string, ContentModule>,
): Set<string> {
	const found = new Set<string>();
	for (const [id, { regExps }] of analyzed) {
		for (const { name, property } of regExps.used) {
			const reference = modules.get(id)?.effects.exports.referenceOf({ type: 'Identifier', name });
			if (!reference) continue;
			// `patterns.link.test()` of `import * as patterns`
			const isPart = reference.name === '*';
			const asked = isPart ? { ...reference, name: property } : reference;
			for (const definition of definitionsOf(id, asked, modules)) {
				const isOne = analyzed.get(definition.id)?.regExps.has({
					...{ name: definition.name, property: isPart ? '' : property },
				});
				if (isOne) found.add(id).add(definition.id);
			}
		}
	}
	return found;
}

/** Calls of `test()` and `exec()`, after which a regular expression may remember where it stopped. */
export interface RegExpCalls {
	visit(node: Node, scope: Scope): void;
	/** The variables of the top level. */
	top(): RegExpName[];
	/** True if one is a variable of a function that creates the calling one. */
	areInClosure(): boolean;
}

const loops = new Set(['WhileStatement', 'DoWhileStatement', 'ForStatement']);

interface Call {
	node: Node;
	scope: Scope;
	name: RegExpName;
}

export function regExpCalls(): RegExpCalls {
	const calls: Call[] = [];
	/** Calls in the condition of a loop that ends with no match, after which the expression starts anew. */
	const complete = new Set<unknown>();
	/** Variables that such a condition looks at. */
	const looped = new Map<Scope, Set<string>>();
	const assigned = new Map<unknown, string>();
	const resets = new Map<Scope, Set<string>>();
	const note = (map: Map<Scope, Set<string>>, scope: Scope, name: string) =>
		map.set(scope, (map.get(scope) ?? new Set()).add(name));
	const visit = (node: Node, scope: Scope): void => {
		const { type, test, left, right, callee } = node;
		if (loops.has(type) && isComplete(node['body'])) {
			walk(test, (inner) => complete.add(inner));
			note(looped, scope, variableIn(test));
		}
		if (type === 'VariableDeclarator') assigned.set(unwrapped(node['init']), nameOf(node['id']));
		if (type === 'AssignmentExpression') {
			assigned.set(unwrapped(right), nameOf(left));
			if (isLastIndex(left)) note(resets, scope, baseOf(left));
		}
		if (type !== 'CallExpression' || !isNode(callee) || !/^(?:test|exec)$/.test(nameOf(callee['property'])))
			return;
		const object = unwrapped(callee['object']);
		const isPart = isNode(object) && object.type === 'MemberExpression' && object['computed'] !== true;
		const property = isPart ? nameOf(object['property']) : '';
		if (rootOf(object) !== '') calls.push({ node, scope, name: { name: rootOf(object), property } });
	};
	const found = () =>
		calls.flatMap(({ node, scope, name: { name, property } }) => {
			const { place, root } = homeOf(name, scope);
			const isReset = resets.get(scope)?.has(name) === true;
			const isLooped = looped.get(scope)?.has(assigned.get(node) ?? '') === true;
			return isReset || isLooped || complete.has(node)
				? []
				: [{ place, name: { name: root, property }, scope }];
		});
	return {
		visit,
		top: () => found().flatMap(({ place, name }) => (place === 'top' ? [name] : [])),
		areInClosure: () =>
			found().some(
				({ place, name: { name }, scope }) =>
					place === 'closure' && hasRegExp(scopeDeclaring(name, scope).at?.names.get(name)),
			),
	};
}

/** `X.lastIndex` */
export const isLastIndex = (target: unknown): boolean =>
	isNode(target) && target.type === 'MemberExpression' && nameOf(target['property']) === 'lastIndex';

/** The variable in `match`, `match !== null`, and `(match = next)`. */
function variableIn(test: unknown): string {
	const value = unwrapped(test);
	if (!isNode(value)) return '';
	return nameOf(value) || nameOf(value['left']);
}

/** True for the body of a loop that nothing but the condition ends. */
function isComplete(body: unknown): boolean {
	let isWhole = true;
	const look = (value: unknown, isInner: boolean): void => {
		if (Array.isArray(value)) for (const item of value) look(item, isInner);
		if (!isNode(value) || /Function/.test(value.type)) return;
		if (/^(?:Return|Throw)Statement$|^YieldExpression$/.test(value.type)) isWhole = false;
		if (value.type === 'BreakStatement' && (!isInner || value['label'])) isWhole = false;
		const inner = isInner || /^(?:While|DoWhile|For\w*|Switch)Statement$/.test(value.type);
		for (const child of Object.values(value)) if (typeof child === 'object') look(child, inner);
	};
	look(body, false);
	return isWhole;
}
