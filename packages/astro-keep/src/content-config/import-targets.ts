import { realpathSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { globSync } from 'tinyglobby';
import { slashed } from '../shared/module-path.js';
import { aliasesOf } from './aliases.js';
import type { GlobImport } from './glob-imports.js';
import { filesAt } from './module-file.js';
import { isOurs } from './own-packages.js';
import { folderOf } from './package-digests.js';

/** The options of a site that its modules depend on. */
export type Site = Pick<AstroConfig, 'root' | 'srcDir'> & Partial<Pick<AstroConfig, 'vite'>>;

/** Which files the imports of a site's modules stand for: all code of the site where an import cannot be resolved. */
export function importTargets(config: Site) {
	const root = fileURLToPath(config.root);
	const code = fileURLToPath(config.srcDir);
	const aliases = aliasesOf(config);
	return {
		filesOf(specifier: string, from: string): string[] {
			if (specifier.startsWith('.')) return filesAt(resolve(dirname(from), specifier));
			if (isAbsolute(specifier)) {
				const [found] = [join(root, specifier), specifier].flatMap(filesAt);
				return found === undefined ? allCode(code) : [found];
			}
			if (!mayBePackage(specifier)) return [];
			const [aliased] = aliases(specifier).flatMap(filesAt);
			if (aliased !== undefined) return [aliased];
			const linked = linkedFile(specifier, from);
			// Files of ours are compared as those of other packages are, also where a workspace links to them.
			if (linked !== undefined) return isOurs(slashed(linked)) ? [] : [linked];
			// Of a package of which only the types are installed, code imports types.
			return [specifier, `@types/${specifier}`].some((one) => isInstalled(one, from)) ? [] : allCode(code);
		},
		filesOfGlob({ pattern, base = '.' }: GlobImport, from: string): string[] {
			const cwd = base.startsWith('/') ? join(root, base) : resolve(dirname(from), base);
			if (/^[.*]/.test(pattern)) return filesIn(cwd, pattern);
			if (pattern.startsWith('/')) return filesIn(root, pattern.slice(1));
			const aliased = aliases(pattern).map((place) => slashed(relative(root, place)));
			return aliased.length > 0 ? filesIn(root, ...aliased) : allCode(code);
		},
	};
}

/** The name of the installed package that a specifier is of; none for a file. */
export const packageOf = (specifier: string, from: string): string[] =>
	mayBePackage(specifier) && isInstalled(specifier, from) ? [packageName(specifier)] : [];

const mayBePackage = (specifier: string): boolean =>
	!/^[./]/.test(specifier) && !isBuiltin(specifier) && !/^(?:astro|virtual):/.test(specifier);

const packageName = (specifier: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? specifier;

export const isCode = (path: string): boolean => /\.[cm]?[jt]sx?$/.test(path);

const allCode = (folder: string): string[] => filesIn(folder, '**/*.{js,jsx,ts,tsx,mjs,cjs,mts,cts,json}');

/** The files that fit patterns, as Vite finds them: without installed packages, and without names that start with a dot. */
const filesIn = (cwd: string, ...patterns: string[]): string[] =>
	globSync(patterns, { cwd, absolute: true, expandDirectories: false, ignore: '**/node_modules/**' });

/** True if the package of a specifier is installed in this or a parent folder, even if the package does not export the module. */
const isInstalled = (specifier: string, from: string): boolean =>
	folderOf(packageName(specifier), dirname(from)) !== undefined;

let isLookingUp = false;

/** True while Node resolves a name that only the comparison of code asks for. */
export const isOwnLookup = (): boolean => isLookingUp;

/** The file of a linked package, such as another package of the workspace. */
function linkedFile(specifier: string, from: string): string | undefined {
	isLookingUp = true;
	try {
		const path = realpathSync(createRequire(from).resolve(specifier));
		return path.includes(`${sep}node_modules${sep}`) ? undefined : path;
	} catch {
		// Node does not find it.
		return undefined;
	} finally {
		isLookingUp = false;
	}
}
