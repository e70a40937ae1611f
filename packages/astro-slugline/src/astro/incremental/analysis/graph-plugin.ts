import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { programOf } from '../../../shared/syntax-nodes.js';
import { findOrder, type RenderOrder } from './find-order.js';
import { type StatefulModules, statefulModules } from './find-stateful.js';
import { hasEffects } from './load-effects.js';
import { isAsset, isContent, isStateless, type Module } from './modules.js';
import { createPortable, type Portable } from './portable.js';
import { isOurs } from './track-imports-plugin.js';

/** Facts about the modules of a build, besides their emitted code. */
export interface CodeGraph extends RenderOrder, StatefulModules {
	/** Hash of the modules that contain content. */
	content: string;
	/** True for a module that may change what others see. */
	hasEffects(id: string): boolean;
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
			const programs = new Map<string, unknown>();
			const parse = (code: string) => {
				const program = programs.get(code) ?? this.parse(code);
				programs.set(code, program);
				return program;
			};
			const portable = createPortable(fileURLToPath(root));
			found({
				content: contentHash(modules, portable),
				...statefulModules(modules, fetching, parse),
				...findOrder(modules, parse),
				hasEffects: effectsOf(modules, (code) => this.parse(code)),
			});
		},
	};
}

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
		if (!module?.code) return !isStateless(id) || addsLanguage.test(id);
		return hasEffects(programOf(module.code, parse), isAstro);
	};
	const effects = new Map<string, boolean>();
	return (id) => {
		const found = effects.get(id) ?? find(id);
		effects.set(id, found);
		return found;
	};
}

/** A module of a package that adds a language to it when it is loaded. */
const addsLanguage = /^(?:dayjs|moment|numeral)\/(?:\w+\/)*(?:locales?)(?:\/|$)/;

/** A specifier or an id of Astro's runtime. */
const isAstro = (name: string): boolean =>
	/^astro(?::|\/)/.test(name.replace(/^\0/, '')) || /\/node_modules\/astro\//.test(name) || isOurs(name);
