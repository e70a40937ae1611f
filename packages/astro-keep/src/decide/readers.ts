import { collectionOf } from '../kinds/rules.js';
import { kindOf } from '../tracking/index.js';
import type { Reading } from './page-state.js';

/**
 * The modules that have made a read for every page; an empty text for one that is not known. Fields of entries are read by whatever
 * module has got the entries.
 */
export function readersOf({ read, importer }: Reading, globalReads: Iterable<Reading>): ReadonlySet<string> {
	const collection = kindOf(read) === 'fields' ? collectionOf(read) : undefined;
	if (collection === undefined) return new Set([importer]);
	const isOf = (one: Reading) => kindOf(one.read) !== 'fields' && collectionOf(one.read) === collection;
	return new Set([...globalReads].filter(isOf).map((one) => one.importer));
}
