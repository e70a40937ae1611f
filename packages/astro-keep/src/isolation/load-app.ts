import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { RouteData } from 'astro';
import type { AstroApp, Path } from '../decide/astro-app.js';
import type { PageToRender } from './protocol.js';
import { keepOrder, type RendererConfig } from './renderer-config.js';
import { addStaticImages } from './static-images.js';
import { copyBundle } from './thread/bundle-copies.js';

/** Astro's app for rendering the pages of a build, as a second instance needs it. */
export type App = Awaited<ReturnType<typeof loadApp>>;

/** The app that the bundle exports. */
interface BundledApp extends Omit<AstroApp, 'getOptions' | 'routeCache'> {
	routeCache: { get(route: RouteData): object | undefined; set(route: RouteData, entry: object): void };
	setInternals(internals: object): void;
	setOptions(options: object): void;
	render(request: Request, options: { routeData: RouteData }): Promise<Response>;
}

/** Loads the app from a bundle. */
export async function loadApp(instance: RendererConfig, entry: URL) {
	const { settings, styles, entrySpecifiers, root } = instance;
	const fromSite = createRequire(fileURLToPath(new URL('package.json', root)));
	const load = (path: string) =>
		import(pathToFileURL(join(fromSite.resolve('astro/package.json'), '..', 'dist', path)).href);
	await addStaticImages(settings, load);
	const { app }: { app: BundledApp } = await import(entry.href);
	const pagesByKeys = new Map([...styles].map(([name, sheets]) => [name, { styles: sheets }]));
	keepOrder({ pagesByKeys });
	app.setInternals({ pagesByKeys, entrySpecifierToBundleMap: entrySpecifiers });
	const silent = { options: { destination: { write: () => true }, level: 'silent' } };
	app.setOptions({ settings: { scripts: settings.scripts }, logger: silent });
	for (const { routeData } of app.manifest.routes) {
		if (routeData.prerender && routeData.type !== 'redirect') await app.getComponentByRoute(routeData);
	}
	return {
		astro: app,
		/** Calls `getStaticPaths` of all routes, as a build does before it renders. */
		async listPaths(): Promise<Path[]> {
			const { StaticPaths } = await load('runtime/prerender/static-paths.js');
			return new StaticPaths(app).getAll();
		},
		/** Renders a page; undefined for one without a body, such as a redirect. */
		async render(address: string, [place, fallback]: PageToRender['route']): Promise<Uint8Array | undefined> {
			const listed = app.manifest.routes[place]?.routeData;
			const routeData = fallback < 0 ? listed : listed?.fallbackRoutes[fallback];
			if (!routeData) throw new Error(`The bundle has no route ${place}.`);
			const response = await app.render(new Request(address), { routeData });
			return response.body === null ? undefined : new Uint8Array(await response.arrayBuffer());
		},
	};
}

/** Loads the app from a new copy of the bundle, and calls its `getStaticPaths`. Packages and globals are those of the thread. */
export async function loadBundleCopy(instance: RendererConfig): Promise<App> {
	const copy = copyBundle(fileURLToPath(instance.folder));
	try {
		const app = await loadApp(
			instance,
			new URL(instance.entry.replace(instance.folder, `${pathToFileURL(copy).href}/`)),
		);
		await app.listPaths();
		return app;
	} finally {
		rmSync(copy, { recursive: true, force: true });
	}
}

/** Gives an app what `getStaticPaths` gave in another one. */
export async function sharePaths({ astro: from }: App, { astro: to }: App): Promise<void> {
	for (const [place, { routeData }] of from.manifest.routes.entries()) {
		const target = to.manifest.routes[place]?.routeData;
		const listed = from.routeCache.get(routeData);
		if (target && listed) to.routeCache.set(target, { ...listed, mod: await to.getComponentByRoute(target) });
	}
}
