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
import { doorOf, isOurs } from './track-imports-plugin.js';

/** What a build knows of its modules, beside what it emits of them. */
export interface CodeGraph {
	/** A hash of the modules that hold content. */
	content: string;
	/** Modules, by their path in the site, of which a read may end up on any page. */
	keeping: ReadonlySet<string>;
	/** Modules, by their ids, that may keep what comes to them. */
	keepers: ReadonlySet<string>;
	/** True for a module that may change what others see. */
	hasEffects(id: string): boolean;
	/** Modules, by their ids, whose state changes each time that a page runs them, such as a counter. */
	counting: ReadonlySet<string>;
	/** Modules of the site, by their ids, that change entries in place. */
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

/** Looks at the code of a build once it is bundled. */
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
				...keepingModules(modules, fetching, parse),
				hasEffects: effectsOf(modules, parse),
				...findOrder(modules, parse),
			});
		},
	};
}

/** Modules that hold content say so, as Astro's own do: they are not code. */
const isContent = ({ meta: { astroIncremental: mark } }: Module) =>
	typeof mark === 'object' && mark !== null && 'kind' in mark && mark.kind === 'content-data';

const isPage = (id: string) => id.includes('virtual:astro:page:');

/** A hash of the modules that hold content, and of the files that these import, such as the images of entries. */
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
 * The modules whose reads may end up on any page: they ask through a door or by `fetch()`, and they, or some module on the way
 * to a page, may keep what comes of it. A component gives nothing back but the page.
 */
function keepingModules(
	modules: ReadonlyMap<string, Module>,
	fetching: ReadonlyMap<string, string>,
	parse: (code: string) => unknown,
): { keeping: Set<string>; keepers: Set<string> } {
	const keepers = findKeepers(modules, parse);
	const isKeptAbove = (users: readonly string[]): boolean => {
		const above = new Set(users);
		for (const user of above) {
			if (keepers.has(user)) return true;
			if (kindOfFile(user) !== 'component')
				for (const next of importersOf(modules.get(user))) above.add(next);
		}
		return false;
	};
	const keeping = new Set<string>();
	for (const [id, path] of fetching) if (isKeptAbove([id])) keeping.add(path);
	for (const id of modules.keys()) {
		const importer = doorOf(id)?.importer;
		if (importer !== undefined && isKeptAbove(importersOf(modules.get(id)))) keeping.add(importer);
	}
	return { keeping, keepers };
}

/** The modules of the site that may keep something, or that give what they read to one that may. */
function findKeepers(modules: ReadonlyMap<string, Module>, parse: (code: string) => unknown): Set<string> {
	const keepers = new Set<string>();
	const givers = new Map<string, string[]>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isKnownModule(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const { keeps, gives } = moduleState(program, kindOfFile(id), isKnownModule);
		if (keeps) keepers.add(id);
		for (const target of targetsOf(module, program, gives)) {
			// What Node loads by itself, nobody has looked into.
			if (modules.get(target)?.code) givers.set(target, [...(givers.get(target) ?? []), id]);
			else if (!isAsset(target)) keepers.add(id);
		}
	}
	for (const id of keepers) for (const giver of givers.get(id) ?? []) keepers.add(giver);
	return keepers;
}

/** The modules that make pages depend on the order in which they are rendered. */
function findOrder(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): Pick<CodeGraph, 'counting' | 'changingContent'> {
	const counting = new Set<string>();
	const changingContent = new Set<string>();
	for (const [id, module] of modules) {
		if (!module.code || isOurs(id) || isKnownModule(id) || isContent(module)) continue;
		const program = programOf(module.code, parse);
		const { counts, changesContent } = orderEffects(program);
		if (counts.size > 0) {
			counting.add(id);
			for (const target of targetsOf(module, program, new Set([...counts].filter(Boolean))))
				counting.add(target);
		}
		// What packages call `data` is seldom content.
		if (changesContent && !id.includes('/node_modules/')) changingContent.add(id);
	}
	return { counting, changingContent };
}

/** Tells of modules, by their ids, whether they may change what others see. */
function effectsOf(
	modules: ReadonlyMap<string, Module>,
	parse: (code: string) => unknown,
): (id: string) => boolean {
	const find = (id: string): boolean => {
		if (isOurs(id) || isAsset(id) || isAstro(id) || isBuiltin(id)) return false;
		const module = modules.get(id);
		if (module && isContent(module)) return false;
		// What Node loads by itself, nobody has looked into.
		if (!module?.code) return !isKnownModule(id);
		return hasEffects(programOf(module.code, parse), isAstro);
	};
	const known = new Map<string, boolean>();
	return (id) => {
		const found = known.get(id) ?? find(id);
		known.set(id, found);
		return found;
	};
}

/** A specifier or an id of Astro's runtime. */
const isAstro = (name: string): boolean =>
	/^astro(?::|\/)/.test(name.replace(/^\0/, '')) || /\/node_modules\/astro\//.test(name) || isOurs(name);

/** The ids of the modules that a module names by specifiers; all that it imports where that cannot be told. */
function targetsOf(
	{ importedIds, dynamicallyImportedIds }: Module,
	program: unknown,
	specifiers: ReadonlySet<string>,
): readonly string[] {
	if (specifiers.size === 0) return [];
	const statements = isNode(program) ? listOf(program['body']) : [];
	const named = statements.flatMap(({ source }) => (isNode(source) ? String(source['value']) : []));
	const inOrder = [...new Set(named)];
	const all = [...importedIds, ...dynamicallyImportedIds].filter((id) => !isOurs(id) && !isKnownModule(id));
	if (inOrder.length !== importedIds.length) return all;
	const targets: string[] = [];
	for (const specifier of specifiers) {
		const target = importedIds[inOrder.indexOf(specifier)];
		if (target !== undefined) targets.push(target);
		else targets.push(...dynamicallyImportedIds.filter((id) => !isKnownModule(id)));
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
 * Packages that keep nothing of what they are given: Astro and the frameworks whose components it renders, and some that
 * only make one text of another.
 */
const knownPackages = new Set([
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

/** True for a specifier or an id of a module that keeps nothing. */
function isKnownModule(specifier: string): boolean {
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
	return knownPackages.has(found) || found.startsWith('@astrojs/') || found.startsWith('@vue/');
}

const importersOf = (module: Module | undefined): readonly string[] =>
	module ? [...module.importers, ...module.dynamicImporters].filter((id) => !isPage(id)) : [];
