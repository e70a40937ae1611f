import { AstroError } from 'astro/errors';
import { paramsOf, usualPattern } from '../../../shared/route-pattern.js';
import { type TaggedStory, tagsOfStory } from '../../../wire/index.js';
import type { Alternate } from '../data/index.js';
import { wholeDigest } from '../entries/index.js';
import { notice } from '../tracking/index.js';
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
	/** The language tag for `<html lang>`: Astro's locale, else that of the language's code; absent for a default language that nobody names. */
	locale: string | undefined;
	/** This page in all its languages, itself included, for `<link rel="alternate">` and a language switcher. */
	readonly alternates: Alternate[];
}

/** One page for `getStaticPaths`. */
export interface StoryPath<Entry> {
	/** The parameters of the route: `path` in `[...path].astro`, `slug` in `[...slug].astro`. */
	params: Record<string, string | undefined>;
	props: { story: Entry };
	/** Changes exactly when the story, what it refers to, or its route does, for Astro's incremental builds. */
	cacheKey: string;
}

/** Which route the pages are of. */
export interface StoryPathsOptions {
	/** As `getStaticPaths` is given it. @default the route of the page that calls, else `/[...path]` */
	routePattern?: string | undefined;
}

/**
 * The pages of a collection for `getStaticPaths` in `[...path].astro`, or in any other route with parameters. Entries that
 * are no pages are left out, and so are pages that are not below the fixed part of the route, such as `brands/[...path].astro`.
 *
 * @throws {AstroError} if an entry is of no collection that `stories()` loads, or a promise is given instead of entries
 * @example
 * export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
 * // In a module that several pages call:
 * export const getStaticPaths = async ({ routePattern }) => storyPaths(await getCollection('pages'), { routePattern });
 */
export function storyPaths<Entry extends StoryEntry & { digest?: number | string }>(
	entries: readonly Entry[],
	{ routePattern = usualPattern }: StoryPathsOptions = {},
): StoryPath<Entry>[] {
	refuseNoEntries(entries);
	const paramsIn = paramsOf(routePattern);
	return entries.flatMap((story) => {
		const route = lookUp({ by: 'entry', collection: story.collection, id: story.id })?.route;
		const params = route && paramsIn(`/${route.param ?? ''}`);
		if (!params) return [];
		return [{ params, props: { story }, cacheKey: `${wholeDigest(story)} ${route.key}` }];
	});
}

function refuseNoEntries(entries: unknown): void {
	if (Array.isArray(entries)) return;
	const isPromise = entries instanceof Promise;
	throw new AstroError(
		`storyPaths() was given ${isPromise ? 'a promise' : `${entries === null ? 'null' : typeof entries}`} instead of the entries of a collection.`,
		`${isPromise ? 'Await the collection' : 'Give it a collection'}: \`export const getStaticPaths = async () => storyPaths(await getCollection('pages'));\`.`,
	);
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
export function routeOf(story: StoryEntry | StoryLike | null | undefined): EntryRoute | undefined {
	if (typeof story !== 'object' || story === null) {
		warnNoStory(story);
		return undefined;
	}
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

function warnNoStory(given: unknown): void {
	const what = typeof given === 'string' ? `the text ${JSON.stringify(given.slice(0, 60))}` : String(given);
	notice(
		`routeOf() was given ${what} instead of a story, so it gives no route. Pages have their story in \`Astro.props.story\`, from \`getStaticPaths\`; a field that refers to a story has only its uuid until resolve() has put the story there.`,
	);
}

/**
 * The cache tags of a page that shows an entry, for Astro's route cache: `story:<id>`, `story:<full slug>` and `space`. The
 * endpoint that the option `rebuild` adds purges by them. A list or navigation adds the tag `stories`.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfEntry(entry) })
 */
export const tagsOfEntry = ({ data }: { data: TaggedStory }): string[] => tagsOfStory(data);
