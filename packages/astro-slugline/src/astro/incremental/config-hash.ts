import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';

const endings = ['mjs', 'js', 'ts', 'mts', 'cjs', 'cts'];

/**
 * A hash of what the config says and Astro's own key leaves out: the text of the config file, of the modules in the site
 * that it imports, and the names of the integrations.
 */
export function configHash(config: AstroConfig, argv: readonly string[]): string {
	const root = fileURLToPath(config.root);
	const hash = createHash('sha256');
	const file = configFile(root, argv);
	const files = file ? localModules(file) : [];
	for (const path of files) hash.update(`${path.slice(root.length)}\n`).update(readFileSync(path));
	hash.update(JSON.stringify(config.integrations.map(({ name }) => name)));
	return hash.digest('hex');
}

function configFile(root: string, argv: readonly string[]): string | undefined {
	const place = argv.findIndex((word) => word === '--config' || word.startsWith('--config='));
	const named = argv[place]?.split('=')[1] ?? argv[place + 1];
	if (place >= 0 && named) return resolve(root, named);
	return endings.map((ending) => join(root, `astro.config.${ending}`)).find((path) => existsSync(path));
}

const specifiers = /(?:\bfrom|\bimport|\brequire)\s*\(?\s*(['"])([^'"\n]+)\1/g;

/** A module and all that it imports, as far as it is not installed: those are known by the lock file. */
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
