import { isNode, listOf, nameOf, programOf } from '../../../shared/syntax-nodes.js';
import { moduleState } from './module-state.js';
import {
	isAsset,
	isContent,
	isOfPackage,
	isStateless,
	kindOfFile,
	type Module,
	targetsOf,
} from './modules.js';
import { isOurs, trackedImportOf } from './track-imports-plugin.js';

export interface StatefulModules {
	/** Paths in the site of modules whose reads may affect any page. */
	sharedReaders: ReadonlySet<string>;
	/** Ids of stateful modules. */
	stateful: ReadonlySet<string>;
}

/**
 * The modules whose reads may affect any page: they read through a tracked import or `fetch()`, and they, or a module between them
 * and a page, may be stateful. A component passes nothing on but its HTML.
 */
export function statefulModules(
	modules: ReadonlyMap<string, Module>,
	fetching: ReadonlyMap<string, string>,
	parse: (code: string) => unknown,
): StatefulModules {
	const stateful = findStateful(modules, parse);
	const isStatefulAbove = (users: readonly string[]): boolean => {
		const above = new Set(users);
		for (const user of above) {
			if (stateful.has(user)) return true;
			if (kindOfFile(user) !== 'component')
				for (const next of importersOf(modules.get(user))) above.add(next);
		}
		return false;
	};
	const sharedReaders = new Set<string>();
	for (const [id, path] of fetching) if (isStatefulAbove([id])) sharedReaders.add(path);
	for (const id of modules.keys()) {
		const importer = trackedImportOf(id)?.importer;
		if (importer !== undefined && isStatefulAbove(importersOf(modules.get(id)))) sharedReaders.add(importer);
	}
	return { sharedReaders, stateful };
}

/**
 * The modules of the site that may be stateful, or that pass what they read to one that may be. A module of a package is assumed to
 * hold nothing unless the call says so, because the code of nearly every package has state of some kind: were each one stateful, an icon
 * in the layout would make every page depend on all reads.
 */
function findStateful(modules: ReadonlyMap<string, Module>, parse: (code: string) => unknown): Set<string> {
	const stateful = new Set<string>();
	const givers = new Map<string, string[]>();
	/** Ids of what modules export of other modules. */
	const passed = new Map<string, readonly string[]>();
	/** Ids of what may hold what modules give it, if it is a package. */
	const holdersOf = new Map<string, readonly string[]>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isStateless(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const { mayStore, gives, holders } = moduleState(program, kindOfFile(id), isStateless);
		if (mayStore) stateful.add(id);
		passed.set(id, targetsOf(module, program, exportedFrom(program)));
		holdersOf.set(id, targetsOf(module, program, holders));
		for (const target of targetsOf(module, program, gives)) {
			if (isOfPackage(target, modules) && !isOfPackage(id, modules)) continue;
			// Modules that Node loads itself are not analyzed.
			if (modules.get(target)?.code) givers.set(target, [...(givers.get(target) ?? []), id]);
			else if (!isAsset(target)) stateful.add(id);
		}
	}
	for (const giver of giversToHolders(modules, holdersOf, passed)) stateful.add(giver);
	for (const id of stateful) for (const giver of givers.get(id) ?? []) stateful.add(giver);
	return stateful;
}

/** The modules that give values to a package that may hold them, or to a module that exports something of one. */
function giversToHolders(
	modules: ReadonlyMap<string, Module>,
	holdersOf: ReadonlyMap<string, readonly string[]>,
	passed: ReadonlyMap<string, readonly string[]>,
): string[] {
	const isHolder = (id: string) => isOfPackage(id, modules) && !isStateless(id) && !isAsset(id);
	return [...holdersOf.keys()].filter((giver) => {
		const behind = new Set(holdersOf.get(giver));
		for (const id of behind) for (const next of passed.get(id) ?? []) behind.add(next);
		return [...behind].some(isHolder);
	});
}

/** The specifiers of modules from which a module exports something. */
function exportedFrom(program: unknown): Set<string> {
	const statements = isNode(program) ? listOf(program['body']) : [];
	const origins = new Map<string, string>();
	for (const { type, source, specifiers } of statements)
		if (type === 'ImportDeclaration' && isNode(source))
			for (const { local } of listOf(specifiers)) origins.set(nameOf(local), String(source['value']));
	const found = new Set<string>();
	for (const { type, source, specifiers } of statements) {
		if (!/^Export/.test(type)) continue;
		if (isNode(source)) found.add(String(source['value']));
		else
			for (const { local } of listOf(specifiers)) {
				const origin = origins.get(nameOf(local));
				if (origin !== undefined) found.add(origin);
			}
	}
	return found;
}

const isPage = (id: string) => id.includes('virtual:astro:page:');

const importersOf = (module: Module | undefined): readonly string[] =>
	module ? [...module.importers, ...module.dynamicImporters].filter((id) => !isPage(id)) : [];
