import { type TaggedStory, tagsOfStory } from '../../../wire/index.js';
import type { Alternate } from '../data/index.js';
import { wholeDigest } from '../entries/index.js';
import { find, lookUp } from './find.js';

/** What is read of an entry of a collection that `stories()` loads. */
export interface StoryEntry {
	id: string;
	collection: string;
}

/** What is read of a story that is no entry, such as one that `resolve()` gives. */
export interface StoryLike {
	uuid: string;
	/** `default` or a language code. @default 'default' */
	lang?: string | undefined;
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
	readonly alternates: Alternate[];
}

/** One page for `getStaticPaths`. */
export interface StoryPath<Entry> {
	params: { path: string | undefined };
	props: { story: Entry };
	/** Changes exactly when the story, what it refers to, or its route does, for Astro's incremental builds. */
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
		const route = lookUp({ by: 'entry', collection: story.collection, id: story.id })?.route;
		if (!route) return [];
		return [
			{ params: { path: route.param }, props: { story }, cacheKey: `${wholeDigest(story)} ${route.key}` },
		];
	});
}

/**
 * Where an entry or a story lives, with its other languages; undefined for one that is no page. A story that has no page in
 * its own language lives where the default language has it.
 *
 * @throws {AstroError} if the entry is of no collection that `stories()` loads
 * @example
 * const { alternates } = routeOf(entry) ?? { alternates: [] };
 * const author = routeOf(entry.data.content.author)?.href; // a resolved relation
 */
export function routeOf(story: StoryEntry | StoryLike): EntryRoute | undefined {
	const found = find(
		'collection' in story
			? { by: 'entry', collection: story.collection, id: story.id }
			: { by: 'story', uuid: story.uuid, lang: story.lang ?? 'default' },
	);
	if (!found) return undefined;
	const { path, href, lang, locale } = found.route;
	return {
		path,
		href,
		lang,
		locale,
		// Looked at when asked for: a page that shows only the address does not depend on the other languages.
		get alternates() {
			return found.alternates;
		},
	};
}

/**
 * The cache tags of a page that shows an entry, for Astro's route cache: `story:<id>`, `story:<full slug>` and `space`. The
 * endpoint that the option `rebuild` adds purges by them. A list or navigation adds the tag `stories`.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfEntry(entry) })
 */
export const tagsOfEntry = ({ data }: { data: TaggedStory }): string[] => tagsOfStory(data);
