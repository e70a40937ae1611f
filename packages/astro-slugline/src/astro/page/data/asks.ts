/** A lookup of a route. Plain data, so that a later build can repeat it. */
export type RouteQuestion =
	/** The route of an entry of a collection. */
	| { by: 'entry'; collection: string; id: string }
	/** The route of a story in a language (its code, or its locale in Astro), or else in the default one. */
	| {
			by: 'story';
			uuid: string;
			lang: string /** True for the story itself, and not a translation of it. */;
			isOwn?: true;
	  }
	/** The route with an address in the site, such as `Astro.url.pathname`. */
	| { by: 'path'; path: string }
	/** The route of the story with a full slug or a path without `base`, in a language: `blog/hello`, `/de/blog/hallo`. */
	| { by: 'slug'; slug: string; lang: string }
	/** The same, or with an address in the site. One that names another than the default language stays in that language. */
	| { by: 'address'; address: string; lang: string };

declare module 'astro-keep/tracking' {
	interface Asks {
		/** A file to download, so that a build brings it for a cached page, too. */
		asset: readonly [name: string, address: string, isPrivate: boolean];
		/** The size of an image in the public folder, by its address. */
		'local-image': string;
		story: readonly [uuid: string, lang: string];
		/** The translations of a story in other folders, by its uuid. */
		group: string;
		/** The address of a route. */
		address: RouteQuestion;
		/** Its other languages. */
		alternates: RouteQuestion;
		/** A response of the delivery API, without its `cv`. */
		compat: { path: string; query: string };
		/** The `cv` of a response. */
		'compat-cv': { path: string; query: string };
		/** A link to a story that no page shows, so that a build warns of it for a cached page, too. */
		unshown: readonly [path: string, place: string | null];
	}
}
