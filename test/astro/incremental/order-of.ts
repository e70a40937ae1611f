import { parseSync } from 'vite';
import { findOrder } from '../../../packages/astro-slugline/src/astro/incremental/analysis/find-order.js';
import type { Module } from '../../../packages/astro-slugline/src/astro/incremental/analysis/modules.js';
import { lookedUpMeta } from '../../../packages/astro-slugline/src/astro/page/data/index.js';

const parse = (code: string) => parseSync('module.js', code).program;

/**
 * What findOrder() finds in a site, by its files. Imports are written as the names of files, or of packages. Files in `bloks/` are
 * components of bloks.
 */
export function orderOf(files: Record<string, string>): {
	counting: string[];
	countingPackages: Record<string, string[]>;
	changingContent: string[];
} {
	const modules = new Map<string, Module>();
	for (const [file, code] of Object.entries(files)) {
		const sources = [...code.matchAll(/from '([^']+)'/g)].map(([, source = '']) => idOf(source));
		const none = {
			isEntry: false,
			importers: [],
			dynamicImporters: [],
			dynamicallyImportedIds: [],
			meta: file.startsWith('bloks/') ? { [lookedUpMeta]: [[file, idOf(file)]] } : {},
		};
		modules.set(idOf(file), { id: idOf(file), code, importedIds: [...new Set(sources)], ...none });
	}
	const { counting, countingPackages, changingContent } = findOrder(modules, parse);
	return {
		counting: filesOf(counting),
		countingPackages: Object.fromEntries(
			[...countingPackages].map(([id, names]) => [fileOf(id), [...names]]),
		),
		changingContent: filesOf(changingContent),
	};
}

const idOf = (file: string) => (file.includes('.') ? `/site/src/${file}` : file);

const filesOf = (ids: ReadonlySet<string>) => [...ids].map(fileOf).sort();

const fileOf = (id: string) => id.replace('/site/src/', '');
