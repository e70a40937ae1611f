import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { isNode, listOf, programOf } from '../../../shared/syntax-nodes.js';
import { hasEffects } from './load-effects.js';
import { type FileKind, moduleState } from './module-state.js';
import { createPortable, type Portable } from './portable.js';
import { orderEffects } from './render-order.js';
import { isOurs, trackedImportOf } from './track-imports-plugin.js';

/** Facts about the modules of a build, besides their emitted code. */
export interface CodeGraph {
	/** Hash of the modules that contain content. */
	content: string;
	/** Paths in the site of modules whose reads may affect any page. */
	sharedReaders: ReadonlySet<string>;
	/** Ids of stateful modules. */
	stateful: ReadonlySet<string>;
	/** True for a module that may change what others see. */
	hasEffects(id: string): boolean;
	/** Ids of modules whose state changes each time a page runs them, such as a counter. */
	counting: ReadonlySet<string>;
	/** Ids of the site's modules that change entries in place. */
	changingContent: ReadonlySet<string>;
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

/** Analyzes the modules of a build when they are bundled. */
export function graphPlugin(
	root: URL,
	fetching: ReadonlyMap<string, string>,
	found: (graph: CodeGraph) => void,
): Plugin {
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
			const portable = createPortable(fileURLToPath(root));
			found({
				content: contentHash(modules, portable),
				...statefulModules(modules, fetching, parse),
				hasEffects: effectsOf(modules, parse),
				...findOrder(modules, parse),
			});
		},
	};
}

/** True for a module that contains content, which it declares as Astro's own modules do. Such a module is not code. */
const isContent = ({ meta: { astroIncremental: mark } }: Module) =>
	typeof mark === 'object' && mark !== null && 'kind' in mark && mark.kind === 'content-data';

const isPage = (id: string) => id.includes('virtual:astro:page:');

/** Hash of the modules that contain content, and of the files that they import, such as images of entries. */
function contentHash(modules: ReadonlyMap<string, Module>, portable: Portable): string {
	const content = [...modules.values()].filter(isContent);
	const texts = content.map(({ id, code }) => `${portable.name(id)}\n${portable.text(code ?? '')}\n`);
	const hash = createHash('sha256');
	for (const text of texts.sort()) hash.update(text);
	const imported = content.flatMap((module) => [...module.importedIds, ...module.dynamicallyImportedIds]);
	for (const id of [...new Set(imported)].sort()) {
		const file = id.split('?')[0] ?? id;
		if (isAbsolute(file) && existsSync(file))
			hash.update(`${portable.name(id)}\n`).update(readFileSync(file));
	}
	return hash.digest('hex');
}

/**
 * The modules whose reads may affect any page: they read through a tracked import or `fetch()`, and they, or a module between them
 * and a page, may be stateful. A component passes nothing on but its HTML.
 */
function statefulModules(
	modules: ReadonlyMap<string, Module>,
	fetching: ReadonlyMap<string, string>,
	parse: (code: string) => unknown,
): { sharedReaders: Set<string>; stateful: Set<string> } {
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

/** The modules of the site that may be stateful, or that pass what they read to one that may be. */
function findStateful(modules: ReadonlyMap<string, Module>, parse: (code: string) => unknown): Set<string> {
	const stateful = new Set<string>();
	const givers = new Map<string, string[]>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isStateless(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const { mayStore, gives } = moduleState(program, kindOfFile(id), isStateless);
		if (mayStore) stateful.add(id);
		for (const target of targetsOf(module, program, gives)) {
			// Modules that Node loads itself are not analyzed.
			if (modules.get(target)?.code) givers.set(target, [...(givers.get(target) ?? []), id]);
			else if (!isAsset(target)) stateful.add(id);
		}
	}
	for (const id of stateful) for (const giver of givers.get(id) ?? []) stateful.add(giver);
	return stateful;
}

/** The modules that make pages depend on the order in which they are rendered. */
function findOrder(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): Pick<CodeGraph, 'counting' | 'changingContent'> {
	const counting = new Set<string>();
	const changingContent = new Set<string>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isStateless(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const { counts, changesContent } = orderEffects(program, kindOfFile(id));
		if (counts.size > 0) {
			counting.add(id);
			for (const target of targetsOf(module, program, new Set([...counts].filter(Boolean))))
				counting.add(target);
		}
		// In packages, a variable named `data` is rarely content.
		if (changesContent && !id.includes('/node_modules/')) changingContent.add(id);
	}
	return { counting, changingContent };
}

/** Returns a function that is true for modules, by their ids, that may change what other modules see. */
function effectsOf(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): (id: string) => boolean {
	const find = (id: string): boolean => {
		if (isOurs(id) || isAsset(id) || isAstro(id) || isBuiltin(id)) return false;
		const module = modules.get(id);
		if (module && isContent(module)) return false;
		// Modules that Node loads itself are not analyzed.
		if (!module?.code) return !isStateless(id);
		return hasEffects(programOf(module.code, parse), isAstro);
	};
	const effects = new Map<string, boolean>();
	return (id) => {
		const found = effects.get(id) ?? find(id);
		effects.set(id, found);
		return found;
	};
}

/** A specifier or an id of Astro's runtime. */
const isAstro = (name: string): boolean =>
	/^astro(?::|\/)/.test(name.replace(/^\0/, '')) || /\/node_modules\/astro\//.test(name) || isOurs(name);

/** The ids of the modules for these specifiers, or of all imports if they cannot be matched. */
function targetsOf(
	{ importedIds, dynamicallyImportedIds }: Module,
	program: unknown,
	specifiers: ReadonlySet<string>,
): readonly string[] {
	if (specifiers.size === 0) return [];
	const statements = isNode(program) ? listOf(program['body']) : [];
	const named = statements.flatMap(({ source }) => (isNode(source) ? String(source['value']) : []));
	const inOrder = [...new Set(named)];
	const all = [...importedIds, ...dynamicallyImportedIds].filter((id) => !isOurs(id) && !isStateless(id));
	if (inOrder.length !== importedIds.length) return all;
	const targets: string[] = [];
	for (const specifier of specifiers) {
		const target = importedIds[inOrder.indexOf(specifier)];
		if (target !== undefined) targets.push(target);
		else targets.push(...dynamicallyImportedIds.filter((id) => !isStateless(id)));
	}
	return targets;
}

const kindOfFile = (id: string): FileKind => {
	if (/\.(?:astro|mdx?)(?:\?|$)/.test(id)) return 'component';
	return /\.(?:vue|svelte|[jt]sx)(?:\?|$)/.test(id) ? 'island' : 'module';
};

const isAsset = (id: string): boolean =>
	/\.(?:css|scss|sass|less|styl|png|jpe?g|gif|svg|webp|avif|ico|woff2?|ttf|otf|eot|json|txt|pdf|mp4|webm)(?:\?|$)/.test(
		id,
	);

/**
 * Packages without state that affects pages: Astro, the frameworks whose components it renders, and some packages that only
 * convert values.
 */
const statelessPackages = new Set([
	...['astro', 'react', 'react-dom', 'preact', 'preact-render-to-string', 'svelte', 'vue', 'solid-js', 'lit'],
	...[
		'clsx',
		'classnames',
		'date-fns',
		'slugify',
		'github-slugger',
		'marked',
		'markdown-it',
		'sanitize-html',
	],
	...[
		'reading-time',
		'html-escaper',
		'entities',
		'yaml',
		'devalue',
		'zod',
		'shiki',
		'nanoid',
		'tailwind-merge',
	],
]);

/** True for the specifier or id of a module that is not stateful. */
function isStateless(specifier: string): boolean {
	const name = specifier.replace(/^\0/, '');
	if (
		isBuiltin(name) ||
		isAsset(name) ||
		/^(?:node|astro|virtual:astro|virtual:astro-slugline)[:/]/.test(name)
	)
		return true;
	if (isOurs(name) || /^astro-slugline(?:\/|$)/.test(name) || name.startsWith('virtual:astro-slugline/'))
		return true;
	const [, inModules] = /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(name) ?? [];
	const [bare = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(name) ?? [];
	const found = inModules ?? (name.startsWith('/') || name.startsWith('.') ? '' : bare);
	return statelessPackages.has(found) || found.startsWith('@astrojs/') || found.startsWith('@vue/');
}

const importersOf = (module: Module | undefined): readonly string[] =>
	module ? [...module.importers, ...module.dynamicImporters].filter((id) => !isPage(id)) : [];
