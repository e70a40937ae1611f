import type { CollectionEntry, CollectionKey } from 'astro:content';
import { ask, type Entry, entriesOf, type Field, type Picked, selectBy } from 'astro-keep/query';
import { unknownOptions } from 'astro-keep/shared/text/named';
import type { TypesIn } from '../../../../types/index.js';
import { notice, PageError } from '../../data/index.js';
import { liveReads } from '../../live/index.js';
import { languageAmong, withUuid } from './collection.js';
import { type AnyQuery, optionNames, type Query, select, type TypeOf } from './options.js';
import { unmatchedBy } from './unmatched.js';

/** An entry with the requested fields, of the requested content types. */
export type Answered<Collection extends CollectionKey, Fields extends string, Types = TypeOf<Collection>> = [
	Fields,
] extends [never]
	? [TypeOf<Collection>] extends [Types]
		? CollectionEntry<Collection>
		: Omit<CollectionEntry<Collection>, 'data'> & { data: DataOf<Collection, Types> }
	: Pick<CollectionEntry<Collection>, 'id' | 'collection'> & {
			data: Picked<DataOf<Collection, Types>, Fields>;
		};

type DataOf<Collection extends CollectionKey, Types> = OfTypes<CollectionEntry<Collection>['data'], Types>;

/** Data whose content is of some types. */
type OfTypes<Data, Types> = Data extends { content: infer Content }
	? Omit<Data, 'content'> & { content: OfType<Content, Types> }
	: Data;

/** Content without a literal name, such as that of a schema of the site, is left as it is. */
type OfType<Content, Types> = Content extends { component: infer Name }
	? string extends Name
		? Content
		: Extract<Content, { component: Types }>
	: Content;

/**
 * Finds entries of a collection. In an incremental build, a page with `query()` depends on which entries the result has and on what
 * it reads of them, while a page with `getCollection()` is rendered for every new entry of the collection.
 *
 * @throws {PageError} if the options name no collection
 * @returns entries with `id`, `collection`, and `data`. The data is shared, so do not modify it.
 * @example
 * const latest = await query({ collection: 'articles', lang: 'de', sort: '-first_published_at', limit: 5, fields: ['name', 'content.title'] });
 */
export async function query<
	const Collection extends CollectionKey,
	const Fields extends Field<Collection> = never,
	const Types extends TypeOf<Collection> = TypeOf<Collection>,
	const Lang extends string = string,
	const Start extends string = string,
>(
	asked: Query<Collection, Fields, Types, Lang, Start>,
): Promise<Answered<Collection, Fields, Types & TypesIn<Start>>[]> {
	if (typeof asked?.collection !== 'string')
		throw new PageError(
			'query() was given no collection.',
			"Name one: `query({ collection: 'pages', sort: '-first_published_at' })`.",
		);
	for (const sentence of unknownOptions('query()', asked, optionNames)) notice(sentence);
	const entries = await ask(asked);
	const { collection, sort, fields, fallback, lang } = asked;
	// With `fallback`, an unknown language has the entries of the default one.
	const odd = { collection, sort, fields, ...(fallback && { lang }) };
	const isOdd = entries.length === 0 || sort !== undefined || fields !== undefined || fallback === true;
	if (isOdd && !liveReads()?.collection(collection))
		for (const sentence of await unmatchedBy(entries.length === 0 ? asked : odd)) notice(sentence);
	return entries as unknown[] as Answered<Collection, Fields, Types & TypesIn<Start>>[];
}

/** What a query selects of the entries of its collection, in order. */
export function selectIn(entries: Entry[], asked: AnyQuery): Entry[] {
	const lang = languageAmong(entries, asked.lang);
	return select(withUuid(entries, asked.where?.['uuid']), {
		...asked,
		...(lang !== undefined && { lang }),
		sort: asked.sort ?? [],
	});
}

selectBy(async (asked) =>
	selectIn(await (liveReads()?.entries(asked) ?? entriesOf(asked.collection)), asked),
);
