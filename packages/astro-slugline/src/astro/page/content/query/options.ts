import type { CollectionEntry, CollectionKey } from 'astro:content';
import { contentTypeOf } from 'astro-keep/entries';
import { isIn } from 'astro-keep/shared/text/slashes';
import type { KnownLanguage } from '../../../../types/index.js';
import { languageChain } from '../../paths/index.js';
import { at, compare, pick, slugOf } from './fields.js';
import type { PathsOf } from './paths-of.js';

type Value = string | number | boolean | null;

/** The dotted paths of the fields of a collection's entries. */
export type Field<Collection extends CollectionKey> = PathsOf<CollectionEntry<Collection>['data']>;

type SortField<Collection extends CollectionKey> = Field<Collection> | `-${Field<Collection>}`;

/** The content types of a collection's entries. Any string if the types do not say. */
export type TypeOf<Collection extends CollectionKey> = CollectionEntry<Collection>['data'] extends {
	content: { component: infer Name extends string };
}
	? Name
	: string;

/** The conditions that entries must all match, their order, and their fields. */
export interface Query<
	Collection extends CollectionKey,
	Fields extends string = string,
	Types extends string = string,
	Lang extends string = string,
	Start extends string = string,
> {
	/** The name of the collection. @example 'articles' */
	collection: Collection;
	/** Start of the full slug in the default language. In a folder, entries have the content types of its stories. @example 'blog/' */
	startsWith?: Start;
	/** One or more content types. The entries have their fields. @example 'article' */
	contentType?: Types | readonly Types[];
	/** `default`, a language code, or its locale in Astro, such as `Astro.currentLocale`. */
	lang?: KnownLanguage<Lang>;
	/** With `lang`: stories that lack the language are included in the nearest one of Astro's `fallback`, or else in the default one. @default false */
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

export type AnyQuery = Query<string>;

type Options = { [Name in keyof AnyQuery]-?: NonNullable<AnyQuery[Name]> };

export type Entry = CollectionEntry<string>;

/** What an option leaves of the entries; `also` has the other options. */
type Step<Option> = (entries: Entry[], option: Option, also: Partial<Options>) => Entry[];

const unchanged = (entries: Entry[]): Entry[] => entries;

/** What each option does with the entries of the collection, in the order in which the options apply. */
const steps: { [Name in keyof Options]: Step<Options[Name]> } = {
	collection: unchanged,
	lang: (entries, lang, { fallback }) =>
		fallback ? nearest(entries, languageChain(lang)) : entries.filter(({ data }) => data['lang'] === lang),
	fallback: unchanged, // A part of `lang`.
	startsWith: (entries, startsWith) => entries.filter(({ data }) => isIn(slugOf(data), startsWith)),
	contentType: (entries, contentType) =>
		entries.filter(({ data }) => [contentType].flat().includes(String(contentTypeOf(data)))),
	where: (entries, where) =>
		Object.entries(where).reduce(
			(left, [path, values]) => left.filter(hasOneOf(path, [values].flat())),
			entries,
		),
	sort: (entries, sort) => entries.toSorted(inOrderOf([sort].flat())),
	offset: (entries, offset) => entries.slice(offset),
	limit: (entries, limit) => entries.slice(0, limit),
	fields: (entries, fields) =>
		entries.map(({ id, collection, data }) => ({ id, collection, data: pick(data, fields) })),
};

/** The names of the options, in the order in which they apply. */
export const optionNames = Object.keys(steps) as (keyof Options)[];

/** The entries of a collection that a query selects, with their fields. */
export function select(entries: Entry[], asked: AnyQuery): Entry[] {
	return optionNames.reduce((left, name) => apply(name, left, asked as Partial<Options>), entries);
}

function apply<Name extends keyof Options>(name: Name, entries: Entry[], options: Partial<Options>): Entry[] {
	const option: Options[Name] | undefined = options[name];
	return option === undefined ? entries : steps[name](entries, option, options);
}

/** One entry per story, in the first of these languages that has it. */
function nearest(entries: Entry[], languages: readonly string[]): Entry[] {
	const placeOf = ({ data }: Entry) => languages.indexOf(String(data['lang']));
	const places = new Map<unknown, number>();
	for (const entry of entries) {
		const place = placeOf(entry);
		const { uuid } = entry.data;
		if (place >= 0) places.set(uuid, Math.min(place, places.get(uuid) ?? place));
	}
	return entries.filter((entry) => places.get(entry.data['uuid']) === placeOf(entry));
}

function hasOneOf(path: string, values: unknown[]) {
	return ({ data }: Entry): boolean => {
		const held = [at(data, path)].flat();
		return values.some((value) => held.includes(value));
	};
}

function inOrderOf(sorts: string[]) {
	return (a: Entry, b: Entry): number => {
		for (const sort of sorts) {
			const path = sort.replace(/^-/, '');
			const order = compare(at(a.data, path), at(b.data, path), sort === path ? 1 : -1);
			if (order !== 0) return order;
		}
		return compare(a.id, b.id);
	};
}
