import { type CollectionEntry, type CollectionKey, getCollection } from 'astro:content';
import { unknownOptions, whatThereIs } from '../../../shared/named.js';
import { standingIn } from '../../../shared/stand-in.js';
import { trimSlashes } from '../../../shared/trim-slashes.js';
import { contentTypeOf, ownDigest } from '../data/index.js';
import { unrecorded, watched, wholeDigest } from '../entries/index.js';
import { languageOfLocale } from '../paths/index.js';
import { answers, channel, importerNow, notice, record } from '../tracking/index.js';
import { at, compare, pick } from './fields.js';
import type { PathsOf, Picked } from './paths-of.js';

type DataOf<Collection extends CollectionKey> = CollectionEntry<Collection>['data'];
type Field<Collection extends CollectionKey> = PathsOf<DataOf<Collection>>;
type Value = string | number | boolean | null;

/** Which entries are wanted, in which order, and what of them. All conditions must hold. */
export interface Query<Collection extends CollectionKey, Fields extends string = string> {
	collection: Collection;
	/** Start of the full slug in the default language. @example 'blog/' */
	startsWith?: string;
	/** Name of the content type, or several. */
	contentType?: string | readonly string[];
	/** `default`, a language code, or its locale in Astro, such as `Astro.currentLocale`. */
	lang?: string;
	/** With `lang`: stories that lack the language come in the default one, as the service lists them. @default false */
	fallback?: boolean;
	/** Fields with the value that they must have, or one of several; of an array, that it must hold. @example { 'content.featured': true } */
	where?: { [Path in Field<Collection>]?: Value | readonly Value[] };
	/** Fields to sort by, the first one first; with a minus, the other way round. Equal entries are in the order of their ids. @example '-first_published_at' */
	sort?: SortField<Collection> | readonly SortField<Collection>[];
	/** How many entries to leave out at the start. @default 0 */
	offset?: number;
	/** How many entries are wanted at most. */
	limit?: number;
	/** Fields that the entries shall have, and no others. A page then changes only when one of these does, or an `id` that it looks at. @example ['name', 'content.title'] */
	fields?: readonly Fields[];
}

type SortField<Collection extends CollectionKey> = Field<Collection> | `-${Field<Collection>}`;

/**
 * Entries of a collection, as a page that shows a list needs them. In an incremental build a page that asks by `query()` is
 * rendered again when the answer is another one, while `getCollection()` makes it depend on the whole collection.
 *
 * @returns entries with `id`, `collection` and `data`; the data is shared, so it must not be changed
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

/** As `query()`, for callers that say themselves what is missing. */
export async function ask<
	const Collection extends CollectionKey,
	const Fields extends Field<Collection> = never,
>(asked: Query<Collection, Fields>): Promise<Answered<Collection, Fields>[]> {
	const key = textOfQuery(asked);
	const importer = importerNow();
	record(`query ${key}`, importer);
	const entries = await answerOf(asked);
	const answer: unknown = asked.fields
		? entries.map((entry) => tellingId(entry, key, importer))
		: [...entries];
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

/** Sentences for what an empty answer asked for and no entry has. Every page that asks warns; the entries are read once. */
function unmatchedBy(asked: Query<string>): Promise<string[]> {
	const { collection, startsWith, contentType, lang } = asked;
	const key = JSON.stringify([collection, startsWith, contentType, lang]);
	const known = channel() ? sentences.get(key) : undefined;
	const found = known ?? findUnmatched(asked);
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
	return unrecorded(() => {
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
	});
}

/** An entry that tells when its id is looked at: an id follows the slug, which few pages show. */
const tellingId = ({ id, collection, data }: Entry, key: string, importer: string | undefined) => {
	const get = () => {
		record(`ids ${key}`, importer);
		return id;
	};
	const entry = { id, collection, data };
	// A page that looks at it says so.
	return Object.defineProperty(entry, 'id', {
		get: standingIn(get, () => ''),
		enumerable: true,
		configurable: true,
	});
};

/** An entry with the fields that were asked for. */
export type Answered<Collection extends CollectionKey, Fields extends string> = [Fields] extends [never]
	? CollectionEntry<Collection>
	: Pick<CollectionEntry<Collection>, 'id' | 'collection'> & { data: Picked<DataOf<Collection>, Fields> };

/** What JSON has no word for, and what stands for it. */
const unwritable = new Map<unknown, string>([
	[undefined, 'undefined'],
	[Infinity, 'Infinity'],
	[-Infinity, '-Infinity'],
	[NaN, 'NaN'],
]);

const valueKey = 'slugline value';

/** A query as text, from which the same query can be made. */
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
		for (const [meant, known] of unwritable) if (known === word) return meant;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, read(inner)]));
	};
	return read(JSON.parse(text)) as Query<string>;
}

type Entry = CollectionEntry<string>;

const known = new Map<string, Promise<Entry[]>>();

/** Collections do not change during a build; in dev and on a server, they are asked each time. */
function answerOf(asked: Query<string>): Promise<Entry[]> {
	if (!channel()) return select(asked);
	const key = textOfQuery(asked);
	const answer = known.get(key) ?? select(asked);
	known.set(key, answer);
	return answer;
}

answers('query', async (text, wholly) => {
	const asked = queryOf(text);
	const describe = (entry: Entry) => {
		const { id, digest, data } = entry;
		if (asked.fields) return channel()?.describe(data);
		if (digest === undefined) return channel()?.describe([id, data]);
		return `${id} ${wholly ? wholeDigest(entry) : ownDigest(digest)}`;
	};
	return (await answerOf(asked)).map(describe).join('\n');
});

answers('ids', async (text) => JSON.stringify((await answerOf(queryOf(text))).map(({ id }) => id)));

async function select(asked: Query<string>): Promise<Entry[]> {
	const entries = await entriesOf(asked.collection);
	// What entries are chosen and sorted by is in the answer.
	return unrecorded(() => {
		const lang = languageAmong(entries, asked.lang);
		return choose(withUuid(entries, asked.where?.['uuid']), {
			...asked,
			...(lang !== undefined && { lang }),
		});
	});
}

/** A language as the entries call it: a page may ask by the locale that Astro has for it. */
function languageAmong(entries: Entry[], lang: string | undefined): string | undefined {
	if (lang === undefined || lang === 'default' || entries.some(({ data }) => data['lang'] === lang))
		return lang;
	return languageOfLocale(lang);
}

const collections = new Map<string, Promise<Entry[]>>();

function entriesOf(collection: string): Promise<Entry[]> {
	const load = async () => (await getCollection(collection)).map(watched);
	if (!channel()) return load();
	const entries = collections.get(collection) ?? load();
	collections.set(collection, entries);
	return entries;
}

const indexes = new WeakMap<Entry[], Map<unknown, Entry[]>>();

/** The entries that can have a uuid, without a look at all others: many pages ask for one story each. */
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

/** With a fallback: one entry for each story, in the language that is asked for or else in the default one. */
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

/** Full slug in the default language: of a translation without the language in front. Links have it as `slug`. */
export function slugOf({ default_full_slug, full_slug, slug, lang }: Record<string, unknown>): string {
	if (typeof default_full_slug === 'string' && default_full_slug) return trimSlashes(default_full_slug);
	const full = trimSlashes(typeof full_slug === 'string' ? full_slug : String(slug ?? ''));
	return typeof lang === 'string' && full.startsWith(`${lang}/`) ? full.slice(lang.length + 1) : full;
}
