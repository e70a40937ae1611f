import type { DataStore, LoaderContext } from 'astro/loaders';
import { refuseTooDeep } from '../content-store/index.js';

/**
 * Updates a collection in one synchronous block: deletes entries that are not `wanted` and adds the `fresh` ones.
 *
 * @throws {AstroError} before anything changes, if an entry is nested deeper than the store supports
 * @param stamp stands for the new content; the next load with an equal stamp has nothing to do
 */
export function settle(
	context: LoaderContext,
	wanted: Set<string>,
	fresh: Parameters<DataStore['set']>[0][],
	stamp: string,
): void {
	for (const entry of fresh) refuseTooDeep(entry);
	for (const id of context.store.keys()) {
		if (!wanted.has(id)) context.store.delete(id);
	}
	for (const entry of fresh) context.store.set(entry);
	context.meta.set('stamp', stamp);
}
