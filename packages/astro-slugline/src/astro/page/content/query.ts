import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { unknownOptions, whatThereIs } from '../../../shared/named.js';
import { standingIn } from '../../../shared/peek.js';
import { trimSlashes } from '../../../shared/slashes.js';
import { contentTypeOf } from '../data/index.js';
import { entrySource, shapeOf, trackedEntry } from '../entries/index.js';
import { languageOfLocale } from '../paths/index.js';
import { answers, channel, importerNow, notice, record, watchEntries } from '../tracking/index.js';
import { at, compare, pick } from './fields.js';
import type { PathsOf, Picked } from './paths-of.js';

type DataOf<Collection extends CollectionKey> = CollectionEntry<Collection>['data'];
type Field<Collection extends CollectionKey> = PathsOf<DataOf<Collection>>;
type Value = string | number | boolean | null;

/** The conditions that entries must all match, their order, and their fields. */
export interface Query<Collection extends CollectionKey, Fields extends string = string> {
	/** The name of the collection. @example 'articles' */
	collection: Collection;
	/** Start of the full slug in the default language. @example 'blog/' */
	startsWith?: string;
	/** One or more content types. */
	contentType?: string | readonly string[];
	/** `default`, a language code, or its locale in Astro, such as `Astro.currentLocale`. */
	lang?: string;
	/** With `lang`: stories that lack the language are included in the default one, as in lists of the API. @default false */
	fallback?: boolean;
	/** The value of a field, or several allowed ones. An array field must contain one of them. @example { 'content.featured': true } */
	where?: { [Path in Field<Collection>]?: Value | readonly Value[] };
	/** One or more fields to sort by, with a minus for descending order. Ties are sorted by id. @example '-first_published_at' */
	sort?: SortField<Collection> | readonly SortField<Collection>[];
	/** Number of entries to skip. @default 0 */
	offset?: number;
	/** Maximum number of entries. @default all */
	limit?: number;
	/** The fields that entries have. The page then changes with these fields, and with an `id` if it reads one. @default all @example ['name', 'content.title'] */
	fields?: readonly Fields[];
}

type SortField<Collection extends CollectionKey> = Field<Collection> | `-${Field<Collection>}`;

/**
 * Finds entries of a collection. In an incremental build, a page with `query()` depends on which entries the result has and on what
 * it reads of them, while a page with `getCollection()` is rendered for every new entry of the collection.
 *
 * @returns entries with `id`, `collection`, and `data`. The data is shared, so do not modify it.
 * @example
 * const latest = await query({ collection: 'articles', lang: 'de', sort: '-first_published_at', limit: 5, fields: ['name', 'content.title'] });
 */
export async function query<
	const Collection extends CollectionKey,
	const Fields extends Field<Collection> = never,
>(asked: Query<Collection, Fields>): Promise<Answered<Collection, Fields>[]> {
	for (const sentence of unknownOptions('query()', asked, optionNames)) notice(sentence);
	const entries = await ask(asked);
	if (entries.length === 0) for (const sentence of await unmatchedBy(asked)) notice(sentence);
	return entries;
}

/** As `query()`, without warnings. */
export async function ask<
	const Collection extends CollectionKey,
	const Fields extends Field<Collection> = never,
>(asked: Query<Collection, Fields>): Promise<Answered<Collection, Fields>[]> {
	const key = textOfQuery(asked);
	const importer = importerNow();
	record(`query ${key}`, importer);
	const entries = await answerOf(asked);
	const answer: unknown = asked.fields
		? entries.map((entry) => withTrackedId(entry, key, importer))
		: entries.map((entry) => (channel() ? trackedEntry(entrySource(entry)) : entry));
	return answer as Answered<Collection, Fields>[];
}

const optionNames = [
	...[
		'collection',
		'startsWith',
		'contentType',
		'lang',
		'fallback',
		'where',
		'sort',
		'offset',
		'limit',
		'fields',
	],
];

const sentences = new Map<string, Promise<string[]>>();

/** Warnings for conditions of an empty result that no entry matches. Every page warns, but entries are searched once. */
function unmatchedBy(asked: Query<string>): Promise<string[]> {
	const { collection, startsWith, contentType, lang } = asked;
	const key = JSON.stringify([collection, startsWith, contentType, lang]);
	const cached = channel() ? sentences.get(key) : undefined;
	const found = cached ?? findUnmatched(asked);
	sentences.set(key, found);
	return found;
}

async function findUnmatched({
	collection,
	startsWith,
	contentType,
	lang,
}: Query<string>): Promise<string[]> {
	const entries = await entriesOf(collection);
	const isLacking = (asked: Partial<Query<string>>) => !entries.some(matches({ collection, ...asked }));
	const fields = (name: (data: Entry['data']) => unknown) =>
		whatThereIs(entries.map(({ data }) => String(name(data))));
	const from = `query() of the collection \`${collection}\``;
	if (entries.length === 0) return [];
	const named = languageAmong(entries, lang);
	return [
		...(named !== undefined && isLacking({ lang: named })
			? [`${from}: no entry has the language \`${lang}\`; ${fields((data) => data['lang'])}.`]
			: []),
		...(startsWith !== undefined && isLacking({ startsWith })
			? [`${from}: no entry has a full slug that starts with \`${startsWith}\`.`]
			: []),
		...[contentType ?? []]
			.flat()
			.filter((type) => isLacking({ contentType: type }))
			.map((type) => `${from}: no entry has the content type \`${type}\`; ${fields(contentTypeOf)}.`),
	];
}

/** An entry whose id is recorded as a read when it is accessed. Ids change with slugs, but few pages show them. */
const withTrackedId = ({ id, collection, data }: Entry, key: string, importer: string | undefined) => {
	const get = () => {
		record(`ids ${key}`, importer);
		return id;
	};
	const entry = { id, collection, data };
	// The id does not count when the entry is compared, because reading it is recorded.
	return Object.defineProperty(entry, 'id', {
		get: standingIn(get, () => ''),
		enumerable: true,
		configurable: true,
	});
};

/** An entry with the requested fields. */
export type Answered<Collection extends CollectionKey, Fields extends string> = [Fields] extends [never]
	? CollectionEntry<Collection>
	: Pick<CollectionEntry<Collection>, 'id' | 'collection'> & { data: Picked<DataOf<Collection>, Fields> };

/** Values that JSON cannot represent, and their names. */
const unwritable = new Map<unknown, string>([
	[undefined, 'undefined'],
	[Infinity, 'Infinity'],
	[-Infinity, '-Infinity'],
	[NaN, 'NaN'],
]);

const valueKey = 'slugline value';

/** A query as text that `queryOf` parses. */
const textOfQuery = (asked: Query<string>): string =>
	JSON.stringify(asked, (_, value: unknown) => {
		const word = unwritable.get(value);
		return word === undefined ? value : { [valueKey]: word };
	});

function queryOf(text: string): Query<string> {
	const read = (value: unknown): unknown => {
		if (typeof value !== 'object' || value === null) return value;
		if (Array.isArray(value)) return value.map(read);
		const word: unknown = Reflect.get(value, valueKey);
		for (const [meant, name] of unwritable) if (name === word) return meant;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
	};
	return read(JSON.parse(text)) as Query<string>;
}

type Entry = CollectionEntry<string>;

const cache = new Map<string, Promise<Entry[]>>();

/** The result of a query. Cached in a build, whose collections do not change, but not in dev and on a server. */
function answerOf(asked: Query<string>): Promise<Entry[]> {
	if (!channel()) return select(asked);
	const key = textOfQuery(asked);
	const answer = cache.get(key) ?? select(asked);
	cache.set(key, answer);
	return answer;
}

answers('query', async (text) => {
	const asked = queryOf(text);
	const entries = await answerOf(asked);
	return asked.fields
		? String(channel()?.describe(entries.map(({ data }) => data)))
		: entries.map(shapeOf).join('\n');
});

answers('ids', async (text) => JSON.stringify((await answerOf(queryOf(text))).map(({ id }) => id)));

async function select(asked: Query<string>): Promise<Entry[]> {
	const entries = await entriesOf(asked.collection);
	const lang = languageAmong(entries, asked.lang);
	return choose(withUuid(entries, asked.where?.['uuid']), {
		...asked,
		...(lang !== undefined && { lang }),
	});
}

/** The language of entries for a language or a locale of Astro. */
function languageAmong(entries: Entry[], lang: string | undefined): string | undefined {
	if (lang === undefined || lang === 'default' || entries.some(({ data }) => data['lang'] === lang))
		return lang;
	return languageOfLocale(lang);
}

const collections = new Map<string, Promise<Entry[]>>();

function entriesOf(collection: string): Promise<Entry[]> {
	const load = async () => {
		await watchEntries(collection, () => getCollection(collection));
		return getCollection(collection);
	};
	if (!channel()) return load();
	const entries = collections.get(collection) ?? load();
	collections.set(collection, entries);
	return entries;
}

const indexes = new WeakMap<Entry[], Map<unknown, Entry[]>>();

/** The entries with a uuid, from an index, because many pages query one story each. */
function withUuid(entries: Entry[], uuid: unknown): Entry[] {
	if (typeof uuid !== 'string' || !channel()) return entries;
	let index = indexes.get(entries);
	if (!index) {
		index = new Map();
		for (const entry of entries) {
			const others = index.get(entry.data['uuid']);
			if (others) others.push(entry);
			else index.set(entry.data['uuid'], [entry]);
		}
		indexes.set(entries, index);
	}
	return index.get(uuid) ?? [];
}

function choose(entries: Entry[], asked: Query<string>): Entry[] {
	const { offset = 0, limit, fields } = asked;
	const wanted = inLanguage(entries, asked).filter(
		matches({ ...asked, ...(asked.fallback && { lang: undefined }) }),
	);
	const sorts = [asked.sort ?? []].flat();
	wanted.sort((a, b) => {
		for (const sort of sorts) {
			const path = sort.replace(/^-/, '');
			const order = compare(at(a.data, path), at(b.data, path), sort === path ? 1 : -1);
			if (order !== 0) return order;
		}
		return compare(a.id, b.id);
	});
	const some = wanted.slice(offset, limit === undefined ? undefined : offset + limit);
	return fields
		? some.map(({ id, collection, data }) => ({ id, collection, data: pick(data, fields) }))
		: some;
}

/** With a fallback: one entry per story, in the requested language or else in the default one. */
function inLanguage(entries: Entry[], { lang, fallback }: Query<string>): Entry[] {
	if (!fallback || lang === undefined) return entries;
	const translated = new Set(
		entries.filter(({ data }) => data['lang'] === lang).map(({ data }) => data['uuid']),
	);
	return entries.filter(
		({ data }) => data['lang'] === lang || (data['lang'] === 'default' && !translated.has(data['uuid'])),
	);
}

function matches({ startsWith, contentType, lang, where = {} }: Query<string>) {
	const start = startsWith?.replace(/^\/+/, '');
	const types = contentType === undefined ? undefined : [contentType].flat();
	const conditions = Object.entries(where).map(([path, values]) => ({ path, values: [values].flat() }));
	return ({ data }: Entry): boolean =>
		(lang === undefined || data['lang'] === lang) &&
		(start === undefined || slugOf(data).startsWith(start) || `${slugOf(data)}/` === start) &&
		(types === undefined || types.includes(String(contentTypeOf(data)))) &&
		conditions.every(({ path, values }) => {
			const held = [at(data, path)].flat();
			return values.some((value) => held.includes(value));
		});
}

/** Full slug in the default language, without the language in front. Links have it in `slug`. */
export function slugOf({ default_full_slug, full_slug, slug, lang }: Record<string, unknown>): string {
	if (typeof default_full_slug === 'string' && default_full_slug) return trimSlashes(default_full_slug);
	const full = trimSlashes(typeof full_slug === 'string' ? full_slug : String(slug ?? ''));
	return typeof lang === 'string' && full.startsWith(`${lang}/`) ? full.slice(lang.length + 1) : full;
}
