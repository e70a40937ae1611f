import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, extname, isAbsolute, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { readSealed, writeSealed } from '../shared/node/sealed-file.js';
import { statOf } from '../shared/node/stat-of.js';
import { oncePerKey } from '../shared/once.js';

export interface PackageDigests {
	/** Digests of the package of a specifier and of those that it depends on, by what people call them; none for Node's own. */
	of(specifier: string): Iterable<[name: string, digest: string]>;
	/** The digest of the package in a folder. */
	at(folder: string): string;
	/** The folders of the package of a specifier or a file, and of those that it depends on; a file of no package itself. */
	placesOf(specifier: string): string[];
	/** Saves what was read, so that the next build reads only what has changed since. */
	save(): Promise<void>;
}

interface Recorded {
	/** Changes when a file of the package does. */
	stamp: string;
	digest: string;
	/** Names of the packages that it depends on. */
	needs: readonly string[];
}

/** A package with those that it depends on. */
interface Packages {
	folders: Set<string>;
	/** By what people call them. */
	digests: Map<string, string>;
}

/** Others that a package names, and that build the site instead of running in its pages. */
export const isBuilder = (name: string): boolean =>
	name === 'astro' || name === 'vite' || name.startsWith('@types/');

const opened = new WeakMap<object, PackageDigests>();

/**
 * Reads the packages that Node loads while pages are rendered: the bundler does not see what is in them, and somebody may
 * patch one in place. Each is read once per build: all that have the same config object share what was found.
 */
export function packageDigests(config: Pick<AstroConfig, 'root' | 'cacheDir'>): PackageDigests {
	const found =
		opened.get(config) ?? readPackages(config.root, new URL('astro-keep/packages.json', config.cacheDir));
	opened.set(config, found);
	return found;
}

function readPackages(root: URL, file: URL): PackageDigests {
	const folder = fileURLToPath(root);
	// If there is none, or it is damaged, everything is read again.
	const before = new Map<string, Recorded>(JSON.parse(String(readSealed(file) ?? '[]')));
	const now = new Map<string, Recorded>();
	const found = new Map<string, Packages>();

	const readPackage = (path: string): Recorded => {
		const files = filesIn(path).sort();
		const stamp = sha(files.join());
		const previous = before.get(path);
		if (previous?.stamp === stamp) return previous;
		const hash = createHash('sha256');
		for (const file of files) {
			const [name = ''] = file.split('\n');
			hash.update(`${name}\n`).update(readFileSync(join(path, name)));
		}
		return { stamp, digest: hash.digest('hex').slice(0, 20), needs: neededBy(path) };
	};

	const recordOf = (path: string): Recorded => {
		const recorded = now.get(path) ?? readPackage(path);
		now.set(path, recorded);
		return recorded;
	};

	const placesFrom = oncePerKey((from: string) => oncePerKey((name: string) => folderOf(name, from)));

	/** @param by the package that depends on it; undefined for the site itself */
	const collect = (name: string, from: string, into: Packages, by?: string): void => {
		const path = isBuilder(name) ? undefined : placesFrom(from)(name);
		if (path === undefined || into.folders.has(path)) return;
		into.folders.add(path);
		// Several versions of a package may be installed.
		const isShared = by === undefined || placesFrom(folder)(name) === path;
		const label = isShared ? `the package ${name}` : `the package ${name} of ${by}`;
		const { digest, needs } = recordOf(path);
		const other = into.digests.get(label);
		into.digests.set(label, other === undefined ? digest : sha(other + digest));
		for (const dependency of needs) collect(dependency, path, into, name);
	};

	const packagesOf = (specifier: string): Packages => {
		const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? [];
		const packages = found.get(name) ?? { folders: new Set(), digests: new Map() };
		if (found.has(name) || isBuiltin(specifier) || isBuiltin(name)) return packages;
		found.set(name, packages);
		collect(name, folderOf(name, folder) ? folder : (folderOf('astro', folder) ?? folder), packages);
		return packages;
	};

	return {
		of: (specifier) => packagesOf(specifier).digests,
		at: (folder) => recordOf(realpathSync(folder)).digest,
		placesOf(specifier) {
			if (!isAbsolute(specifier)) return [...packagesOf(specifier).folders];
			const [path] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(specifier) ?? [];
			if (path === undefined) return [specifier];
			const packages: Packages = { folders: new Set([path]), digests: new Map() };
			for (const name of recordOf(path).needs) collect(name, path, packages);
			return [...packages.folders];
		},
		async save() {
			if ([...now].every(([path, recorded]) => before.get(path) === recorded)) return;
			for (const [path, recorded] of now) before.set(path, recorded);
			await writeSealed(file, JSON.stringify([...before].filter(([path]) => existsSync(path))));
		},
	};
}

/** The folder that Node finds a package in, looking from another one upwards. */
export function folderOf(name: string, from: string): string | undefined {
	for (let at = from; ; at = dirname(at)) {
		const path = join(at, 'node_modules', name);
		if (existsSync(path)) return realpathSync(path);
		if (dirname(at) === at) return undefined;
	}
}

/** Names of the packages that a package depends on. */
function neededBy(path: string): string[] {
	try {
		const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8'));
		const { dependencies, optionalDependencies, peerDependencies } = manifest;
		return Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies });
	} catch {
		// The folder is not that of a package.
		return [];
	}
}

const canRun = new Set(['.js', '.cjs', '.mjs', '.json', '.node', '.wasm']);

/**
 * The files of a package that can be run, but for those of packages in it. Lines: the name, the size, and when it changed.
 *
 * @param links targets of the links that lead to the folder: a package of a workspace may link to a folder around it
 */
function filesIn(path: string, folder = path, links: readonly string[] = []): string[] {
	return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
		const at = join(folder, entry.name);
		const isLink = entry.isSymbolicLink();
		const found = isLink || canRun.has(extname(at)) ? statOf(at) : entry;
		if (found?.isDirectory()) {
			const target = isLink ? [realpathSync(at)] : [];
			const isOutside = entry.name === 'node_modules' || target.some((one) => links.includes(one));
			return isOutside ? [] : filesIn(path, at, [...links, ...target]);
		}
		if (!canRun.has(extname(at)) || !found || !('size' in found)) return [];
		return `${at.slice(path.length + 1)}\n${found.size}\n${found.ctimeMs}`;
	});
}

const sha = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 20);
