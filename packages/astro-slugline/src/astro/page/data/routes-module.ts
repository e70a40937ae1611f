import type { PageOptions } from './page-options.js';

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
	/** Uuid of the story. */
	uuid: string;
	path: string;
	href: string;
	param?: string | undefined;
	lang: string;
	locale?: string | undefined;
	/** Dates of the story that a folder has invented, and that no page should show. */
	invented?: readonly string[] | undefined;
	/** Position in `SpaceRoutes.alternates`. */
	alternates: number;
	/** Changes with anything in the route. */
	key: string;
}

/** The routes of one space, by the default id of their story's entry. */
export interface SpaceRoutes {
	routes: Record<string, RouteData>;
	alternates: Alternate[][];
}

/** The content of the virtual module of routes. */
export interface RoutesModule extends PageOptions {
	/** Collections of stories. `ids` has the default id of each entry, if the loader has an `id` function. */
	collections: Record<string, { space: string; ids?: Record<string, string> | undefined }>;
	spaces: Record<string, SpaceRoutes>;
}
