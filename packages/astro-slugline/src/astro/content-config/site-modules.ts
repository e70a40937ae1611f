import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { slashed } from '../../shared/module-path.js';
import { hashOf } from '../../shared/node/hash.js';
import { aliasesOf } from './aliases.js';
import { filesBelow, type GlobImport, globImportsIn, splitGlob } from './glob-imports.js';
import { filesAt, moduleFile } from './module-file.js';

/** The options of a site that its modules depend on. */
export type Site = Pick<AstroConfig, 'root' | 'srcDir'> & Partial<Pick<AstroConfig, 'vite'>>;

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

/** This package. Its files are compared as those of other packages are, also where a workspace links to it. */
const ownFolder = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Reads the modules of a site, each file once.
 *
 * @example siteModules(config).hash(configFile(root, process.argv))
 */
export function siteModules(config: Site): SiteModules {
	const root = fileURLToPath(config.root);
	const code = fileURLToPath(config.srcDir);
	const aliases = aliasesOf(config);
	const contents = new Map<string, Buffer>();
	const imports = new Map<string, string[]>();

	const contentOf = (path: string): Buffer => {
		const content = contents.get(path) ?? readFileSync(path);
		contents.set(path, content);
		return content;
	};
	const text = (path: string) => contentOf(path).toString();

	const filesOf = (specifier: string, from: string): string[] => {
		if (specifier.startsWith('.')) return filesAt(resolve(dirname(from), specifier));
		if (isAbsolute(specifier)) {
			const [found] = [join(root, specifier), specifier].flatMap(filesAt);
			return found === undefined ? allCode(code) : [found];
		}
		if (!mayBePackage(specifier)) return [];
		const [aliased] = aliases(specifier).flatMap(filesAt);
		if (aliased !== undefined) return [aliased];
		const linked = linkedFile(specifier, from);
		if (linked !== undefined) return linked.startsWith(ownFolder) ? [] : [linked];
		// Of a package of which only the types are installed, code imports types.
		return [specifier, `@types/${specifier}`].some((one) => isInstalled(one, from)) ? [] : allCode(code);
	};
	const filesOfGlob = ({ pattern, base = '.' }: GlobImport, from: string): string[] => {
		const { path, below } = splitGlob(pattern);
		const folder = base.startsWith('/') ? join(root, base) : resolve(dirname(from), base);
		const places = () => {
			if (path.startsWith('.')) return [resolve(folder, path)];
			if (pattern.startsWith('/') || path === '') return [join(root, path)];
			return aliases(below === undefined ? path : `${path}/`).filter((place) => existsSync(place));
		};
		const found = places();
		if (found.length === 0) return allCode(code);
		return found.flatMap((place) => (below === undefined ? filesAt(place) : filesBelow(place, below)));
	};
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

	const packageOf = (specifier: string, from: string): string[] =>
		mayBePackage(specifier) && isInstalled(specifier, from) ? [packageName(specifier)] : [];
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
	siteModules(config).hash(contentConfigFile(config));

/** The file of the content config; undefined without one. */
export const contentConfigFile = ({ srcDir }: Pick<Site, 'srcDir'>): string | undefined =>
	moduleFile(fileURLToPath(new URL('content.config', srcDir)));

const specifiers =
	/(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(?:\/\*(?:[^*]|\*(?!\/))*\*\/\s*)*(['"])([^'"\n]+)\1/g;

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

const mayBePackage = (specifier: string): boolean =>
	!/^[./]/.test(specifier) && !isBuiltin(specifier) && !/^(?:astro|virtual):/.test(specifier);

const packageName = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

const allCode = (folder: string): string[] =>
	existsSync(folder)
		? readdirSync(folder, { recursive: true, encoding: 'utf8' })
				.filter((path) => isCode(path) || path.endsWith('.json'))
				.map((path) => join(folder, path))
		: [];

/** True if the package of a specifier is installed in this or a parent folder, even if the package does not export the module. */
function isInstalled(specifier: string, from: string): boolean {
	const name = packageName(specifier);
	for (let at = dirname(from); ; at = dirname(at)) {
		if (existsSync(join(at, 'node_modules', name))) return true;
		if (dirname(at) === at) return false;
	}
}

/** The file of a linked package, such as another package of the workspace. */
function linkedFile(specifier: string, from: string): string | undefined {
	try {
		const path = realpathSync(createRequire(from).resolve(specifier));
		return path.includes(`${sep}node_modules${sep}`) ? undefined : path;
	} catch {
		// Node does not find it.
		return undefined;
	}
}
