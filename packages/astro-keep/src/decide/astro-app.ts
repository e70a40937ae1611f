import type { AstroConfig, RouteData } from 'astro';
import type { RenderManifest } from '../code/linked-assets.js';
import { isFunction, isObject, missingPart, type Test } from '../shared/missing-part.js';

interface AppManifest extends RenderManifest {
	routes: readonly (RenderManifest['routes'][number] & { routeData: RouteData })[];
	pageMap: Map<string, unknown>;
}

/** The app of Astro's default prerenderer, which is not part of the documented interface. */
export interface AstroApp {
	manifest: AppManifest;
	routeCache: { get(route: RouteData): { staticPaths?: StaticPathItem[] } | undefined };
	getComponentByRoute(route: RouteData): Promise<unknown>;
	getOptions(): AstroBuild;
}

/** The build that an app is a part of. */
export interface AstroBuild {
	settings: {
		config: AstroConfig;
		buildOutput: 'static' | 'server';
		adapter?:
			| {
					name: string;
					adapterFeatures?: Record<string, unknown>;
					client?: { assetQueryParams?: URLSearchParams | undefined };
			  }
			| undefined;
		/** Scripts that integrations add to all pages. */
		scripts: readonly unknown[];
	};
	/** The origin of the requests with which pages are rendered. */
	origin: string;
	/** The names of all pages, as Astro lists them for integrations. */
	pageNames: string[];
	allPages: Record<string, { route: RouteData }>;
}

/** What `getStaticPaths` gave for one page. */
export interface StaticPathItem {
	props?: Record<string, unknown> | undefined;
}

const isMap: Test = (value) => value instanceof Map;
const isList: Test = Array.isArray;

/** The parts of the app that builds use. `npm run next-astro` lists them for a version of Astro. */
export const appShape: Record<string, Test> = {
	'manifest.routes': isList,
	'manifest.entryModules': isObject,
	'manifest.inlinedScripts': isMap,
	'manifest.componentMetadata': isMap,
	'manifest.pageMap': isMap,
	'routeCache.get': isFunction,
	getComponentByRoute: isFunction,
	getOptions: isFunction,
};

export const buildShape: Record<string, Test> = {
	'settings.config.build': isObject,
	'settings.buildOutput': (value) => value === 'static' || value === 'server',
	'settings.scripts': isList,
	origin: (value) => typeof value === 'string',
	pageNames: isList,
	allPages: isObject,
};

/** Astro's app, or the name of a required part that this version of Astro does not have. */
export function appOf(prerenderer: object): { app: AstroApp } | { missing: string } {
	const app: unknown = Reflect.get(prerenderer, 'app');
	const missing = missingPart(app, appShape);
	if (missing !== undefined) return { missing };
	const found = app as AstroApp;
	const missingOfBuild = missingPart(found.getOptions(), buildShape);
	return missingOfBuild === undefined ? { app: found } : { missing: `getOptions().${missingOfBuild}` };
}

/**
 * Loads the code of all pages. A read that a module makes while it is loaded is then not recorded for the first page, and every
 * kind of read can be repeated before a page is rendered.
 */
export async function loadPages(app: AstroApp): Promise<void> {
	for (const { routeData } of app.manifest.routes) {
		if (routeData.prerender && routeData.type !== 'redirect') await app.getComponentByRoute(routeData);
	}
}

/** A page of a build, as Astro's prerenderer lists it. */
export interface Path {
	pathname: string;
	route: RouteData;
	cacheKey?: string | undefined;
}

/**
 * What `getStaticPaths` gave each page. A route with a single page has no props. A page is missing if it cannot be known what it got.
 */
export function staticPathItems(app: AstroApp, paths: readonly Path[]): ReadonlyMap<Path, StaticPathItem> {
	const given = new Map<Path, StaticPathItem>();
	for (const [route, ofRoute] of Map.groupBy(paths, (path) => path.route)) {
		if (!hasOwnFile(route)) continue;
		const list = route.pathname ? [{}] : app.routeCache.get(route)?.staticPaths;
		if (list?.length !== ofRoute.length) continue;
		for (const [place, path] of ofRoute.entries()) given.set(path, list[place] ?? {});
	}
	return given;
}

/** True if the adapter gets the headers of all pages. */
export const wantsHeaders = ({ settings }: AstroBuild): boolean =>
	Boolean(settings.adapter?.adapterFeatures?.['staticHeaders']);

/** True for a page whose file can stay. Redirects depend on other routes, and so do fallbacks of those with several pages. */
export const hasOwnFile = ({ type, prerender, pathname }: RouteData): boolean =>
	prerender && (type === 'page' || type === 'endpoint' || (type === 'fallback' && Boolean(pathname)));
