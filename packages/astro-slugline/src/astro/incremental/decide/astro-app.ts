import type { RouteData } from 'astro';

/** What Astro's default prerenderer has beside its interface: the app that it renders with. */
interface App {
	manifest: { routes: { routeData: RouteData }[] };
	routeCache: { get(route: RouteData): { staticPaths?: Given[] } | undefined };
	getComponentByRoute(route: RouteData): Promise<unknown>;
}

/** What `getStaticPaths` gave for one page. */
export interface Given {
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
 * What each page gets from `getStaticPaths`, in the order of their paths: no props for a route that has one page. Undefined
 * where nobody knows: such a page may get anything.
 */
export function givenTo(prerenderer: object, paths: readonly Path[]): (Given | undefined)[] {
	const app = appOf(prerenderer);
	const counts = new Map<RouteData, number>();
	for (const { route } of paths) counts.set(route, (counts.get(route) ?? 0) + 1);
	const lists = new Map<RouteData, Iterator<Given>>();
	for (const [route, count] of counts) {
		if (route.type !== 'page' && route.type !== 'endpoint') continue;
		const given = route.pathname ? [{}] : app?.routeCache.get(route)?.staticPaths;
		if (given?.length === count) lists.set(route, given.values());
	}
	return paths.map(({ route }) => lists.get(route)?.next().value);
}
