declare module 'virtual:astro-slugline/routes' {
	const routes: import('./src/astro/page/data/modules.js').RoutesModule;
	export default routes;
}

declare module 'virtual:astro-slugline/live' {
	const live: import('./src/astro/page/data/modules.js').LiveModule;
	export default live;
}

declare module 'virtual:astro-slugline/service' {
	const service: import('./src/astro/page/data/modules.js').ServiceModule;
	export default service;
}

declare module 'virtual:astro-slugline/markdown' {
	/** Undefined in builds and `astro dev`, which give pages the processor of astro.config, and where a server cannot run it. */
	export const markdown:
		| {
				/** False if astro.config has functions for it, such as plugins, which a server does not get. */
				isComplete: boolean;
				render: import('./src/astro/page/data/index.js').RenderMarkdown;
		  }
		| undefined;
}

declare module 'virtual:astro-slugline/page' {
	export const Page: (props: { story: unknown }) => unknown;
	export const collection: never;
}

declare module 'virtual:astro-slugline/bloks' {
	const bloks: import('./src/astro/page/data/modules.js').BloksModule;
	export default bloks;
}

declare module 'virtual:astro-slugline/assets' {
	const assets: import('./src/astro/page/data/modules.js').AssetsModule;
	export default assets;
}

declare module 'virtual:astro-slugline/local-images' {
	const images: import('./src/astro/page/data/modules.js').LocalImagesModule;
	export default images;
}

// A site has them; these are for building this package.
declare module 'astro:env/server' {
	export function getSecret(name: string): string | undefined;
}

declare module 'virtual:astro-slugline/preview-site' {
	export const built: import('./src/astro/preview-server/built.js').BuiltSite;
	export const clientCode: string;
	export const routes: import('./src/astro/preview-server/find-page.js').SiteRoute[];
	export const collections: Parameters<
		typeof import('./src/astro/preview-server/collections.js').storyCollections
	>[0];
}

declare module 'virtual:astro-slugline/preview-page' {
	export const pageToShow: typeof import('./src/astro/preview-server/render.js').pageToShow;
}

// Of Astro: the stored collections, and what a built server knows of its routes.
declare module 'astro:data-layer-content' {
	const store: ReadonlyMap<string, ReadonlyMap<string, unknown>>;
	export default store;
}

declare module 'virtual:astro:manifest' {
	export const manifest: { routes: readonly object[] };
}
