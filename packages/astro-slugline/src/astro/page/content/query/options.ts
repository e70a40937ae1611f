import type { CollectionEntry, CollectionKey } from 'astro:content';
import { contentTypeOf } from 'astro-keep/entries';
import {
	type Query as AnyCollectionQuery,
	type Entry,
	optionNames as otherNames,
	select as selectOthers,
} from 'astro-keep/query';
import { isIn, trimSlashes } from 'astro-keep/shared/text/slashes';
import type { KnownLanguage } from '../../../../types/index.js';
import { languageChain } from '../../paths/index.js';

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
> extends AnyCollectionQuery<Collection, Fields> {
	/** Start of the full slug in the default language. In a folder, entries have the content types of its stories. @example 'blog/' */
	startsWith?: Start;
	/** One or more content types. The entries have their fields. @example 'article' */
	contentType?: Types | readonly Types[];
	/**
	 * `default`, a language code, or its locale in Astro, such as `Astro.currentLocale`. Ties are then sorted by slug in the default
	 * language.
	 */
	lang?: KnownLanguage<Lang>;
	/** With `lang`: stories that lack the language are included in the nearest one of Astro's `fallback`, or else in the default one. @default false */
	fallback?: boolean;
}

export type AnyQuery = Query<string>;

/** The options that only stories have. */
type Options = {
	[Name in Exclude<keyof AnyQuery, keyof AnyCollectionQuery<string>>]-?: NonNullable<AnyQuery[Name]>;
};

/** What an option leaves of the entries; `also` has the other options. */
type Step<Option> = (entries: Entry[], option: Option, also: Partial<Options>) => Entry[];

/** What each option does with the entries of the collection, in the order in which the options apply. */
const steps: { [Name in keyof Options]: Step<Options[Name]> } = {
	lang: (entries, lang, { fallback }) =>
		fallback ? nearest(entries, languageChain(lang)) : entries.filter(({ data }) => data['lang'] === lang),
	fallback: (entries) => entries, // A part of `lang`.
	startsWith: (entries, startsWith) => entries.filter(({ data }) => isIn(slugOf(data), startsWith)),
	contentType: (entries, contentType) =>
		entries.filter(({ data }) => [contentType].flat().includes(String(contentTypeOf(data)))),
};

const ownNames = Object.keys(steps) as (keyof Options)[];

/** The names of all options. */
export const optionNames: readonly string[] = [...ownNames, ...otherNames];

/** The entries of a collection that a query selects, with their fields. */
export function select(entries: Entry[], asked: AnyQuery): Entry[] {
	const left = ownNames.reduce((left, name) => apply(name, left, asked as Partial<Options>), entries);
	// A list has the same order in each language.
	return selectOthers(left, asked, asked.lang === undefined ? undefined : ({ data }) => slugOf(data));
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

/** Full slug in the default language, without the language in front. Links have it in `slug`. */
export function slugOf({ default_full_slug, full_slug, slug, lang }: Record<string, unknown>): string {
	if (typeof default_full_slug === 'string' && default_full_slug) return trimSlashes(default_full_slug);
	const full = trimSlashes(typeof full_slug === 'string' ? full_slug : String(slug ?? ''));
	return typeof lang === 'string' && full.startsWith(`${lang}/`) ? full.slice(lang.length + 1) : full;
}
