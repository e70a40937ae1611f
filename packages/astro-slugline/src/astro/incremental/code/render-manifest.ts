/** What Astro's app says of the routes of a site, and of what their pages link to. */
export interface RenderManifest extends Record<string, unknown> {
	routes: readonly {
		routeData: { component: string };
		styles: readonly unknown[];
		scripts: readonly unknown[];
		links: readonly unknown[];
	}[];
	/** Files of scripts and islands, by what the code calls them. */
	entryModules: Readonly<Record<string, string>>;
	inlinedScripts: ReadonlyMap<string, string>;
	componentMetadata: ReadonlyMap<string, unknown>;
}
