import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { Plugin } from 'vite';
import { programOf } from '../../../shared/syntax-nodes.js';
import { type Callers, isOfSite } from './calls-plugin.js';
import { canKeep } from './stateful-modules.js';
import { doorOf } from './track-imports-plugin.js';

/** What a build knows of its code, beside what Astro knows of each page's. */
export interface CodeGraph {
	/** A hash of all that runs for every page: middleware, renderers, Astro itself. */
	common: string;
	/** A hash of the modules that hold content. */
	content: string;
	/** Modules, by their path in the site, of which a read may end up on any page. */
	keeping: ReadonlySet<string>;
}

/** A module as the bundler knows it. */
interface Module {
	id: string;
	code: string | null;
	isEntry: boolean;
	importers: readonly string[];
	dynamicImporters: readonly string[];
	importedIds: readonly string[];
	dynamicallyImportedIds: readonly string[];
	meta: Record<string, unknown>;
}

/** Looks at the code of a build once it is bundled. */
export function graphPlugin(callers: Callers, found: (graph: CodeGraph) => void): Plugin {
	return {
		name: 'astro-slugline:graph',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'prerender',
		generateBundle() {
			const modules = new Map<string, Module>();
			for (const id of this.getModuleIds()) {
				const info = this.getModuleInfo(id);
				if (info) modules.set(id, info);
			}
			const parse = (code: string) => this.parse(code);
			found({
				common: commonHash(modules),
				content: contentHash(modules),
				keeping: keepingModules(modules, callers, parse),
			});
		},
	};
}

/** Modules that hold content say so, as Astro's own do: they are not code. */
const isContent = ({ meta: { astroIncremental: mark } }: Module) =>
	typeof mark === 'object' && mark !== null && 'kind' in mark && mark.kind === 'content-data';

const isPage = (id: string) => id.includes('virtual:astro:page:');

/** A hash of the modules that are reached without going through a page. */
function commonHash(modules: ReadonlyMap<string, Module>): string {
	const reached = new Set([...modules.values()].filter(({ isEntry }) => isEntry).map(({ id }) => id));
	for (const id of reached) {
		const module = modules.get(id);
		for (const next of [...(module?.importedIds ?? []), ...(module?.dynamicallyImportedIds ?? [])]) {
			if (!isPage(next)) reached.add(next);
		}
	}
	const common = [...reached].flatMap((id) => modules.get(id) ?? []);
	return hashOf(common.filter((module) => !isContent(module)));
}

/** A hash of the modules that hold content, and of the files that these import, such as the images of entries. */
function contentHash(modules: ReadonlyMap<string, Module>): string {
	const content = [...modules.values()].filter(isContent);
	const hash = createHash('sha256').update(hashOf(content));
	const imported = content.flatMap((module) => [...module.importedIds, ...module.dynamicallyImportedIds]);
	for (const id of [...new Set(imported)].sort()) {
		const file = id.split('?')[0] ?? id;
		if (isAbsolute(file) && existsSync(file)) hash.update(`${id}\n`).update(readFileSync(file));
	}
	return hash.digest('hex');
}

/** A hash of modules, in whichever order they are. */
function hashOf(modules: Module[]): string {
	const hash = createHash('sha256');
	const sorted = modules.sort((one, other) => (one.id < other.id ? -1 : 1));
	for (const { id, code } of sorted) hash.update(`${id}\n`).update(`${code ?? ''}\n`);
	return hash.digest('hex');
}

/**
 * The modules that ask through a door or by `fetch()`, and can keep what they get, or give it to one that can; and those that
 * can keep what the functions that they are given read.
 */
function keepingModules(
	modules: ReadonlyMap<string, Module>,
	{ takers, fetching }: Callers,
	parse: (code: string) => unknown,
): Set<string> {
	const isComponent = (id: string) => /\.astro(\?|$)/.test(id);
	const known = new Map<string, boolean>();
	const keeps = (id: string): boolean => {
		const before = known.get(id);
		if (before !== undefined) return before;
		const code = modules.get(id)?.code;
		const program = code ? programOf(code, parse) : undefined;
		// What cannot be read may do anything.
		const kept = program === undefined ? Boolean(code) : canKeep(program, isComponent(id));
		known.set(id, kept);
		return kept;
	};
	const isKeptAbove = (users: readonly string[]): boolean => {
		const above = new Set(users);
		for (const user of above) {
			if (keeps(user)) return true;
			if (!isComponent(user)) for (const next of importersOf(modules.get(user))) above.add(next);
		}
		return false;
	};
	// What is given to a module, it may hand on to those that it imports.
	const isKeptBelow = (taker: string): boolean => {
		const below = new Set([taker]);
		for (const id of below) {
			if (keeps(id)) return true;
			for (const next of modules.get(id)?.importedIds ?? []) if (isOfSite(next)) below.add(next);
		}
		return false;
	};
	const keeping = new Set<string>();
	for (const [id, path] of takers) if (isKeptBelow(id)) keeping.add(path);
	for (const [id, path] of fetching) if (isKeptAbove([id])) keeping.add(path);
	for (const id of modules.keys()) {
		const importer = doorOf(id)?.importer;
		if (importer !== undefined && isKeptAbove(importersOf(modules.get(id)))) keeping.add(importer);
	}
	return keeping;
}

const importersOf = (module: Module | undefined): readonly string[] =>
	module ? [...module.importers, ...module.dynamicImporters].filter((id) => !isPage(id)) : [];
