import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';

const endings = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'];

/** The file of a module, whichever ending it has; undefined where there is none. */
export const moduleFile = (path: string): string | undefined =>
	endings.map((ending) => `${path}.${ending}`).find((file) => existsSync(file));

/**
 * A hash of the text of a module and of the modules in the site that it imports. Installed packages are not among them:
 * the lock file knows those.
 *
 * @param root of the site, so that the hash is the same wherever the site lies
 */
export function hashOfModule(file: string | undefined, root: string): string {
	const hash = createHash('sha256');
	for (const path of file ? localModules(file) : []) {
		hash.update(`${relative(root, path)}\n`).update(readFileSync(path));
	}
	return hash.digest('hex');
}

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;

/** A module and all that it imports, as far as it is not installed. */
function localModules(file: string): string[] {
	const found = new Set([file]);
	for (const path of found) {
		if (!existsSync(path)) found.delete(path);
		else for (const next of importsOf(path)) found.add(next);
	}
	return [...found];
}

function importsOf(path: string): string[] {
	return [...readFileSync(path, 'utf8').matchAll(specifiers)].flatMap(([, , specifier = '']) => {
		const target = specifier.startsWith('.')
			? withEnding(resolve(dirname(path), specifier))
			: linked(specifier, path);
		return target ?? [];
	});
}

function withEnding(path: string): string | undefined {
	const written = path.replace(/\.[cm]?js$/, '');
	const tried = [
		path,
		...endings.flatMap((ending) => [`${written}.${ending}`, join(path, `index.${ending}`)]),
	];
	return tried.find((candidate) => statSync(candidate, { throwIfNoEntry: false })?.isFile());
}

/** A package that is linked from elsewhere, such as one of the same workspace. */
function linked(specifier: string, from: string): string | undefined {
	try {
		const path = realpathSync(createRequire(from).resolve(specifier));
		return path.includes(`${sep}node_modules${sep}`) ? undefined : path;
	} catch {
		return undefined;
	}
}
