import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { AssetsModule } from '../page/data/index.js';
import type { Connection } from '../session/index.js';
import { assetsModule } from './assets.js';
import { blokComponentsModule, bloksModule } from './bloks.js';
import { type LocalImagesOptions, localImagesModule } from './local-images.js';
import { markdownModule } from './markdown.js';
import { pageModule } from './page.js';
import type { VirtualModule } from './plugin.js';
import { routesModule } from './routes.js';
import { serviceModule } from './service.js';

export interface SiteModulesOptions {
	/** The spaces of the site. */
	connections: () => Connection[];
	/** True if this process renders the static pages. */
	rendersHere: () => boolean;
	assets: () => AssetsModule | undefined;
	/** The public folder of a site that is built from a folder, whose images content may name. */
	localImages: () => LocalImagesOptions | undefined;
	/** Origin of the delivery API; undefined for a site that is built from a folder. */
	baseUrl: () => string | undefined;
	/** The config of the site as far as it is known. */
	site: () => AstroConfig;
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: readonly string[];
	root: URL;
	isDev: boolean;
}

/** The modules that a site has once, for all its spaces. */
export const siteModules = (options: SiteModulesOptions) => {
	const bloks = {
		settings: () => options.connections().map(({ bloks }) => bloks),
		root: fileURLToPath(options.root),
		dev: options.isDev,
	};
	return {
		routes: routesModule(options),
		assets: assetsModule(options.assets),
		'local-images': localImagesModule(options.localImages),
		service: serviceModule(options.baseUrl),
		markdown: markdownModule(options.site, options.dataAttributes),
		bloks: bloksModule(bloks),
		'blok-components': blokComponentsModule(bloks),
	} satisfies Record<string, VirtualModule>;
};

/** The module for the route that `routes.page` injects. */
export const pageModules = (page: string, collection: string, root: URL) =>
	({ page: pageModule(page, collection, root) }) satisfies Record<string, VirtualModule>;
