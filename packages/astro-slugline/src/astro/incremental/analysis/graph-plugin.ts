import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';
import { type AnalysisCache, cachedAnalysis } from './cached-analysis.js';
import { changingOnLoad, type Effects, moduleEffects } from './find-effects.js';
import { findOrder, type RenderOrder } from './find-order.js';
import { type StatefulModules, statefulModules } from './find-stateful.js';
import { isContent, type Module } from './modules.js';
import { createPortable, type Portable } from './portable.js';

/** Facts about the modules of a build, besides their emitted code. */
export interface CodeGraph extends RenderOrder, StatefulModules, Effects {
	/** Hash of the modules that contain content. */
	content: string;
}

/** Analyzes the modules of a build when they are bundled. */
export function graphPlugin(
	root: URL,
	fetching: ReadonlyMap<string, string>,
	cache: AnalysisCache,
	found: (graph: CodeGraph) => void,
): Plugin {
	return {
		name: 'astro-slugline:graph',
		apply: 'build',
		applyToEnvironment: ({ name }) => name === 'prerender',
		async generateBundle() {
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
			const { changing, ...analysis } = await cachedAnalysis(cache, modules, fetching, () => ({
				...statefulModules(modules, fetching, parse),
				...findOrder(modules, parse),
				changing: changingOnLoad(modules, parse),
			}));
			found({
				content: contentHash(modules, portable),
				...analysis,
				...moduleEffects(modules, changing, (code) => this.parse(code)),
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
