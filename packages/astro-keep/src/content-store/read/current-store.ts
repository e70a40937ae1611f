import { readFileSync } from 'node:fs';
import { statOf } from '../../shared/node/stat-of.js';
import { openStore } from './open-store.js';

// biome-ignore lint/suspicious/noExplicitAny: the collections of Astro's store are of many types.
type Store = Map<string, any>;

/**
 * Astro's data store in dev. Every read is of the store as it is then, because modules that have the store may stay when content
 * changes: Astro invalidates them, but if it loads their code meanwhile to look for styles, the dev server takes them for valid.
 *
 * @param file the store, which Astro replaces as a whole
 * @param folder with the packs
 * @param overlay returns the store as pages are to see it
 */
export function currentStore(
	file: string,
	folder: string,
	overlay: (store: Store) => Store = (opened) => opened,
): Store {
	let version: string | undefined;
	let store: Store = new Map();
	const now = () => {
		const { ino, mtimeMs, size } = statOf(file) ?? {};
		const found = `${ino} ${mtimeMs} ${size}`;
		if (found === version) return store;
		const opened = openStore(ino === undefined ? new Map() : JSON.parse(readFileSync(file, 'utf8')), folder);
		store = overlay(opened);
		version = found;
		return store;
	};
	return new Proxy(store, {
		get(_target, key) {
			const current = now();
			const value: unknown = Reflect.get(current, key, current);
			return typeof value === 'function' ? value.bind(current) : value;
		},
	});
}
