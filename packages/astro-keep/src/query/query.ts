import type { CollectionEntry, CollectionKey } from 'astro:content';
import { unknownOptions } from '../shared/text/named.js';
import { noticesOf } from '../tracking/index.js';
import { ask, unknownFields } from './ask.js';
import type { Picked } from './paths-of.js';
import { type Field, optionNames, type Query } from './select.js';
import { queryText } from './text.js';

const notice = noticesOf('astro-keep');

/** An entry with the requested fields. */
export type Answered<Collection extends CollectionKey, Fields extends string> = [Fields] extends [never]
	? CollectionEntry<Collection>
	: Pick<CollectionEntry<Collection>, 'id' | 'collection'> & {
			data: Picked<CollectionEntry<Collection>['data'], Fields>;
		};

/**
 * Finds entries of a collection. In an incremental build, a page with `query()` depends on which entries the result has and on what
 * it reads of them, while a page with `getCollection()` is rendered for every new entry of the collection.
 *
 * @returns entries with `id`, `collection`, and `data`. The data is shared, so do not modify it.
 * @example
 * const latest = await query({ collection: 'posts', sort: '-date', limit: 5, fields: ['title'] });
 */
export async function query<
	const Collection extends CollectionKey,
	const Fields extends Field<Collection> = never,
>(asked: Query<Collection, Fields>): Promise<Answered<Collection, Fields>[]> {
	for (const sentence of unknownOptions('query()', asked, optionNames)) notice(sentence);
	for (const field of await unknownFields(queryText(asked)))
		notice(`query() names the field \`${field}\`, which no entry of \`${asked.collection}\` has.`);
	return (await ask(asked)) as unknown[] as Answered<Collection, Fields>[];
}
