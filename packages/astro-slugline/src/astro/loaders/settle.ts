import type { DataStore, LoaderContext } from 'astro/loaders';
import { refuseTooDeep } from '../content-store/index.js';

type Entry = Parameters<DataStore['set']>[0];

/**
 * Gives a collection its entries in one synchronous block: what is not `wanted` goes, `fresh` ones come, the rest stays.
 *
 * @throws {AstroError} before anything is changed, if an entry is nested deeper than the store can hold
 * @param stamp what the collection now holds; the next load that is asked for the same has nothing to do
 */
export function settle(context: LoaderContext, wanted: Set<string>, fresh: Entry[], stamp: string): void {
	for (const entry of fresh) refuseTooDeep(entry);
	for (const id of context.store.keys()) {
		if (!wanted.has(id)) context.store.delete(id);
	}
	for (const entry of fresh) context.store.set(entry);
	context.meta.set('stamp', stamp);
}
