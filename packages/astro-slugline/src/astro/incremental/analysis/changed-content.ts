import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { putting } from './known-methods.js';
import { baseOf, walk } from './syntax-paths.js';

/** The values that a node changes in place. */
export function changedBy(node: Node): unknown[] {
	const { type, callee } = node;
	const targets =
		type === 'AssignmentExpression'
			? [node['left']]
			: type === 'UpdateExpression' || (type === 'UnaryExpression' && node['operator'] === 'delete')
				? [node['argument']]
				: [];
	const owners = targets.flatMap((target) =>
		isNode(target) && target.type === 'MemberExpression' ? [target['object']] : [],
	);
	if (type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') return owners;
	const method = nameOf(callee['property']);
	return putting.has(method) || method === 'sort' || method === 'reverse' ? [callee['object']] : owners;
}

/** The names of variables that contain content. */
export interface ContentNames {
	/** Entries and lists of entries. These belong to the page, but everything below `data` is shared. */
	entries: Set<string>;
	/** Values below the `data` of an entry. */
	data: Set<string>;
}

const readers = /^(?:getEntry|getEntries|getCollection|query|resolve|storyBySlug)$/;

export function contentNames(program: Node): ContentNames {
	const found: ContentNames = { entries: new Set(), data: new Set() };
	// A variable may depend on one that is declared after the function that uses it, so this repeats until nothing is added.
	for (let size = -1; size !== found.entries.size + found.data.size; ) {
		size = found.entries.size + found.data.size;
		walk(program, (node) => {
			if (node.type === 'VariableDeclarator') declare(node['id'], node['init'], found);
			if (node.type === 'ForOfStatement' && isNode(node['left'])) {
				const [declared] = listOf(node['left']['declarations']);
				declare(declared?.['id'], node['right'], found);
			}
			const { type, callee } = node;
			if (type === 'CallExpression' && isNode(callee) && callee.type === 'MemberExpression') {
				for (const given of listOf(node['arguments'])) {
					for (const param of listOf(given['params'])) declare(param, callee['object'], found);
				}
			}
			// A parameter may be an entry.
			if (/Function/.test(type)) for (const param of listOf(node['params'])) bind(param, 'entries', found);
		});
	}
	return found;
}

function declare(pattern: unknown, init: unknown, found: ContentNames): void {
	const kind = kindOf(init, found);
	if (kind) bind(pattern, kind, found);
}

function kindOf(value: unknown, found: ContentNames): keyof ContentNames | undefined {
	if (!isNode(value)) return undefined;
	if (isContent(value, found)) return 'data';
	if (/^Astro\d*$/.test(baseOf(value)) && segments(value)[0] === 'props') return 'entries';
	if (found.entries.has(baseOf(value))) return 'entries';
	switch (value.type) {
		case 'AwaitExpression':
			return kindOf(value['argument'], found);
		case 'ParenthesizedExpression':
		case 'ChainExpression':
			return kindOf(value['expression'], found);
		case 'CallExpression': {
			const { callee } = value;
			if (readers.test(nameOf(callee))) return 'entries';
			// `(await getCollection('posts')).filter(…)`
			const of = isNode(callee) && callee.type === 'MemberExpression' && kindOf(callee['object'], found);
			if (of === 'entries') return 'entries';
			return listOf(value['arguments']).some((given) => readers.test(nameOf(given['callee'])))
				? 'entries'
				: undefined;
		}
		default:
			return undefined;
	}
}

/** Adds the names that a pattern declares. A name from the `data` of an entry is data. */
function bind(pattern: unknown, kind: keyof ContentNames, found: ContentNames): void {
	if (!isNode(pattern)) return;
	switch (pattern.type) {
		case 'Identifier':
			found[kind].add(nameOf(pattern));
			return;
		case 'AssignmentPattern':
			bind(pattern['left'], kind, found);
			return;
		case 'ArrayPattern':
			for (const item of listOf(pattern['elements'])) bind(item, kind, found);
			return;
		case 'ObjectPattern':
			for (const { key, value } of listOf(pattern['properties'])) {
				if (kind === 'entries' && nameOf(key) === 'data') bind(value, 'data', found);
				else bind(value, kind, found);
			}
			return;
		default:
			return;
	}
}

/** True for a value below the `data` of an entry. */
export function isContent(value: unknown, { entries, data }: ContentNames): boolean {
	const base = baseOf(value);
	if (data.has(base)) return true;
	const path = segments(value);
	if (/^Astro\d*$/.test(base)) return path[0] === 'props' && path.slice(1).includes('data');
	return entries.has(base) && path.includes('data');
}

/** The names of properties in `a.b.c`, without the first name. */
function segments(value: unknown): string[] {
	if (!isNode(value)) return [];
	if (value.type === 'ChainExpression') return segments(value['expression']);
	if (value.type !== 'MemberExpression') return [];
	const own = value['computed'] === true ? '' : nameOf(value['property']);
	return [...segments(value['object']), own];
}
