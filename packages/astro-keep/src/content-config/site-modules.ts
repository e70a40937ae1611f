import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../shared/module-path.js';
import { hashOf } from '../shared/node/hash.js';
import { oncePerKey } from '../shared/once.js';
import { globImportsIn } from './glob-imports.js';
import { importTargets, isCode, packageOf, type Site } from './import-targets.js';
import { moduleFile } from './module-file.js';

/** The modules of a site, without installed packages and without this one. */
export type SiteModules = ReturnType<typeof readSiteModules>;

/**
 * Reads the modules of a site, each file once.
 *
 * @example readSiteModules(config).hash(configFile(root, process.argv))
 */
export function readSiteModules(config: Site) {
	const root = fileURLToPath(config.root);
	const { filesOf, filesOfGlob } = importTargets(config);
	const contentOf = oncePerKey((path: string) => readFileSync(path));
	const text = (path: string) => contentOf(path).toString();
	const importsOf = oncePerKey((path: string): string[] => [
		...specifiersIn(path, text).flatMap((specifier) => filesOf(specifier, path)),
		...(isCode(path) ? globImportsIn(text(path)) : []).flatMap((glob) => filesOfGlob(glob, path)),
	]);
	/** A module and everything it imports. */
	const behind = (file: string | undefined): string[] => {
		const found = new Set(file === undefined ? [] : [file]);
		for (const path of found) {
			if (!existsSync(path)) found.delete(path);
			else for (const next of importsOf(path)) found.add(next);
		}
		return [...found].sort();
	};

	/** Digests of a module and of everything it imports, by their paths in the site. */
	const digests = (file: string | undefined): [path: string, digest: string][] =>
		behind(file).map((path) => [
			slashed(relative(root, path)),
			createHash('sha256').update(contentOf(path)).digest('hex'),
		]);

	const inConfig = join(root, 'astro.config');

	return {
		behind,
		/**
		 * A hash of a module and of everything it imports. If an import cannot be resolved, the hash covers all code of the site,
		 * because the import is one of those files.
		 */
		hash: (file: string | undefined): string => hashOf(JSON.stringify(digests(file))),
		digests,
		/** Names of the installed packages that a module and the modules behind it import. */
		packages(file: string | undefined): string[] {
			const names = new Set<string>();
			for (const path of behind(file))
				for (const specifier of specifiersIn(path, text))
					for (const name of packageOf(specifier, path)) names.add(name);
			return [...names].sort();
		},
		/** The files that a specifier in astro.config stands for; none for a module of an installed package. */
		filesOf: (specifier: string) => filesOf(specifier, inConfig),
		/** The name of the installed package that a specifier in astro.config is of; none for a file. */
		packageOf: (specifier: string) => packageOf(specifier, inConfig),
		text,
	};
}

/** A hash of the content config and of the site's modules that it imports, such as its schemas. */
export const contentConfigHash = (config: Site): string =>
	readSiteModules(config).hash(contentConfigFile(config));

/** The file of the content config; undefined without one. */
export const contentConfigFile = ({ srcDir }: Pick<Site, 'srcDir'>): string | undefined =>
	moduleFile(fileURLToPath(new URL('content.config', srcDir)));

const specifiers =
	/(?:\bfrom\s*|\b(?:import|require)\s*(?:\(\s*)?)(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*(['"])([^'"\n]+)\1/g;

/** Imports of types alone, which run nothing. The modules that they name may not even be installed. */
const typeImports =
	/\b(?:import|export)\s+type\s+(?:(?!from\b)[\w$]+\s+|\*\s*(?:as\s+[\w$]+\s+)?|\{[^{}]*\}\s*)from\s*(['"])[^'"\n]+\1/g;

/** Text in code may look like an import. */
const mayBeSpecifier = /^[\w.@#~$/-][^\s{}\\]*$/;

/** What a module imports, without queries. */
function specifiersIn(path: string, text: (path: string) => string): string[] {
	if (!isCode(path)) return [];
	return [...text(path).replaceAll(typeImports, '').matchAll(specifiers)].flatMap(([, , given = '']) => {
		const [specifier = given] = given.split('?');
		return mayBeSpecifier.test(specifier) ? [specifier] : [];
	});
}
