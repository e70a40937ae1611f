import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';

/** What a module may do with what is read. */
export interface ModuleState {
	/** It may put something where it stays: nothing proves that it does not. */
	keeps: boolean;
	/** The modules to which it gives more than plain values, or of which it gives something away: they may keep that. */
	gives: ReadonlySet<string>;
}

/** How the code of a file runs: a component for each page anew, a module once. */
export type FileKind = 'component' | 'island' | 'module';

const keepsAll: ModuleState = { keeps: true, gives: new Set() };

/**
 * What a module may do with what is read, as far as its text proves. Everything that it puts something into has to be made
 * in the function that does so, and everything at its top level has to be made of plain values.
 *
 * @param program the module as an ESTree program; undefined for what cannot be parsed
 * @param isKnown true for modules that keep nothing, such as Astro's own
 */
export function moduleState(
	program: unknown,
	kind: FileKind,
	isKnown: (specifier: string) => boolean,
): ModuleState {
	if (!isNode(program)) return keepsAll;
	const all: Names = { ...namesOf(program, isKnown), fresh: new Set(), made: new Map() };
	let names = all;
	if (
		kind === 'module' &&
		!listOf(program['body']).every((statement) => isPlainStatement(statement, names))
	) {
		return keepsAll;
	}
	const gives = new Set<string>();
	let keeps = false;
	const visit = (value: unknown, above: Node | undefined, inClass: boolean): void => {
		if (Array.isArray(value)) {
			for (const item of value) visit(item, above, inClass);
			return;
		}
		if (!isNode(value)) return;
		keeps ||= putsSomewhere(value, names, { inClass, isLoose: kind === 'island' });
		for (const source of givenBy(value, above, names)) gives.add(source);
		const isClass = /^Class(?:Declaration|Expression)$/.test(value.type);
		for (const [key, child] of Object.entries(value)) {
			if (typeof child !== 'object' || child === null) continue;
			// Names of properties and imports are no uses of what they name.
			if (key === 'key' && value['computed'] !== true) continue;
			if (key === 'property' && value['computed'] !== true) continue;
			if (/^Import\w*Specifier$/.test(value.type)) continue;
			const isStatic = value.type === 'MethodDefinition' && value['static'] === true;
			visit(child, value, (inClass || isClass) && !isStatic);
		}
	};
	// A name may stand for another thing in each function.
	for (const statement of listOf(program['body'])) {
		names = { ...all, ...localsOf(statement, all) };
		visit(statement, program, false);
	}
	return { keeps, gives };
}

interface Names {
	/** What is imported from modules that may keep something: the specifier, by name. */
	imported: ReadonlyMap<string, string>;
	/** What is imported at all. */
	importedAtAll: ReadonlySet<string>;
	/** What the module has at its top level. */
	top: ReadonlySet<string>;
	/** What functions make for themselves, and nobody else has. */
	fresh: ReadonlySet<string>;
	/** What is made of what other modules gave: their specifiers, by name. */
	made: ReadonlyMap<string, ReadonlySet<string>>;
}

type Globals = Pick<Names, 'imported' | 'importedAtAll' | 'top'>;

function namesOf(program: Node, isKnown: (specifier: string) => boolean): Globals {
	const imported = new Map<string, string>();
	const importedAtAll = new Set<string>();
	const top = new Set<string>();
	for (const given of listOf(program['body'])) {
		const statement = declarationOf(given);
		if (statement.type === 'ImportDeclaration') {
			const { value = '' } = (statement['source'] ?? {}) as { value?: string };
			for (const { local } of listOf(statement['specifiers'])) {
				importedAtAll.add(nameOf(local));
				top.add(nameOf(local));
				if (!isKnown(value)) imported.set(nameOf(local), value);
			}
		}
		if (/^(?:Function|Class)Declaration$/.test(statement.type)) top.add(nameOf(statement['id']));
		for (const { id } of listOf(statement['declarations'])) for (const name of namesIn(id)) top.add(name);
	}
	return { imported, importedAtAll, top };
}

/** What the functions of a statement make for themselves, and what they make of what others gave. */
function localsOf(statement: Node, { imported, top }: Globals): Pick<Names, 'fresh' | 'made'> {
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
		// What a list is reduced to is made for it.
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

/** Parameters of functions that collect into a value that was made for them. */
const accumulators = new WeakSet<Node>();

/** The parameter into which `list.reduce((into, item) => …, {})` collects. */
function accumulatorOf({ type, callee, arguments: given }: Node): Node | undefined {
	if (type !== 'CallExpression' || !isNode(callee) || nameOf(callee['property']) !== 'reduce')
		return undefined;
	const [collect, first] = listOf(given);
	return collect && first && isMadeHere(first) ? listOf(collect['params'])[0] : undefined;
}

function walk(value: unknown, visit: (node: Node) => void): void {
	if (Array.isArray(value)) for (const item of value) walk(item, visit);
	else if (isNode(value)) {
		visit(value);
		for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
	}
}

const declarationOf = (statement: Node): Node =>
	/^Export(?:Named|Default)Declaration$/.test(statement.type) && isNode(statement['declaration'])
		? statement['declaration']
		: statement;

/** The names that a pattern declares. */
function namesIn(pattern: unknown): string[] {
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

function sourcesIn(value: unknown, imported: ReadonlyMap<string, string>): Set<string> {
	const sources = new Set<string>();
	walk(value, (node) => {
		const source = node.type === 'Identifier' ? imported.get(nameOf(node)) : undefined;
		if (source !== undefined) sources.add(source);
	});
	return sources;
}

/** Constructors of JavaScript and the web whose instances nobody else has. */
const constructors = new Set([
	...[
		'Map',
		'Set',
		'WeakMap',
		'WeakSet',
		'Array',
		'Object',
		'Date',
		'RegExp',
		'Error',
		'URL',
		'URLSearchParams',
	],
	...[
		'Headers',
		'FormData',
		'Response',
		'Request',
		'TextEncoder',
		'TextDecoder',
		'Intl',
		'Promise',
		'Uint8Array',
	],
]);

/** Methods that give something new, and change nothing. */
const making = new Set([
	...[
		'map',
		'filter',
		'slice',
		'concat',
		'flat',
		'flatMap',
		'split',
		'toSorted',
		'toReversed',
		'toSpliced',
		'with',
	],
	...[
		'entries',
		'keys',
		'values',
		'fromEntries',
		'from',
		'of',
		'match',
		'matchAll',
		'trim',
		'join',
		'toString',
	],
	...[
		'replace',
		'replaceAll',
		'toLowerCase',
		'toUpperCase',
		'padStart',
		'padEnd',
		'repeat',
		'format',
		'stringify',
	],
]);

/** Methods that only look, or call what they are given. */
const looking = new Set([
	...[
		'find',
		'findIndex',
		'findLast',
		'findLastIndex',
		'some',
		'every',
		'includes',
		'indexOf',
		'lastIndexOf',
		'at',
	],
	...[
		'forEach',
		'reduce',
		'reduceRight',
		'get',
		'has',
		'test',
		'exec',
		'startsWith',
		'endsWith',
		'localeCompare',
	],
	...[
		'then',
		'catch',
		'finally',
		'sort',
		'reverse',
		'charAt',
		'codePointAt',
		'substring',
		'search',
		'toFixed',
	],
	...[
		'getTime',
		'toISOString',
		'toLocaleDateString',
		'toLocaleString',
		'toLocaleLowerCase',
		'valueOf',
		'hasOwn',
	],
]);

/** Methods that put something into what they are called on. Sorting only moves what is there. */
const putting = new Set([
	...[
		'push',
		'unshift',
		'splice',
		'pop',
		'shift',
		'fill',
		'copyWithin',
		'set',
		'add',
		'delete',
		'clear',
		'append',
	],
	...['getOrInsert', 'getOrInsertComputed'],
]);

/** Functions that put something into what they are given first. */
const puttingInto =
	/^(?:Object\.(?:assign|define\w+|setPrototypeOf)|Reflect\.(?:set|define\w+|deleteProperty|setPrototypeOf))$/;

/** True for an expression whose value was made just there. */
function isMadeHere(value: unknown): boolean {
	if (!isNode(value)) return false;
	const { type, callee, argument } = value;
	if (type === 'AwaitExpression') return false;
	if (
		type === 'ObjectExpression' ||
		type === 'ArrayExpression' ||
		type === 'TemplateLiteral' ||
		type === 'Literal'
	)
		return true;
	if (type === 'TSAsExpression' || type === 'ParenthesizedExpression')
		return isMadeHere(value['expression'] ?? argument);
	if (type === 'NewExpression') return constructors.has(baseOf(callee));
	if (type !== 'CallExpression' || !isNode(callee)) return false;
	if (nameOf(callee) === 'structuredClone') return true;
	if (callee.type !== 'MemberExpression') return false;
	const [first] = listOf(value['arguments']);
	return making.has(nameOf(callee['property'])) || (pathOf(callee) === 'Object.assign' && isMadeHere(first));
}

/** The name at the left end of `a.b[c].d`; `this`, or nothing, where it begins otherwise. */
function baseOf(node: unknown): string {
	let at = node;
	while (isNode(at) && (at.type === 'MemberExpression' || at.type === 'ChainExpression')) {
		at = at['object'] ?? at['expression'];
	}
	return isNode(at) && at.type === 'ThisExpression' ? 'this' : nameOf(at);
}

const pathOf = (node: Node): string => `${nameOf(node['object'])}.${nameOf(node['property'])}`;

interface Place {
	inClass: boolean;
	/** Of a framework's component: what it puts into its own objects is done with when it is rendered. */
	isLoose: boolean;
}

/** True if a node puts something where it may stay. */
function putsSomewhere(node: Node, names: Names, place: Place): boolean {
	const stays = (target: unknown): boolean => {
		if (!isNode(target)) return false;
		if (target.type === 'Identifier')
			return names.top.has(nameOf(target)) || isGlobalName(nameOf(target), names);
		if (target.type === 'ObjectPattern' || target.type === 'ArrayPattern') {
			return listOf(target['elements'] ?? target['properties']).some((inner) =>
				stays(inner['value'] ?? inner['argument'] ?? inner),
			);
		}
		if (target.type === 'AssignmentPattern') return stays(target['left']);
		if (target.type === 'RestElement') return stays(target['argument']);
		return target.type === 'MemberExpression' && staysIn(target['object']);
	};
	/** Bundlers call it `Astro2` where a page's `getStaticPaths` is beside it. */
	const isAstro = (base: string): boolean =>
		base === 'Astro' || (/^Astro\d+$/.test(base) && !names.top.has(base));
	/** True if what is put into the value of an expression may stay. */
	const staysIn = (owner: unknown): boolean => {
		const base = baseOf(owner);
		if (base === 'this') return !place.inClass;
		// Of one request, but for what the page was given.
		if (isAstro(base)) return /^Astro\d*\.props/.test(textOfPath(owner));
		if (names.fresh.has(base)) return false;
		if (isMadeHere(owner)) return false;
		return !place.isLoose || names.top.has(base) || isHost(base);
	};
	const { type, callee } = node;
	if (type === 'AssignmentExpression') return stays(node['left']);
	if (type === 'UpdateExpression') return stays(node['argument']);
	if (type === 'UnaryExpression' && node['operator'] === 'delete') return stays(node['argument']);
	if (type === 'PropertyDefinition' && node['static'] === true) return !isHarmless(node['value']);
	if (type === 'StaticBlock' || type === 'WithStatement') return true;
	if (type === 'ImportExpression') return !isNode(node['source']) || node['source'].type !== 'Literal';
	if (type !== 'CallExpression' || !isNode(callee)) return false;
	if (nameOf(callee) === 'eval' || nameOf(callee) === 'Function') return true;
	if (callee.type !== 'MemberExpression') return false;
	const [first] = listOf(node['arguments']);
	if (puttingInto.test(pathOf(callee))) return staysIn(first);
	const method = callee['computed'] === true ? '' : nameOf(callee['property']);
	if (putting.has(method)) return staysIn(callee['object']);
	// Whatever somebody has put there.
	return (
		isHost(baseOf(callee['object'])) &&
		isNode(callee['object']) &&
		callee['object'].type === 'MemberExpression'
	);
}

const isHost = (name: string): boolean => /^(?:globalThis|global|window|self)$/.test(name);

/** A name that nothing in the module declares. */
const isGlobalName = (name: string, { top, fresh }: Names): boolean =>
	isHost(name) && !top.has(name) && !fresh.has(name);

function textOfPath(node: unknown): string {
	if (!isNode(node)) return '';
	if (node.type === 'MemberExpression') return `${textOfPath(node['object'])}.${nameOf(node['property'])}`;
	return nameOf(node);
}

/** The modules to which a node gives more than plain values, or that it gives away. */
function* givenBy(node: Node, above: Node | undefined, names: Names): Iterable<string> {
	const { type } = node;
	if (type === 'ImportExpression' && isNode(node['source'])) yield String(node['source']['value']);
	if (/^Export(?:Named|All)Declaration$/.test(type) && isNode(node['source']))
		yield String(node['source']['value']);
	if (type === 'CallExpression' || type === 'NewExpression' || type === 'TaggedTemplateExpression') {
		const given = type === 'TaggedTemplateExpression' ? [node['quasi']] : listOf(node['arguments']);
		if (given.every(isHarmless)) return;
		const callee = node['callee'] ?? node['tag'];
		const source = names.imported.get(calledBase(callee));
		if (source !== undefined) yield source;
		const method = isNode(callee) && callee.type === 'MemberExpression' ? nameOf(callee['property']) : '';
		if (method && !making.has(method) && !looking.has(method)) yield* names.made.get(baseOf(callee)) ?? [];
		return;
	}
	if (type !== 'Identifier' || !names.imported.has(nameOf(node)) || !above) return;
	const isRead =
		(above.type === 'MemberExpression' && above['object'] === node) ||
		(/^(?:Call|New|TaggedTemplate)Expression$/.test(above.type) &&
			(above['callee'] ?? above['tag']) === node) ||
		/^(?:Spread\w*|UnaryExpression|BinaryExpression|TemplateLiteral|ForOfStatement|ExportSpecifier)$/.test(
			above.type,
		);
	const source = names.imported.get(nameOf(node));
	if (!isRead && source !== undefined) yield source;
}

/** The name that `store.of('nav').keep` begins with. */
function calledBase(callee: unknown): string {
	let at = callee;
	while (isNode(at) && /^(?:Call|Member|Chain|Await)Expression$/.test(at.type)) {
		at = at['callee'] ?? at['object'] ?? at['expression'] ?? at['argument'];
	}
	return nameOf(at);
}

/** Values that say nothing of what was read. */
function isHarmless(value: unknown): boolean {
	if (!isNode(value)) return false;
	switch (value.type) {
		case 'Literal':
			return true;
		case 'TemplateLiteral':
			return listOf(value['expressions']).length === 0;
		case 'Identifier':
			return nameOf(value) === 'undefined';
		case 'UnaryExpression':
			return isHarmless(value['argument']);
		case 'ArrayExpression':
			return listOf(value['elements']).every(isHarmless);
		case 'ObjectExpression':
			return listOf(value['properties']).every(({ value: inner }) => isHarmless(inner));
		default:
			return false;
	}
}

/** A statement at the top level that makes nothing in which something could be kept, but for what others are seen to put there. */
function isPlainStatement(given: Node, names: Names): boolean {
	const statement = declarationOf(given);
	switch (statement.type) {
		case 'ImportDeclaration':
		case 'ExportAllDeclaration':
		case 'ExportNamedDeclaration':
		case 'FunctionDeclaration':
		case 'ClassDeclaration':
		case 'EmptyStatement':
			return true;
		case 'VariableDeclaration':
			return (
				statement['kind'] === 'const' &&
				listOf(statement['declarations']).every(({ init }) => isPlain(init, names))
			);
		case 'ExpressionStatement':
			return isPlain(statement['expression'], names);
		default:
			return isPlain(statement, names);
	}
}

/** Values that nobody can put anything into without a statement that shows it. */
function isPlain(value: unknown, names: Names): boolean {
	if (!isNode(value)) return value === null || value === undefined;
	const all = (...keys: string[]) => keys.every((key) => isPlain(value[key], names));
	switch (value.type) {
		case 'ArrowFunctionExpression':
		case 'FunctionExpression':
		case 'FunctionDeclaration':
		case 'ClassExpression':
		case 'Literal':
		case 'Identifier':
		case 'MetaProperty':
		case 'MemberExpression':
			return true;
		case 'TemplateLiteral':
			return listOf(value['expressions']).every((inner) => isPlain(inner, names));
		case 'UnaryExpression':
		case 'SpreadElement':
			return all('argument');
		case 'BinaryExpression':
		case 'LogicalExpression':
			return all('left', 'right');
		case 'ConditionalExpression':
			return all('test', 'consequent', 'alternate');
		case 'ArrayExpression':
			return listOf(value['elements']).every((inner) => isPlain(inner, names));
		case 'ObjectExpression':
			return listOf(value['properties']).every((property) =>
				isPlain(property['value'] ?? property['argument'], names),
			);
		case 'NewExpression':
		case 'CallExpression': {
			const base = calledBase(value['callee']);
			// What an import that may keep something gives can be anything, and so can what a function of the module makes.
			const isOfJavaScript = !names.top.has(base) && !isHost(base) && base !== '';
			const isOfKnown = names.importedAtAll.has(base) && !names.imported.has(base);
			const isMethod = isMadeHere(value) || isPlainMethod(value['callee'], names);
			return (
				(isOfJavaScript || isOfKnown || isMethod) &&
				listOf(value['arguments']).every((inner) => isPlain(inner, names))
			);
		}
		default:
			return false;
	}
}

/** `'a b'.split(' ')`, `months.map(short)` */
const isPlainMethod = (callee: unknown, names: Names): boolean =>
	isNode(callee) &&
	callee.type === 'MemberExpression' &&
	(making.has(nameOf(callee['property'])) || looking.has(nameOf(callee['property']))) &&
	isPlain(callee['object'], names);
