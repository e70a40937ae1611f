import type { AstroConfig, HookParameters } from 'astro';
import { assetUrl } from 'astro-keep/output';
import { refusePreviewWithoutServer } from '../settings/index.js';
import {
	type LaterParts,
	previewLoadersPlugin,
	previewServerModules,
	virtualModulesPlugin,
} from '../virtual-modules/index.js';
import type { Setup, SetupHook } from './read-setup.js';

type Manifest = HookParameters<'astro:build:ssr'>['manifest'];

/** The route below which a built server shows pages in preview. */
const routeBelow = (path: string) => `${path}/[...path]`;

/**
 * Adds preview to the server of a built site. Its pages stay as they are. A site that is built from a folder has no server that
 * would have its drafts.
 *
 * @throws {AstroError} if the site has no adapter
 */
export function deployPreview(
	{ command, options, prepared }: Setup,
	{ config, updateConfig, injectRoute, addMiddleware, logger }: SetupHook,
	later: LaterParts,
): void {
	if (command !== 'build' || !options.preview?.deployed) return;
	if (prepared?.source.kind !== 'service') {
		logger.warn(
			'`preview.deployed` has no effect, because this site is built from a folder: a deployed site reads drafts from the API. Set SLUGLINE_TOKEN to build from the API.',
		);
		return;
	}
	refusePreviewWithoutServer(config);
	const pattern = routeBelow(options.preview.path);
	const modules = previewServerModules(options.preview, pattern, later);
	updateConfig({ vite: { plugins: [virtualModulesPlugin(modules), previewLoadersPlugin(config)] } });
	injectRoute({ pattern, entrypoint: 'astro-slugline/routes/preview.astro', prerender: false });
	addMiddleware({ order: 'pre', entrypoint: 'virtual:astro-slugline/preview-middleware' });
}

/** Gives the route of preview the stylesheets of all pages. Astro leaves those of static pages out of a server. */
export function keepStyles(
	{ routes }: Manifest,
	path: string,
	config: Pick<AstroConfig, 'base' | 'build'>,
): void {
	const own = routes.find(({ routeData }) => routeData.route === routeBelow(path));
	if (!own) return;
	const styles = routes.map(({ routeData, styles: sheets }) => [
		routeData.route,
		sheets.map((sheet) =>
			sheet.type === 'inline'
				? { props: {}, children: sheet.content }
				: { props: { rel: 'stylesheet', href: assetUrl(config, sheet.src) }, children: '' },
		),
	]);
	Object.assign(own, { styles: [], slugline: Object.fromEntries(styles) });
}
