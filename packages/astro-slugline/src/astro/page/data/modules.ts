import type { RouteTableInput, SiteLanguage } from '../../../routing/index.js';
import type { PageOptions } from './page-options.js';

// The contents of the virtual modules.

/** The address of a story in one of its languages, for `<link rel="alternate">`. */
export interface Alternate {
	/** A language tag, or `x-default`. */
	hreflang: string;
	/** `default` or a language code of the space. */
	lang: string;
	/** Address for links, from the site's root, with `base`. */
	href: string;
}

/** The route of a story, for pages. */
export interface RouteData {
	uuid: string;
	path: string;
	href: string;
	param?: string | undefined;
	lang: string;
	locale?: string | undefined;
	/** The language of the story that the page shows, if it is not that of the page. */
	storyLang?: string | undefined;
	/** True for the start page of a folder, if its slug is the folder's. */
	isStart?: true;
	/** True in a preview for a page that a build does not have until its story is published. */
	isDraft?: true;
	/** Position in `SpaceRoutes.alternates`. */
	alternates: number;
	/** Changes with anything in the route. */
	key: string;
}

/** The routes of one space. */
export interface SpaceRoutes {
	/** By the default id of their story's entry, behind which a page of another language has `@` and that language. */
	routes: Record<string, RouteData>;
	alternates: Alternate[][];
	/** The default language first. */
	languages: readonly SiteLanguage[];
	/** On a site that has domains for some languages, where the addresses of the others begin. */
	origin?: string | undefined;
	/** The uuids of the stories of each folder-level translation, by language. */
	groups?: readonly Readonly<Record<string, string>>[];
	/** Paths in a language without the story, and the paths of the pages that they lead to. */
	redirects?: readonly { uuid: string; lang: string; from: string; to: string }[];
}

export interface RoutesModule extends PageOptions {
	/** Collections of stories. `ids` has the default id of each entry, if the loader has an `id` function. */
	collections: Record<string, { space: string; ids?: Record<string, string> | undefined }>;
	spaces: Record<string, SpaceRoutes>;
	/** The patterns of the site's routes without a rest parameter, such as `/tags/[tag]`. They may have pages that are no stories. */
	patterns: readonly string[];
}

/** A component of the site, in Astro or a framework. */
export type BlokComponent = (props: Record<string, unknown>) => unknown;

export interface BloksModule {
	/**
	 * Returns components, by the folded name of their file, or by the exact one where files of one folder share the folded one.
	 * Functions, because this module and a component that renders bloks import each other.
	 */
	components: Record<string, () => BlokComponent>;
	/** The files of the components, by the same names. */
	files: Record<string, string>;
	/** Files by the folded name that they share. Rendering such a blok is an error unless it has the exact name of one. */
	clashes: Record<string, string[]>;
	/** The folders of components, relative to the site. */
	folders: string[];
	/** The folder of a component that the option `bloks` names, if it names no folder. */
	mapped?: string;
	missing: 'warn' | 'error';
	dev: boolean;
	/** True if the site shows drafts. */
	draft: boolean;
}

/** The part of the option `assets` that pages need, without a token. */
export interface AssetsModule {
	/** The site's `base` without a slash at its end; `''` for a site at the root. */
	base: string;
	/** Hosts of the space's assets, which have an image service, in lower case. */
	hosts: string[];
	/** The path of downloaded assets, with `base` and slashes at both ends; undefined if assets are not downloaded. */
	folder: string | undefined;
	/** True if private assets can be downloaded. */
	hasAssetToken: boolean;
}

/** The width and height of images in the site's public folder, by their addresses. */
export type LocalImagesModule = Readonly<Record<string, readonly [width: number, height: number]>>;

/** The service, for pages that are rendered on a server. */
export interface ServiceModule {
	/** Origin of the delivery API, without a slash at the end; undefined for a site that is built from a folder. */
	baseUrl?: string | undefined;
}

/** What a story's link does not say: its content type and its group. */
export type StoryFact = readonly [component: string, groupId: string | null];

/** What live pages need. It contains no token: a server reads that from its environment. */
export interface LiveModule {
	space: string;
	/** How routes follow from links. */
	settings: Omit<RouteTableInput, 'links' | 'stories'> & { version: 'published' | 'draft' };
	/** What the build knows of stories, by uuid. */
	facts: Readonly<Record<string, StoryFact>>;
	/** The name of its cache provider. */
	cache: string | null;
	/** Which parameters of the query the provider tells apart, if it has such an option. */
	cacheQuery?: { include?: readonly string[]; exclude?: readonly string[] } | undefined;
	/** Purges tags where the host's own call says more than Astro's provider; throws if the host refuses. */
	purge?: ((tags: string[]) => Promise<void>) | undefined;
	config: () => Promise<{ collections?: Readonly<Record<string, { loader: object }>> }>;
	/** Imports the endpoint that purges, if the site has one. Without it, nothing is cached unless a page says so. */
	endpoint?: (() => Promise<unknown>) | undefined;
	/** The pages that are rendered on demand, by their route. */
	pages: Readonly<Record<string, () => Promise<object>>>;
}
