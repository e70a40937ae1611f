import type { CollectionEntry, CollectionKey } from 'astro:content';
import { at, compare, pick } from './fields.js';
import type { PathsOf } from './paths-of.js';

type Value = string | number | boolean | null;

/** The dotted paths of the fields of a collection's entries. */
export type Field<Collection extends CollectionKey> = PathsOf<CollectionEntry<Collection>['data']>;

type SortField<Collection extends CollectionKey> = Field<Collection> | `-${Field<Collection>}`;

/** The conditions that entries must all match, their order, and their fields. */
export interface Query<Collection extends CollectionKey, Fields extends string = string> {
	/** The name of the collection. @example 'articles' */
	collection: Collection;
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

/** What entries are sorted by that are equal otherwise. */
type TieOf = (entry: Entry) => unknown;

/** What each option does with the entries of the collection, in the order in which the options apply. */
const steps: {
	[Name in keyof Options]: (entries: Entry[], option: Options[Name], tieOf: TieOf) => Entry[];
} = {
	collection: (entries) => entries,
	where: (entries, where) =>
		Object.entries(where).reduce(
			(left, [path, values]) => left.filter(hasOneOf(path, [values].flat())),
			entries,
		),
	sort: (entries, sort, tieOf) => entries.toSorted(inOrderOf([sort].flat(), tieOf)),
	offset: (entries, offset) => entries.slice(offset),
	limit: (entries, limit) => entries.slice(0, limit),
	fields: (entries, fields) =>
		entries.map(({ id, collection, data }) => ({ id, collection, data: pick(data, fields) })),
};

/** The names of the options, in the order in which they apply. */
export const optionNames = Object.keys(steps) as (keyof Options)[];

/** The entries of a collection that a query selects, with their fields. */
export function select(entries: Entry[], asked: Partial<AnyQuery>, tieOf: TieOf = ({ id }) => id): Entry[] {
	const apply = <Name extends keyof Options>(left: Entry[], name: Name): Entry[] => {
		const option: Partial<Options>[Name] = asked[name];
		return option === undefined ? left : steps[name](left, option, tieOf);
	};
	return optionNames.reduce(apply, entries);
}

function hasOneOf(path: string, values: unknown[]) {
	return ({ data }: Entry): boolean => {
		const held = [at(data, path)].flat();
		return values.some((value) => held.includes(value));
	};
}

function inOrderOf(sorts: string[], tieOf: TieOf) {
	return (a: Entry, b: Entry): number => {
		for (const sort of sorts) {
			const path = sort.replace(/^-/, '');
			const order = compare(at(a.data, path), at(b.data, path), sort === path ? 1 : -1);
			if (order !== 0) return order;
		}
		return compare(tieOf(a), tieOf(b)) || compare(a.id, b.id);
	};
}
