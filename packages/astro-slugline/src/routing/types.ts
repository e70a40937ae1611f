import type { Link, StoryAlternate, TranslatedSlug } from '../wire/index.js';

/** The fields of a story that routes depend on. A cached index can provide them without the content. */
export interface StoryRouteFields {
	uuid: string;
	/** `default` or a language code. Default: `default`. */
	lang?: string;
	full_slug?: string;
	/** The real path as set in the entry. */
	path?: string | null;
	/** The other stories of the group, for folder-level translation. */
	alternates?: readonly Pick<StoryAlternate, 'id' | 'is_folder'>[];
	translated_slugs?: readonly Pick<TranslatedSlug, 'lang' | 'path'>[] | null;
	group_id?: string | null;
	content?: { component: string };
}

/** The part of Astro's `i18n` config that affects paths. */
export interface RouteI18n {
	defaultLocale: string;
	locales: readonly (string | { path: string; codes: readonly string[] })[];
	prefixDefaultLocale?: boolean;
	/** The locale that stands in for each locale, as Astro names them. */
	fallback?: Record<string, string>;
	/** What the address of a missing page is. @default 'redirect' */
	fallbackType?: 'redirect' | 'rewrite';
	/** The domains of locales, as Astro names them. A path in such a domain has no prefix of the locale. */
	domains?: Record<string, string>;
	/** The site's own address, which locales without a domain have. */
	site?: string;
}

/** What a route table is created from: the space's links, and the options of the site. */
export interface RouteTableInput {
	/** Every link of the space, including folders. */
	links: Iterable<Link>;
	/** Story fields, if available. Without them there is no folder-level translation. */
	stories?: Iterable<StoryRouteFields>;
	/** The version that the site shows. With `draft`, unpublished stories are pages too. Default: `published`. */
	version?: 'published' | 'draft' | undefined;
	/** True in a preview of a site that shows what is published: drafts are pages, but languages list what a build would. */
	isPreview?: boolean | undefined;
	/** Codes of the languages besides the default one, in the order that alternates should have. */
	languages: readonly string[];
	/** Code of the default language, which the API does not report. */
	defaultLanguage?: string | undefined;
	i18n?: RouteI18n | undefined;
	/** Astro's `base`. */
	base?: string | undefined;
	/** Astro's `trailingSlash`. */
	trailingSlash?: 'always' | 'never' | 'ignore' | undefined;
	/** Astro's `build.format`, which decides on the slash if `trailingSlash` is `ignore`. */
	format?: 'directory' | 'file' | 'preserve' | undefined;
	/** Files of the output that are not pages, relative to the output folder. No page can be a folder of that name. */
	files?: readonly string[] | undefined;
	/** Which stories are pages. Default: all of them. */
	pages?: RoutePages | undefined;
	/** The file of a story in a language, for messages, if the space is a folder. */
	fileOf?: ((uuid: string, lang: string) => string | undefined) | undefined;
	/** Full slug of the story at `/`, if the space sets no real path for it. @example 'home' */
	home?: string | undefined;
}

/** Which stories are pages. Globs match full slugs in the default language: `blog/**`, `*-draft`. */
export interface RoutePages {
	include?: readonly string[] | undefined;
	exclude?: readonly string[] | undefined;
	/** Names of content types. Needs `stories`. */
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
	/** The code of Astro's locale, or else the language tag. Undefined for a default language without a known code. */
	locale: string | undefined;
	/** Full slug in the default language, without a slash at either end. */
	fullSlug: string;
	/** Decoded, without base, with a leading slash and no trailing one: `/de/blog/hallo`. `/` for the home page. */
	path: string;
	/** The address on the site, percent-encoded, with base and trailing slash. With its origin on a site with several domains. */
	href: string;
	/**
	 * The value of the rest parameter of `[...path].astro`: the path without its leading slash. Undefined for
	 * the home page.
	 */
	param: string | undefined;
	/** The `hreflang` set, including this page. All pages of a set share it. */
	alternates: readonly RouteAlternate[];
	/** True for the start page of a folder, if its slug is the folder's. */
	isStart?: true;
	/** True in a preview for a page that a build does not have until its story is published. */
	isDraft?: true;
}

/** An address in a language without the story, where Astro's `fallback` names another language that stands in for it. */
export interface FallbackRoute extends Pick<Route, 'uuid' | 'path' | 'href' | 'param'> {
	/** The language without the story. */
	lang: string;
	/** The page in the nearest language of the chain. */
	to: Route;
}

/** A language of the site, for pages. */
export interface SiteLanguage {
	/** `default`, a code of the space, or a locale that the space does not have. */
	lang: string;
	/** Astro's locale, or else the language tag. */
	locale?: string | undefined;
	/** The first segments of its paths, or `''`. */
	prefix: string;
	/** The languages that stand in for it, the nearest first: `default` or codes of the space. Ends where Astro's `fallback` does. */
	chain: readonly string[];
	/** Its own domain, where paths have no prefix: `https://es.example.com`. */
	domain?: string | undefined;
}

/** The routes of a site. */
export interface RouteTable {
	/** Every page, by full slug and then by language: the default one first, the others in the order of `languages`. */
	readonly routes: readonly Route[];
	/** The addresses where another language stands in, in the same order. None is the path of a page. */
	readonly fallbacks: readonly FallbackRoute[];
	/** What these addresses are: redirects to the page, or pages. */
	readonly fallbackType: 'redirect' | 'rewrite';
	/** The languages of the site, the default one first, with the locales that the space does not have. */
	readonly languages: readonly SiteLanguage[];
	/** On a site that has domains for some languages, where the addresses of the others begin. */
	readonly origin: string | undefined;
	/** The stories of each folder-level translation, those that are alone or no pages, too: their uuids by language. */
	readonly groups: readonly Readonly<Record<string, string>>[];
	/** Sentences for the person who builds the site. */
	readonly warnings: readonly string[];
	/**
	 * The route of a story in a language, or undefined if the story has no page in it.
	 *
	 * @param lang `default` or a code. Default: `default`.
	 */
	get(uuid: string, lang?: string): Route | undefined;
}
