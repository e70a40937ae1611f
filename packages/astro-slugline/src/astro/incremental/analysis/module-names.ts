import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { isMadeHere } from './known-methods.js';
import type { PackageNames } from './package-functions.js';
import { walk } from './syntax-paths.js';
import { isReader } from './track-imports-plugin.js';

/** The names in a module, by their origin. */
export interface Names {
	/** Imports from modules that may be stateful: the specifier, by name. */
	imported: ReadonlyMap<string, string>;
	/** All imported names. */
	importedAtAll: ReadonlySet<string>;
	/** Imported functions that read content, or whose results are state, such as a signal. */
	notPlain: ReadonlySet<string>;
	/** All names at the top level of the module. */
	top: ReadonlySet<string>;
	/** Imports from packages with functions that have a memory, or that change what they are given. */
	packages: PackageNames;
	/** Variables of functions that hold only values created there. */
	fresh: ReadonlySet<string>;
	/** Variables whose values come from other modules: the specifiers, by name. */
	made: ReadonlyMap<string, ReadonlySet<string>>;
}

type Globals = Pick<Names, 'imported' | 'importedAtAll' | 'notPlain' | 'top'>;

/** Frameworks, some of whose functions create state that outlives a page. */
const isFramework = /^(?:react|preact|solid-js|vue|svelte|lit|@preact|@vue|@lit)(?:\/|$)/;

/** Functions of frameworks that create components and elements. */
const makesNoState =
	/^(?:define\w+|memo|forwardRef|lazy|createContext|createElement|create\w*VNode|h|html|css|svg|markRaw|jsx\w*|ssr\w*|template)$/;

/** The names at a module's top level. */
export function namesOf(program: Node, isStateless: (specifier: string) => boolean): Globals {
	const imported = new Map<string, string>();
	const importedAtAll = new Set<string>();
	const notPlain = new Set<string>();
	const top = new Set<string>();
	for (const given of listOf(program['body'])) {
		const statement = declarationOf(given);
		if (statement.type === 'ImportDeclaration') {
			const { value = '' } = (statement['source'] ?? {}) as { value?: string };
			for (const { local, imported: original } of listOf(statement['specifiers'])) {
				importedAtAll.add(nameOf(local));
				if (isReader(value) || (isFramework.test(value) && !makesNoState.test(nameOf(original))))
					notPlain.add(nameOf(local));
				top.add(nameOf(local));
				if (!isStateless(value)) imported.set(nameOf(local), value);
			}
		}
		if (/^(?:Function|Class)Declaration$/.test(statement.type)) top.add(nameOf(statement['id']));
		for (const { id } of listOf(statement['declarations'])) for (const name of namesIn(id)) top.add(name);
	}
	return { imported, importedAtAll, notPlain, top };
}

/** The variables that functions of a statement declare: those with values created there, and those with values of other modules. */
export function localsOf(statement: Node, { imported, top }: Globals): Pick<Names, 'fresh' | 'made'> {
	const fresh = new Map<string, boolean>();
	const made = new Map<string, Set<string>>();
	const note = (name: string, isFresh: boolean) => fresh.set(name, (fresh.get(name) ?? true) && isFresh);
	walk(statement, (node) => {
		if (node.type === 'VariableDeclarator') {
			const isFresh = isNode(node['id']) && node['id'].type === 'Identifier' && isMadeHere(node['init']);
			const sources = sourcesIn(node['init'], imported);
			for (const name of namesIn(node['id'])) {
				note(name, isFresh);
				if (sources.size > 0) made.set(name, new Set([...(made.get(name) ?? []), ...sources]));
			}
		}
		// The accumulator of `reduce` is created for it.
		const collected = accumulatorOf(node);
		if (/Function/.test(node.type)) {
			for (const param of listOf(node['params']))
				for (const name of namesIn(param)) note(name, accumulators.has(param));
		}
		if (collected) accumulators.add(collected);
	});
	for (const name of top) fresh.delete(name);
	return {
		made,
		fresh: new Set([...fresh].flatMap(([name, isFresh]) => (isFresh ? [name] : []))),
	};
}

/** Parameters of functions that collect into a value created for them. */
const accumulators = new WeakSet<Node>();

/** The parameter into which `list.reduce((into, item) => …, {})` collects. */
function accumulatorOf({ type, callee, arguments: given }: Node): Node | undefined {
	if (type !== 'CallExpression' || !isNode(callee) || nameOf(callee['property']) !== 'reduce')
		return undefined;
	const [collect, first] = listOf(given);
	return collect && first && isMadeHere(first) ? listOf(collect['params'])[0] : undefined;
}

/** The declaration that a statement exports, or the statement itself. */
export const declarationOf = (statement: Node): Node =>
	/^Export(?:Named|Default)Declaration$/.test(statement.type) && isNode(statement['declaration'])
		? statement['declaration']
		: statement;

/** The names that a pattern declares. */
export function namesIn(pattern: unknown): string[] {
	if (!isNode(pattern)) return [];
	switch (pattern.type) {
		case 'Identifier':
			return [nameOf(pattern)];
		case 'ObjectPattern':
			return listOf(pattern['properties']).flatMap((property) =>
				namesIn(property['value'] ?? property['argument']),
			);
		case 'ArrayPattern':
			return listOf(pattern['elements']).flatMap(namesIn);
		case 'AssignmentPattern':
			return namesIn(pattern['left']);
		case 'RestElement':
			return namesIn(pattern['argument']);
		default:
			return [];
	}
}

/** The modules whose imports an expression names. */
function sourcesIn(value: unknown, imported: ReadonlyMap<string, string>): Set<string> {
	const sources = new Set<string>();
	walk(value, (node) => {
		const source = node.type === 'Identifier' ? imported.get(nameOf(node)) : undefined;
		if (source !== undefined) sources.add(source);
	});
	return sources;
}
