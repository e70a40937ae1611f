import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { slashed } from '../../shared/module-path.js';
import type { AssetsModule, ServiceModule } from '../page/data/index.js';
import type { Connection } from '../session/index.js';
import { fileOf } from '../settings/index.js';
import { blokComponentsModule, bloksModule } from './bloks.js';
import { type LocalImagesOptions, localImagesModule } from './local-images.js';
import type { VirtualModule } from './plugin.js';
import { routesModule } from './routes.js';

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
	root: URL;
	isDev: boolean;
}

/** The modules that a site has once, for all its spaces. None has a token: a server reads that from its environment. */
export const siteModules = (options: SiteModulesOptions) =>
	({
		routes: routesModule(options),
		// Counts as code, so pages are rendered again if it changes.
		assets: { code: () => `export default ${JSON.stringify(options.assets())};` },
		'local-images': localImagesModule(options.localImages),
		service: {
			code: () => `export default ${JSON.stringify({ baseUrl: options.baseUrl() } satisfies ServiceModule)};`,
		},
		bloks: bloksModule(options),
		'blok-components': blokComponentsModule(options),
	}) satisfies Record<string, VirtualModule>;

/** The module for the route that `routes.page` injects: its component, and the name of its collection. */
export const pageModules = (page: string, collection: string, root: URL) =>
	({
		page: {
			code: () =>
				`export { default as Page } from ${JSON.stringify(slashed(fileURLToPath(fileOf(page, root))))};
export const collection = ${JSON.stringify(collection)};`,
		},
	}) satisfies Record<string, VirtualModule>;

/** The app in Astro's dev toolbar, in dev. Its bundle is created when this package is built. */
export const toolbarModules = {
	'toolbar-app': {
		code: () => readFileSync(new URL('../browser/toolbar.bundle.js', import.meta.url), 'utf8'),
	},
} satisfies Record<string, VirtualModule>;
