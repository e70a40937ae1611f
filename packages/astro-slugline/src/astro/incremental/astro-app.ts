import type { RouteData } from 'astro';

/** What Astro's default prerenderer has beside its interface: the app that it renders with. */
interface App {
	manifest: { routes: { routeData: RouteData }[] };
	routeCache: { get(route: RouteData): { staticPaths?: Given[] } | undefined };
	getComponentByRoute(route: RouteData): Promise<unknown>;
}

/** What `getStaticPaths` gave for one page. */
interface Given {
	props?: Record<string, unknown> | undefined;
}

/** Undefined in a version of Astro that keeps it elsewhere: then no page is kept that gets props. */
function appOf(prerenderer: object): App | undefined {
	const app = 'app' in prerenderer ? prerenderer.app : undefined;
	return isApp(app) ? app : undefined;
}

const isApp = (app: unknown): app is App =>
	typeof app === 'object' &&
	app !== null &&
	'manifest' in app &&
	'routeCache' in app &&
	'getComponentByRoute' in app;

/**
 * Loads the code of all pages, so that what a module reads while it is loaded is not taken for something that the first
 * page reads, and every kind of read can be answered before a page is rendered.
 */
export async function loadPages(prerenderer: object): Promise<void> {
	const app = appOf(prerenderer);
	for (const { routeData } of app?.manifest.routes ?? []) {
		if (routeData.prerender && routeData.type !== 'redirect') await app?.getComponentByRoute(routeData);
	}
}

/** A page that a build is about to make. */
export interface Path {
	pathname: string;
	route: RouteData;
	cacheKey?: string | undefined;
}

/**
 * What the pages get from `getStaticPaths`, by path: their props; nothing for a route that has one page. Paths that are
 * not in it may get anything.
 */
export function propsOf(prerenderer: object, paths: readonly Path[]): Map<Path, unknown> {
	const app = appOf(prerenderer);
	const props = new Map<Path, unknown>();
	const byRoute = new Map<RouteData, Path[]>();
	for (const path of paths) {
		const others = byRoute.get(path.route);
		if (others) others.push(path);
		else byRoute.set(path.route, [path]);
	}
	for (const [route, ofRoute] of byRoute) {
		if (route.type !== 'page' && route.type !== 'endpoint') continue;
		const given = route.pathname ? [{ props: undefined }] : app?.routeCache.get(route)?.staticPaths;
		if (given?.length !== ofRoute.length) continue;
		for (const [place, path] of ofRoute.entries()) props.set(path, given[place]?.props);
	}
	return props;
}
