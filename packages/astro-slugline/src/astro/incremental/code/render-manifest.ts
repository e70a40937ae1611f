/** The part of Astro's manifest that describes the routes of a site and the files that their pages link to. */
export interface RenderManifest extends Record<string, unknown> {
	routes: readonly {
		routeData: { component: string };
		styles: readonly unknown[];
		scripts: readonly unknown[];
		links: readonly unknown[];
	}[];
	/** Files of scripts and islands, by their names in the code. */
	entryModules: Readonly<Record<string, string>>;
	inlinedScripts: ReadonlyMap<string, string>;
	componentMetadata: ReadonlyMap<string, unknown>;
}
