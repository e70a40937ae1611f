import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import type { Aliases } from './aliases.js';

const endings = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'];

/** The file of a module, with any of the usual extensions; undefined if there is no file. */
export const moduleFile = (path: string): string | undefined =>
	endings.map((ending) => `${path}.${ending}`).find((file) => existsSync(file));

/** The parts of a site that decide which file an import resolves to. */
export interface ImportingSite {
	root: string;
	/** The source folder. */
	code: string;
	aliases: Aliases;
}

/**
 * A hash of a module and of the site's modules that it imports, without installed packages. If an import cannot be resolved, the
 * hash covers all code of the site, because the import is one of those files.
 */
export function hashOfModule(file: string | undefined, site: ImportingSite): string {
	const hash = createHash('sha256');
	for (const path of file ? localModules(file, site) : []) {
		hash.update(`${relative(site.root, path)}\n`).update(readFileSync(path));
	}
	return hash.digest('hex');
}

/** Names of the installed packages that a module imports, and those that the site's modules behind it import. */
export function packagesOf(file: string | undefined, site: ImportingSite): string[] {
	const names = new Set<string>();
	for (const path of file ? localModules(file, site) : []) {
		if (!isCode(path)) continue;
		for (const [, , specifier = ''] of readFileSync(path, 'utf8').matchAll(specifiers)) {
			const name = packageName(specifier);
			const isPackage = mayBeSpecifier.test(specifier) && !specifier.startsWith('.') && !isBuiltin(specifier);
			if (isPackage && !/^(?:astro|virtual):/.test(specifier) && isInstalled(specifier, path))
				names.add(name);
		}
	}
	return [...names].sort();
}

const packageName = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;

/** A module and everything it imports, except installed packages. */
export function localModules(file: string, site: ImportingSite): string[] {
	const found = new Set([file]);
	for (const path of found) {
		if (!existsSync(path)) found.delete(path);
		else for (const next of importsOf(path, site)) found.add(next);
	}
	return [...found].sort();
}

function importsOf(path: string, { aliases, code }: ImportingSite): string[] {
	if (!isCode(path)) return [];
	return [...readFileSync(path, 'utf8').matchAll(specifiers)].flatMap(([, , given = '']) => {
		const [specifier = given] = given.split('?');
		// Text in code may look like an import.
		if (!mayBeSpecifier.test(specifier)) return [];
		if (specifier.startsWith('.')) return withEnding(resolve(dirname(path), specifier)) ?? [];
		if (isBuiltin(specifier) || /^(?:astro|virtual):/.test(specifier)) return [];
		const [aliased] = aliases(specifier).flatMap((target) => withEnding(target) ?? []);
		if (aliased !== undefined) return aliased;
		const installed = linked(specifier, path);
		if (installed !== undefined) return installed;
		return isInstalled(specifier, path) ? [] : allCode(code);
	});
}

const mayBeSpecifier = /^[\w.@#~$/-][^\s{}\\]*$/;

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

function withEnding(path: string): string | undefined {
	const written = path.replace(/\.[cm]?js$/, '');
	const tried = [
		path,
		...endings.flatMap((ending) => [`${written}.${ending}`, join(path, `index.${ending}`)]),
	];
	return tried.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/** The file of a linked package, such as another package of the workspace. */
function linked(specifier: string, from: string): string | undefined {
	try {
		const path = realpathSync(createRequire(from).resolve(specifier));
		return path.includes(`${sep}node_modules${sep}`) ? undefined : path;
	} catch {
		return undefined;
	}
}
