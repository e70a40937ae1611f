import { rawOf, withId } from 'astro-keep/entries';
import { isObject } from 'astro-keep/shared/json';
import { whatThereIs } from 'astro-keep/shared/text/named';
import { buildChannel, importerNow } from 'astro-keep/tracking';
import { paramsOf, usualPattern } from '../../../shared/route-pattern.js';
import { type TaggedStory, tagsOfStory } from '../../../wire/index.js';
import { type Alternate, fallbackId, notice, PageError, wordsFor } from '../data/index.js';
import { addressOf } from './address-of.js';
import { fallbacksOf, find, lookUp } from './find.js';
import { hrefHere, pageLanguage } from './languages.js';
import { routesNow, storyCollections } from './routes-now.js';

/** An entry of a collection that `stories()` loads. */
export interface StoryEntry {
	id: string;
	collection: string;
}

/** An entry of a live collection. Astro gives it no collection. */
export interface LiveStoryEntry {
	data: StoryLike;
}

/** A story that is not an entry, such as one from `resolve()`. */
export interface StoryLike {
	uuid: string;
	/** `default` or a language code. @default 'default' */
	lang?: string | undefined;
}

/** The route of an entry or a story. */
export interface EntryRoute {
	/** Path in the site, without `base` and trailing slash: `/de/blog/hallo`, or `/`. */
	path: string;
	/** Address for links, with `base` and, if the site uses it, a trailing slash. Absolute for a page in another domain. */
	readonly href: string;
	/** `default` or the language code of the story, as its text is. */
	lang: string;
	/** Language tag for `<html lang>`: Astro's locale, or else the language's code; undefined for an unnamed default language. */
	locale: string | undefined;
	/** True for a page in a language without the story, on which that of another language stands in, as Astro's `fallback` says. */
	isFallback: boolean;
	/** All languages of the page, including its own, for `<link rel="alternate">` and language switchers. */
	readonly alternates: Alternate[];
}

/** One page for `getStaticPaths`. */
export interface StoryPath<Entry> {
	/** The parameters of the route: `path` in `[...path].astro`, `slug` in `[...slug].astro`. */
	params: Record<string, string | undefined>;
	props: { story: Entry };
	/** Changes exactly if the story, its references, or its route changes. For Astro's own incremental builds. */
	cacheKey: string;
}

/** The route of the pages. */
export interface StoryPathsOptions {
	/** The argument `routePattern` of `getStaticPaths`. @default the route of the calling page, or else `/[...path]` */
	routePattern?: string | undefined;
}

/**
 * The pages of a collection, for `getStaticPaths` in `[...path].astro` or any other route with parameters. Skips entries that are
 * not pages, and pages outside of the fixed part of the route, such as `brands` in `brands/[...path].astro`.
 *
 * @throws {PageError} if `stories()` does not load an entry's collection, or if the argument is a promise instead of entries
 * @example
 * export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
 * // In a module that several pages call:
 * export const getStaticPaths = async ({ routePattern }) => storyPaths(await getCollection('pages'), { routePattern });
 */
export function storyPaths<Entry extends StoryEntry & { digest?: number | string }>(
	entries: readonly Entry[],
	{ routePattern = usualPattern }: StoryPathsOptions = {},
): StoryPath<Entry>[] {
	refuseNoEntries(entries, routePattern);
	const paramsIn = paramsOf(routePattern);
	const calls = buildChannel().storyPaths;
	calls?.patterns.add(routePattern);
	if (!calls && entries.length === 0) warnNoEntries();
	return entries.flatMap((story) => {
		calls?.collections.add(story.collection);
		const route = lookUp({ by: 'entry', collection: story.collection, id: story.id })?.route;
		if (!route) return [];
		return [route, ...fallbacksOf(route)].flatMap((page) => {
			const params = paramsIn(`/${page.param ?? ''}`);
			calls?.[params ? 'returned' : 'outside'].add(page.path);
			if (!params) return [];
			const shown = page === route ? story : fallbackEntry(story, page.lang);
			return [{ params, props: { story: shown }, cacheKey: `${rawOf(story).digest ?? ''} ${page.key}` }];
		});
	});
}

/** In dev, where Astro says only that no static path matches. A build has a warning of its own. */
function warnNoEntries(): void {
	if (Object.values(routesNow().spaces).every(({ routes }) => Object.keys(routes).length === 0)) return;
	notice(
		`storyPaths() was given no entries, so its route has no pages. Of collections with stories, ${whatThereIs(storyCollections())}: check the name in getCollection(), and the options of its loader in the content config.`,
	);
}

/** An entry for the page of another language. Its id says so, by which `routeOf()` finds that page. */
const fallbackEntry = <Entry extends StoryEntry>(entry: Entry, lang: string): Entry =>
	withId(entry, fallbackId(entry.id, lang));

function refuseNoEntries(entries: unknown, route: string): void {
	if (Array.isArray(entries)) return;
	const isPromise = entries instanceof Promise;
	throw new PageError(
		`storyPaths() was given ${isPromise ? 'a promise' : `${entries === null ? 'null' : typeof entries}`} instead of the entries of a collection, for the route \`${route}\`.`,
		`${isPromise ? 'Await the collection' : 'Pass a collection'}: \`export const getStaticPaths = async () => storyPaths(await getCollection('pages'));\`.`,
	);
}

/**
 * The route of an entry or a story, with its other languages; undefined if it is not a page. A story without a page in its own
 * language has the route of the default language.
 *
 * @throws {PageError} if `stories()` does not load the entry's collection
 * @example
 * const { alternates } = routeOf(entry) ?? { alternates: [] };
 * const author = routeOf(entry.data.content.author)?.href; // a resolved relation
 */
export function routeOf(
	story: StoryEntry | LiveStoryEntry | StoryLike | null | undefined,
): EntryRoute | undefined {
	if (!isStory(story)) {
		warnNoStory(story);
		return undefined;
	}
	const found = find(questionOf(story));
	if (!found) return undefined;
	const { path, lang, locale, storyLang } = found.route;
	const importer = importerNow();
	return {
		path,
		// A getter, because a page that does not show the address has no link.
		get href() {
			return addressOf(found.route, undefined, importer);
		},
		lang: storyLang ?? lang,
		locale,
		isFallback: storyLang !== undefined,
		// A getter, so that a page that shows only the address does not depend on the other languages.
		get alternates() {
			return found.alternates.map((one) => ({ ...one, href: hrefHere(one.href) }));
		},
	};
}

/** The lookup of the route of an entry or a story. */
export function questionOf(story: StoryEntry | LiveStoryEntry | StoryLike) {
	if ('collection' in story) return { by: 'entry', collection: story.collection, id: story.id } as const;
	const { uuid, lang = 'default' } = 'data' in story ? story.data : story;
	const page = 'id' in story && typeof story.id === 'string' ? pageLanguage(story.id) : undefined;
	return { by: 'story', uuid, lang: page ?? lang, isOwn: true } as const;
}

function isStory(given: unknown): given is StoryEntry | LiveStoryEntry | StoryLike {
	if (!isObject(given) || 'collection' in given) return isObject(given);
	return typeof (isObject(given['data']) ? given['data'] : given)['uuid'] === 'string';
}

function warnNoStory(given: unknown): void {
	notice(
		`routeOf() was given ${wordsFor(given)} instead of a story, so it returns no route. Pages have their story in \`Astro.props.story\`, from \`getStaticPaths\`. A field that refers to a story has only its uuid until resolve() replaces it.`,
	);
}

/**
 * The cache tags of a page that shows an entry, for Astro's route cache: `story:<id>`, `story:<full slug>`, and `space`. The
 * endpoint of the option `rebuild` purges by these tags. Add the tag `stories` to pages with a list or a navigation.
 *
 * @example Astro.cache.set({ maxAge: 3600, tags: tagsOfEntry(entry) })
 */
export const tagsOfEntry = ({ data }: { data: TaggedStory }): string[] => tagsOfStory(data);
