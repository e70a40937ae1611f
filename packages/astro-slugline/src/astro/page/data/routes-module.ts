/** One address of a story's other languages, for `<link rel="alternate">`. */
export interface Alternate {
	/** A language tag, or `x-default`. */
	hreflang: string;
	/** `default` or a language code of the space. */
	lang: string;
	/** Address from the site's root, with `base`, as links use it. */
	href: string;
}

/** What the pages' copy of this package is told about a story's route. */
export interface RouteData {
	/** Uuid of the story. */
	uuid: string;
	path: string;
	href: string;
	param?: string | undefined;
	lang: string;
	locale?: string | undefined;
	/** Place in `SpaceRoutes.alternates`. */
	alternates: number;
	/** Changes with anything in the route. */
	key: string;
}

/** The routes of one space by the id that their story's entry has by default. */
export interface SpaceRoutes {
	routes: Record<string, RouteData>;
	alternates: Alternate[][];
}

/** The content of the virtual module of routes. */
export interface RoutesModule {
	/** `ids`: the default id of each entry, where the loader was told to make ids of its own. */
	collections: Record<string, { space: string; ids?: Record<string, string> | undefined }>;
	/** Fields that are relations, `<content type>.<field>`, where the options name them. */
	relations: readonly string[];
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: readonly string[];
	spaces: Record<string, SpaceRoutes>;
}
