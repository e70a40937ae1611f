import { isNode, listOf, type Node, nameOf } from '../../../shared/syntax-nodes.js';
import { type CallEffects, callEffects } from './across-calls.js';
import { changedBy } from './changed-content.js';
import { countedBy } from './counted.js';
import { fillEffects } from './fill-effects.js';
import { declarationOf, namesOf } from './module-names.js';
import type { FileKind } from './module-state.js';
import { does, type PackageNames, packageFunction, packageNames } from './package-functions.js';
import { type PackageState, packageState } from './package-state.js';
import { type RegExps, regExpCalls, regExpsOf } from './regular-expressions.js';
import { type Home, inScopes, rootOf, type Scope } from './scopes.js';
import { calledBase, unwrapped } from './syntax-paths.js';

/** How a module makes a page depend on the pages that were rendered before it. */
export interface OrderEffects {
	/**
	 * The specifiers of modules whose state changes each time the code runs, such as a counter, or that a component sets; `''` is the
	 * module itself. Pages that run these modules are rendered together or not at all.
	 */
	counts: ReadonlySet<string>;
	/** True if it has classes or functions that make such state: `new Ids()`, `createCounter()`. */
	makesCounters: boolean;
	/** What it makes when it is loaded, which may be such state: specifiers of modules, `''` for the module itself. */
	makes: ReadonlyMap<string, 'instance' | 'result'>;
	/** Regular expressions of the top level, or imported ones, that may remember where they stopped. */
	regExps: RegExps;
	/** What its functions do with each other's parameters and results. */
	calls: CallEffects;
	/** What it does with the state of packages. */
	packages: PackageState;
}

const none: OrderEffects = {
	counts: new Set(),
	makesCounters: false,
	makes: new Map(),
	regExps: { used: [], has: () => false },
	calls: { changes: new Map(), returns: new Set(), passed: [], forwarded: [], changed: [] },
	packages: { counts: new Set(), sets: new Map() },
};

/**
 * Finds code that makes pages depend on the order in which they are rendered.
 *
 * @param program the module as an ESTree program; undefined for what cannot be parsed
 * @param isOfSite false for a module of a package
 */
export function orderEffects(program: unknown, kind: FileKind, isOfSite: boolean): OrderEffects {
	if (!isNode(program)) return none;
	const counts = new Set<string>();
	const { imported, top } = namesOf(program, () => false);
	// Code that runs in `getStaticPaths` runs in every build.
	const statements = listOf(program['body']).filter((statement) => !isStaticPaths(statement));
	const names = packageNames(program);
	const packages = packageState(names);
	const regExps = regExpCalls();
	const fills = fillEffects();
	const calls = callEffects(program, top);
	let makesCounters = false;
	const note = ({ place, root }: Home, { owner }: Scope) => {
		if (place === 'top' && (top.has(root) || isHost(root))) counts.add(imported.get(root) ?? '');
		if (place === 'this' && owner === 'shared' && kind === 'module') counts.add('');
		makesCounters ||= place === 'closure' || (place === 'this' && owner === 'instance');
	};
	inScopes(statements, (node, scope) => {
		// Most nodes are names and texts, which do nothing but be returned.
		if (silent.has(node.type) && node !== scope.node['body']) return;
		const homes = countedBy(node, scope, isOfSite, names);
		for (const home of homes) note(home, scope);
		if (isOfSite) calls.visit(node, scope, homes);
		packages.visit(node, scope);
		if (isOfSite) regExps.visit(node, scope);
		if (isOfSite) fills.visit(node, scope);
		// A module may fill a cache that way.
		for (const owner of kind === 'module' ? [] : changedBy(node)) {
			const source = imported.get(rootOf(owner));
			if (source !== undefined) counts.add(source);
		}
	});
	for (const { home, scope } of fills.found()) note(home, scope);
	makesCounters ||= regExps.areInClosure();
	const makes = madeAtTop(statements, imported, top, names);
	return {
		counts,
		makesCounters,
		makes,
		packages,
		calls: calls.effects,
		regExps: { used: regExps.top(), has: regExpsOf(program) },
	};
}

const silent = new Set(['Identifier', 'Literal', 'TemplateElement', 'TemplateLiteral', 'Property']);

const isHost = (name: string): boolean => /^(?:globalThis|global)$/.test(name);

/** True for the statement that declares `getStaticPaths`. */
function isStaticPaths(statement: Node): boolean {
	const declaration = declarationOf(statement);
	const [variable] = listOf(declaration['declarations']);
	return nameOf(declaration['id'] ?? variable?.['id']) === 'getStaticPaths';
}

/** The modules whose classes and functions the top level uses, and the module itself. */
function madeAtTop(
	statements: readonly Node[],
	imported: ReadonlyMap<string, string>,
	top: ReadonlySet<string>,
	packages: PackageNames,
): Map<string, 'instance' | 'result'> {
	const made = new Map<string, 'instance' | 'result'>();
	const note = (name: string, how: 'instance' | 'result') => {
		const source = imported.get(name);
		if (source === undefined && !top.has(name)) return;
		if (made.get(source ?? '') !== 'instance') made.set(source ?? '', how);
	};
	const look = (value: unknown): void => {
		if (Array.isArray(value)) for (const item of value) look(item);
		if (!isNode(value)) return;
		if (/^New|^Call/.test(value.type)) {
			const isNew = value.type === 'NewExpression';
			const callee = unwrapped(value['callee']);
			if (isNode(callee) && /Function|^Class/.test(callee.type)) made.set('', 'result');
			const isInstance = isNew || does('makingCounters', packageFunction(callee, packages));
			note(calledBase(callee), isInstance ? 'instance' : 'result');
		}
		if (/^Class/.test(value.type)) note(nameOf(value['superClass']), 'result');
		if (/Function/.test(value.type)) return;
		for (const child of Object.values(value)) if (typeof child === 'object') look(child);
	};
	look(statements);
	return made;
}
