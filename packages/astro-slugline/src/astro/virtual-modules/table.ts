import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { slashed } from 'astro-keep/shared/module-path';
import type { ServiceModule } from '../page/data/index.js';
import { fileOf, serverTokenWarning, serviceAddress } from '../settings/index.js';
import { blokComponentsModule, bloksModule } from './bloks.js';
import { localImagesModule } from './local-images.js';
import { markdownModule } from './markdown.js';
import type { VirtualModule } from './plugin.js';
import { routesModule } from './routes.js';
import type { SiteParts } from './site-parts.js';

/** The modules that a site has once, for all its spaces. None has a token: a server reads that from its environment. */
export const siteModules = (parts: SiteParts) => {
	const { started, config, dataAttributes } = parts;
	const service = () => ({ baseUrl: serviceAddress(started()?.source) }) satisfies ServiceModule;
	return {
		routes: routesModule(parts),
		// Counts as code, so pages are rendered again if it changes.
		assets: { code: () => `export default ${JSON.stringify(started()?.assets?.module)};` },
		'local-images': localImagesModule(parts),
		service: {
			code(_consumer, environment) {
				const warning = environment === 'ssr' ? serverWarning(parts) : undefined;
				if (warning !== undefined) parts.warn(warning);
				return `export default ${JSON.stringify(service())};`;
			},
		},
		markdown: markdownModule(() => started()?.site ?? config, dataAttributes),
		bloks: bloksModule(parts),
		'blok-components': blokComponentsModule(parts),
	} satisfies Record<string, VirtualModule>;
};

/** A warning for pages that a built server renders on demand, if they read the space. */
function serverWarning({ started, routes, isDev }: SiteParts): string | undefined {
	const begun = isDev ? undefined : started();
	const isOnDemand = routes().some(({ origin, isPrerendered }) => origin === 'project' && !isPrerendered);
	return begun && isOnDemand ? serverTokenWarning(begun.source, begun.environment) : undefined;
}

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
