import type { Link, StoryAlternate, TranslatedSlug } from '../wire/index.js';

/** What routes read of a story, so that a kept index can give it without content. */
export interface StoryRouteFields {
	uuid: string;
	/** `default` or a language code; absent reads as `default`. */
	lang?: string;
	full_slug?: string;
	/** The real path as configured in the entry. */
	path?: string | null;
	/** The other stories of the group (folder-level translation). */
	alternates?: readonly Pick<StoryAlternate, 'id' | 'is_folder'>[];
	translated_slugs?: readonly Pick<TranslatedSlug, 'lang' | 'path'>[] | null;
	group_id?: string | null;
	content?: { component: string };
}

/** Astro's own `i18n`, as far as paths go. */
export interface RouteI18n {
	defaultLocale: string;
	locales: readonly (string | { path: string; codes: readonly string[] })[];
	prefixDefaultLocale?: boolean;
}

export interface RouteTableInput {
	/** Every link of the space, folders included. */
	links: Iterable<Link>;
	/** Story fields, where they are at hand; without them there are no folder-level translations. */
	stories?: Iterable<StoryRouteFields>;
	/** The version that the site shows: of drafts, what is unpublished is a page too. `published` by default. */
	version?: 'published' | 'draft' | undefined;
	/** Codes of the languages beside the default one, in the order that sets of alternates shall have. */
	languages: readonly string[];
	/** Code of the default language, which the service does not tell. */
	defaultLanguage?: string | undefined;
	i18n?: RouteI18n | undefined;
	/** Astro's `base`. */
	base?: string | undefined;
	/** Astro's `trailingSlash`. */
	trailingSlash?: 'always' | 'never' | 'ignore' | undefined;
	/** Astro's `build.format`: decides the slash where `trailingSlash` is `ignore`. */
	format?: 'directory' | 'file' | 'preserve' | undefined;
	/** Files of the output that are not pages, relative to its folder: no page can be a folder of that name. */
	files?: readonly string[] | undefined;
	pages?: RoutePages | undefined;
	/** Full slug of the story at `/`, where the space gives it no real path. @example 'home' */
	home?: string | undefined;
}

/** Which stories are pages. Globs are of full slugs in the default language: `blog/**`, `*-draft`. */
export interface RoutePages {
	include?: readonly string[] | undefined;
	exclude?: readonly string[] | undefined;
	/** Content type names; needs `stories`. */
	contentTypes?: readonly string[] | undefined;
}

/** One page in one language of an `hreflang` set. */
export interface RouteAlternate {
	/** A language tag such as `pt-BR`, or `x-default`. */
	hreflang: string;
	/** `default`, or the language's code. */
	lang: string;
	href: string;
	path: string;
}

/** Where a story lives in one language. */
export interface Route {
	uuid: string;
	/** `default` or a code of `languages`. */
	lang: string;
	/** The code of Astro's locale, else the language tag; absent for a default language that nobody names. */
	locale: string | undefined;
	/** Full slug in the default language, without slashes at the ends. */
	fullSlug: string;
	/** Decoded, without base, with a leading slash and no trailing one: `/de/blog/hallo`, `/` for the home page. */
	path: string;
	/** The address on the site: base, path and trailing slash, percent-encoded. */
	href: string;
	/** The value of the rest parameter of `[...path].astro`: the path less its slash, undefined for the home page. */
	param: string | undefined;
	/** The set of `hreflang`, this page included; shared by the pages of the set. */
	alternates: readonly RouteAlternate[];
}

export interface RouteTable {
	/** Every page, by full slug, then language: the default one first, the others as in `languages`. */
	readonly routes: readonly Route[];
	/** Sentences for the person who builds the site. */
	readonly warnings: readonly string[];
	/** The route of a story in a language: `default` or a code. */
	get(uuid: string, lang?: string): Route | undefined;
}
