import type { Link, LinkAlternate } from '../wire/index.js';
import { fold } from './language-code.js';
import type { RouteLanguage } from './languages.js';
import { cleanPath, firstSegment, joinPath, parentPath } from './site-path.js';
import type { StoryRouteFields } from './types.js';

/**
 * Where a story lives in the default language, before any prefix, and what the paths of its translations
 * derive from.
 */
export interface Home {
	/** Full slug, cleaned. */
	slug: string;
	/** Path in the default language: the real path, or else the folder of a start page, or else the slug. */
	path: string;
	/** True if the slug names the start page itself rather than its folder. */
	inFolder: boolean;
}

/** The folders among the links. */
export interface Folders {
	slugOf: ReadonlyMap<number, string>;
	slugs: ReadonlySet<string>;
}

const given = (text: string | null | undefined): text is string =>
	typeof text === 'string' && /\S/.test(text);

/** Collects the folders among the links. */
export function foldersOf(links: readonly Link[]): Folders {
	const slugOf = new Map<number, string>();
	for (const link of links) {
		if (link.is_folder) slugOf.set(link.id, cleanPath(link.slug));
	}
	return { slugOf, slugs: new Set(slugOf.values()) };
}

/** True if a start page's slug has one segment more than its folder's. */
function hasOwnSegment(link: Link, slug: string, folders: Folders): boolean {
	if (!link.is_startpage || slug === '' || link.slug.trimEnd().endsWith('/')) return false;
	if (link.parent_id === null || link.parent_id === 0) return !slug.includes('/');
	const folder = folders.slugOf.get(link.parent_id);
	if (folder !== undefined) return parentPath(slug) === folder && slug !== folder;
	// The folder is not among the links. A slug of one segment can only be the folder's own.
	return slug.includes('/') && !folders.slugs.has(slug);
}

/**
 * Where a story lives in the default language. The configured path comes first, then a real path that differs
 * from the slug, then the root of the site for the home page, then the slug.
 *
 * @param homePage full slug of the home page, if the site configures one
 */
export function homeOf(
	link: Link,
	story: StoryRouteFields | undefined,
	folders: Folders,
	homePage?: string,
): Home {
	const slug = cleanPath(link.slug);
	const inFolder = hasOwnSegment(link, slug, folders);
	const configured = given(link.path) ? link.path : story?.path;
	if (given(configured)) return { slug, path: cleanPath(configured), inFolder };
	if (given(link.real_path)) {
		const real = cleanPath(link.real_path);
		if (real !== slug) return { slug, path: real, inFolder };
	}
	if (homePage !== undefined && slug === cleanPath(homePage)) return { slug, path: '', inFolder };
	return { slug, path: inFolder ? parentPath(slug) : slug, inFolder };
}

/** The path without the language's own prefix, which may be repeated. */
export function withoutPrefix(path: string, language: RouteLanguage): string {
	let rest = path;
	while (rest !== '' && language.forms.has(fold(firstSegment(rest)))) {
		rest = rest.slice(firstSegment(rest).length + 1);
	}
	return rest;
}

/** The translated path in a value from the API, or undefined if the value only repeats the parent's slug. */
function translation(
	value: string | null | undefined,
	slug: string,
	language: RouteLanguage,
): string | undefined {
	if (!given(value)) return undefined;
	const path = cleanPath(value);
	if (path === slug) return undefined;
	const rest = withoutPrefix(path, language);
	return rest === slug ? undefined : rest;
}

const depth = (path: string): number => path.split('/').length;

/** Removes the segment by which a start page's slug is longer than its folder's from a translated slug. */
const atFolder = (path: string, home: Home): string =>
	home.inFolder && depth(path) >= depth(home.slug) ? parentPath(path) : path;

/** Where a variant lives, prefix included: its path, or else its translated slug, or else its parent's real path. */
export function variantPath(
	home: Home,
	alternate: LinkAlternate,
	story: StoryRouteFields | undefined,
	language: RouteLanguage,
): string {
	const own = translation(alternate.path, home.slug, language);
	const translated =
		translation(alternate.translated_slug, home.slug, language) ??
		translation(
			story?.translated_slugs?.find((slug) => fold(slug.lang) === fold(language.lang))?.path,
			home.slug,
			language,
		);
	const isSlug = own === translated || !given(alternate.translated_slug);
	if (own !== undefined) return joinPath(language.prefix, isSlug ? atFolder(own, home) : own);
	if (translated !== undefined) return joinPath(language.prefix, atFolder(translated, home));
	return joinPath(language.prefix, withoutPrefix(home.path, language));
}
