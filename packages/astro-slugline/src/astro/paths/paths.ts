import routes from 'virtual:astro-slugline/routes';
import { AstroError } from 'astro/errors';
import { type TaggedStory, tagsOfStory } from '../../rebuild/index.js';
import type { Alternate, RouteData } from './routes-module.js';

/** What is read of an entry of a collection that `stories()` loads. */
export interface StoryEntry {
	id: string;
	collection: string;
}

/** Where an entry lives. */
export interface EntryRoute {
	/** Path in the site, without `base` and trailing slash: `/de/blog/hallo`, or `/`. */
	path: string;
	/** The address as links use it, with `base` and the trailing slash that the site has. */
	href: string;
	/** `default` or the language code of the story. */
	lang: string;
	/** The language tag for `<html lang>`, if the language has a known code. */
	locale: string | undefined;
	/** This page in all its languages, itself included, for `<link rel="alternate">` and a language switcher. */
	alternates: Alternate[];
}

/** One page for `getStaticPaths`. */
export interface StoryPath<Entry> {
	params: { path: string | undefined };
	props: { story: Entry };
	/** Changes exactly when the story or its route does, for Astro's incremental builds. */
	cacheKey: string;
}

/**
 * The pages of a collection for `getStaticPaths` in `[...path].astro`. Entries that are no pages are left out.
 *
 * @throws {AstroError} if an entry is of no collection that `stories()` loads
 * @example
 * export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
 */
export function storyPaths<Entry extends StoryEntry & { digest?: number | string }>(
	entries: Entry[],
): StoryPath<Entry>[] {
	return entries.flatMap((story) => {
		const route = find(story)?.route;
		if (!route) return [];
		return [
			{ params: { path: route.param }, props: { story }, cacheKey: `${story.digest ?? ''} ${route.key}` },
		];
	});
}

/**
 * Where an entry lives, with its other languages; undefined for an entry that is no page.
 *
 * @throws {AstroError} if the entry is of no collection that `stories()` loads
 * @example
 * const { alternates } = routeOf(entry) ?? { alternates: [] };
 */
export function routeOf(entry: StoryEntry): EntryRoute | undefined {
	const found = find(entry);
	if (!found) return undefined;
	const { path, href, lang, locale } = found.route;
	return { path, href, lang, locale, alternates: found.alternates };
}

/**
 * The cache tags of a page that shows an entry, for Astro's route cache: `story:<id>`, `story:<full slug>` and `space`. The
 * endpoint that the option `rebuild` adds purges by them. A list or navigation adds the tag `stories`.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfEntry(entry) })
 */
export const tagsOfEntry = ({ data }: { data: TaggedStory }): string[] => tagsOfStory(data);

function find({
	collection: name,
	id,
}: StoryEntry): { route: RouteData; alternates: Alternate[] } | undefined {
	const collection = own(routes.collections, name);
	if (!collection) {
		throw new AstroError(
			`The entry \`${id}\` of the collection \`${name}\` has no route, since \`stories()\` does not load that collection.`,
			'Give storyPaths() and routeOf() entries of a collection whose loader is `stories()` from astro-slugline/loaders.',
		);
	}
	const usual = collection.ids ? own(collection.ids, id) : id;
	const space = own(routes.spaces, collection.space);
	const route = space && usual !== undefined ? own(space.routes, usual) : undefined;
	return route && { route, alternates: space?.alternates[route.alternates] ?? [] };
}

/** A value that was put there: a story may be called `constructor`. */
const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;
