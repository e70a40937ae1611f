import { getCollection } from 'astro:content';
import { rowOf, trackedOf } from '../entries/index.js';
import { standingIn } from '../shared/peek.js';
import { answers, cachedInBuild, channel, importerNow, record, watchEntries } from '../tracking/index.js';
import { at, pick } from './fields.js';
import { type AnyQuery, type Entry, select } from './select.js';
import { queryOf, queryText } from './text.js';

/** The entries of a collection. */
export const entriesOf = cachedInBuild(async (collection: string): Promise<Entry[]> => {
	await watchEntries(collection, () => getCollection(collection));
	return getCollection(collection);
});

/** The fields that the text of a query names, and none of its collection's entries has. */
export const unknownFields = cachedInBuild(async (text: string): Promise<string[]> => {
	const { collection, where = {}, sort = [], fields = [] } = queryOf(text);
	const entries = await entriesOf(collection);
	const named = [...Object.keys(where), ...[sort].flat().map((path) => path.replace(/^-/, '')), ...fields];
	const isUnknown = (path: string) => entries.every(({ data }) => at(data, path) === undefined);
	return entries.length === 0 ? [] : named.filter(isUnknown);
});

/** Finds the entries of a query. */
type Selector = (asked: AnyQuery) => Promise<Entry[]>;

let selectEntries: Selector = async (asked) =>
	select(await entriesOf(asked.collection), { ...asked, sort: asked.sort ?? [] });

/** Lets a package with options of its own answer queries. It answers all queries, including those without its options. */
export function selectBy(selector: Selector): void {
	selectEntries = selector;
}

/**
 * Finds the entries of a query, and records that the page depends on which ones they are.
 *
 * @param asked may contain options of the package that called `selectBy()`
 */
export async function ask<Asked extends AnyQuery>(asked: Asked): Promise<Entry[]> {
	const text = queryText(asked);
	const importer = importerNow();
	record('query', [asked.collection, text], importer);
	const entries = await answerOf(text);
	if (!asked.fields) return entries.map(trackedOf);
	return entries.map((entry) =>
		withTrackedId(entry, () => record('ids', [asked.collection, text], importer)),
	);
}

/** An entry whose id is recorded as a read when it is accessed. Ids change with slugs, but few pages show them. */
function withTrackedId({ id, collection, data }: Entry, recordIds: () => void) {
	const get = () => {
		recordIds();
		return id;
	};
	// The id does not count when the entry is compared, because reading it is recorded.
	return Object.defineProperty({ id, collection, data }, 'id', {
		get: standingIn(get, () => ''),
		enumerable: true,
		configurable: true,
	});
}

/** The result of a query, by its text. */
const answerOf = cachedInBuild((text: string): Promise<Entry[]> => selectEntries(queryOf(text)));

answers('query', async ([, text]) => {
	const entries = await answerOf(text);
	const { fields } = queryOf(text);
	if (!fields) return entries.map(rowOf);
	return entries.map(({ id, data }) => [
		id,
		fields.map((field) => String(channel()?.canonicalText(pick(data, [field])))),
	]);
});

answers('ids', async ([, text]) => (await answerOf(text)).map(({ id }) => [id, [id]]));
