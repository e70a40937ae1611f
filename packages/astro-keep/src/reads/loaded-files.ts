import { readFileSync, statSync } from 'node:fs';
import module, { type ModuleHooks } from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hmac } from '../cache/files.js';
import { isBuilder, isOurs, type PackageDigests } from '../content-config/index.js';
import type { Reading } from '../decide/page-state.js';
import { slashed } from '../shared/module-path.js';
import { readOf } from '../tracking/index.js';
import { packageOf } from './environment.js';

/** The files that Node has loaded while pages were loaded and rendered. */
export interface LoadedFiles extends Pick<ModuleHooks, 'deregister'> {
	/**
	 * The packages and files that nothing else compares, as reads.
	 *
	 * @param imports specifiers of the packages that are compared as code
	 */
	readings(imports: Iterable<string>): Reading[];
}

/**
 * Notes what Node loads while pages run. The bundler does not see what code asks for by `createRequire()`, by a computed name, or without
 * declaring it.
 *
 * @param bundle address of the folder of the code that renders pages
 */
export function watchLoaded(root: URL, bundle: string, packages: PackageDigests): LoadedFiles {
	const files = new Set<string>();
	const { deregister } = module.registerHooks({
		resolve(specifier, context, next) {
			const found = next(specifier, context);
			const isOfSite = found.url.startsWith('file:') && !found.url.startsWith(bundle);
			if (isOfSite && !isBuilder(packageOf(context.parentURL ?? ''))) files.add(fileURLToPath(found.url));
			return found;
		},
	});
	const folder = fileURLToPath(root);
	return {
		deregister,
		readings(imports) {
			const compared = new Set([...imports].flatMap((name) => [...packages.foldersOf(name)]));
			const others = [...files].filter(
				(file) => !isOurs(slashed(file)) && !isBuilder(packageOf(slashed(file))),
			);
			const found = new Set(others.flatMap((file) => [...(packages.foldersBehind(file) ?? [file])]));
			return [...found]
				.filter((path) => !compared.has(path))
				.map((path) => ({ read: readOf('loaded', slashed(relative(folder, path))), importer: '' }));
		},
	};
}

/** What is in a package or a file that was loaded. @param key without which nobody can guess its text from the digest */
export function loadedAnswer(root: URL, packages: PackageDigests, key: string) {
	return async (asked: string): Promise<string> => {
		const path = resolve(fileURLToPath(root), asked);
		try {
			return statSync(path).isDirectory() ? packages.at(path) : hmac(key, readFileSync(path, 'utf8'));
		} catch {
			return 'missing';
		}
	};
}
