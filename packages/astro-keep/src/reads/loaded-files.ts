import { readFileSync, statSync } from 'node:fs';
import module from 'node:module';
import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hmac } from '../cache/files.js';
import { isBuilder, isOurs, isOwnLookup, type PackageDigests } from '../content-config/index.js';
import type { Reading } from '../decide/page-state.js';
import { slashed } from '../shared/module-path.js';
import { readOf } from '../tracking/index.js';
import { packageOf } from './environment.js';

/** What Node has loaded for pages. */
export type LoadedFiles = ReturnType<typeof watchLoaded>;

/**
 * Notes what Node loads while pages run. The bundler does not see what code asks for by `createRequire()`, by a computed name, or without
 * declaring it.
 *
 * @param bundle address of the folder of the code that renders pages
 */
export function watchLoaded(root: URL, bundle: string, packages: PackageDigests) {
	const folder = fileURLToPath(root);
	const files = new Set<string>();
	const hooks = module.registerHooks({
		resolve(specifier, { parentURL = '', ...context }, next) {
			const found = next(specifier, { parentURL, ...context });
			const isOfSite = found.url.startsWith('file:') && !found.url.startsWith(bundle);
			if (isOfSite && !isOwnLookup() && !isBuilder(packageOf(parentURL))) files.add(fileURLToPath(found.url));
			return found;
		},
	});
	return {
		deregister: () => hooks.deregister(),
		/** The packages and files that have been loaded, as reads. @param imports those that are compared as code */
		readings(imports: Iterable<string>): Reading[] {
			const compared = new Set([...imports].flatMap(packages.placesOf));
			const others = [...files].filter(
				(file) => !isOurs(slashed(file)) && !isBuilder(packageOf(slashed(file))),
			);
			return [...new Set(others.flatMap(packages.placesOf))]
				.filter((path) => !compared.has(path))
				.map((path) => ({ read: readOf('loaded', slashed(relative(folder, path))), importer: '' }));
		},
		/** What is in one of them. @param key without which nobody can guess a text from its digest */
		async answer(key: string, asked: string): Promise<string> {
			const path = resolve(folder, asked);
			try {
				return statSync(path).isDirectory() ? packages.at(path) : hmac(key, readFileSync(path, 'utf8'));
			} catch {
				return 'missing';
			}
		},
	};
}
