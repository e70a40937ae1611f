import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { slashed } from '../../shared/module-path.js';
import { hashOf } from '../../shared/node/hash.js';
import { globImportsIn } from './glob-imports.js';
import { importTargets, isCode, packageOf, type Site } from './import-targets.js';
import { moduleFile } from './module-file.js';

/** The modules of a site, without installed packages and without this one. */
export interface SiteModules {
	/** A module and everything it imports. */
	behind(file: string | undefined): string[];
	/**
	 * A hash of a module and of everything it imports. If an import cannot be resolved, the hash covers all code of the site,
	 * because the import is one of those files.
	 */
	hash(file: string | undefined): string;
	/** Digests of a module and of everything it imports, by their paths in the site. */
	digests(file: string | undefined): [path: string, digest: string][];
	/** Names of the installed packages that a module and the modules behind it import. */
	packages(file: string | undefined): string[];
	/** The files that a specifier in astro.config stands for; none for a module of an installed package. */
	filesOf(specifier: string): string[];
	/** The name of the installed package that a specifier in astro.config is of; none for a file. */
	packageOf(specifier: string): string[];
	text(path: string): string;
}

/**
 * Reads the modules of a site, each file once.
 *
 * @example readSiteModules(config).hash(configFile(root, process.argv))
 */
export function readSiteModules(config: Site): SiteModules {
	const root = fileURLToPath(config.root);
	const { filesOf, filesOfGlob } = importTargets(config);
	const contents = new Map<string, Buffer>();
	const imports = new Map<string, string[]>();

	const contentOf = (path: string): Buffer => {
		const content = contents.get(path) ?? readFileSync(path);
		contents.set(path, content);
		return content;
	};
	const text = (path: string) => contentOf(path).toString();

	const importsOf = (path: string): string[] => {
		const cached = imports.get(path);
		if (cached) return cached;
		const found = [
			...specifiersIn(path, text).flatMap((specifier) => filesOf(specifier, path)),
			...(isCode(path) ? globImportsIn(text(path)) : []).flatMap((glob) => filesOfGlob(glob, path)),
		];
		imports.set(path, found);
		return found;
	};
	const behind = (file: string | undefined): string[] => {
		const found = new Set(file === undefined ? [] : [file]);
		for (const path of found) {
			if (!existsSync(path)) found.delete(path);
			else for (const next of importsOf(path)) found.add(next);
		}
		return [...found].sort();
	};

	const digests = (file: string | undefined): [path: string, digest: string][] =>
		behind(file).map((path) => [
			slashed(relative(root, path)),
			createHash('sha256').update(contentOf(path)).digest('hex'),
		]);

	const inConfig = join(root, 'astro.config');

	return {
		behind,
		hash: (file) => hashOf(JSON.stringify(digests(file))),
		digests,
		packages(file) {
			const names = new Set<string>();
			for (const path of behind(file))
				for (const specifier of specifiersIn(path, text))
					for (const name of packageOf(specifier, path)) names.add(name);
			return [...names].sort();
		},
		filesOf: (specifier) => filesOf(specifier, inConfig),
		packageOf: (specifier) => packageOf(specifier, inConfig),
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
