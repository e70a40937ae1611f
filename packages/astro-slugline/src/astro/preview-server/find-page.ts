import type { APIContext, APIRoute } from 'astro';
import { trimEndSlashes, trimSlashes } from 'astro-keep/shared/text/slashes';
import { orAborted } from '../../shared/http/abort.js';
import { Refusal } from '../../shared/http/page-request.js';
import type { BuiltSite } from './built.js';
import { type PaginatedRoute, paginateFor } from './paginate.js';

/** A component as Astro calls it. */
export interface PageComponent {
	(result: unknown, props: object, slots: object): unknown;
	isAstroComponentFactory?: boolean;
	moduleId?: string;
}

/** The module of a page or an endpoint. */
export interface PageModule {
	default?: PageComponent;
	partial?: boolean;
	GET?: APIRoute;
	getStaticPaths?(options: object): unknown;
}

/** A stylesheet as Astro adds it to a page. */
export interface Style {
	props: Record<string, string>;
	children: string;
}

/** A route of the site. */
export interface SiteRoute extends PaginatedRoute {
	pattern: string;
	/** Matches the paths of its pages, without the site's base. */
	regex: RegExp;
	type: 'page' | 'endpoint';
	isPrerendered: boolean;
	/** How paths begin in a language that takes its pages from another one, and how they begin there. */
	start?: readonly [string, string];
	/** File of the page, for messages. */
	file: string;
	load(): Promise<PageModule>;
}

/** A page of the site, with what `getStaticPaths()` gives it. */
export interface FoundPage {
	route: SiteRoute;
	/** Path of the page, in the language that has it. */
	path: string;
	module: PageModule;
	params: APIContext['params'];
	props: Record<string, unknown>;
}

type Settings = Pick<BuiltSite, 'base' | 'trailingSlash'>;

/** Milliseconds that `getStaticPaths()` of a page may take. An editor waits for it at each keystroke. */
const pathsTimeoutMs = 10_000;

/**
 * Finds the page with a path, as a build would: the routes in their order, each with the paths that its `getStaticPaths()` gives.
 *
 * @param path without the site's base, decoded
 * @throws {Refusal} if `getStaticPaths()` fails, or takes too long
 */
export async function findPage(
	routes: readonly SiteRoute[],
	path: string,
	settings: Settings,
): Promise<FoundPage | undefined> {
	const plain = trimEndSlashes(path) || '/';
	for (const route of routes) {
		// Astro has routes with and without a slash at the end.
		const match = route.regex.exec(plain) ?? route.regex.exec(`${plain}/`);
		if (!match) continue;
		const params = paramsOf(route, match);
		const [from, to] = route.start ?? ['', ''];
		const own = `${to}${path.slice(from.length)}` || '/';
		const module = await route.load();
		if (!route.isPrerendered || !module.getStaticPaths)
			return { route, path: own, module, params, props: {} };
		const paths = await staticPathsOf(route, module, settings);
		const found = paths.find((one) => hasParams(one.params, params));
		if (found) return { route, path: own, module, params, props: { ...found.props } };
	}
	return undefined;
}

/** The form of a path below that of preview that the server does not redirect. */
export function formOf(path: string, { trailingSlash }: Pick<Settings, 'trailingSlash'>): string {
	const [pathname = '', search = ''] = path.split(/(?=\?)/s);
	if (trailingSlash === 'ignore') return path;
	return trimEndSlashes(pathname) + (trailingSlash === 'always' ? '/' : '') + search;
}

function paramsOf({ params }: SiteRoute, match: RegExpExecArray): APIContext['params'] {
	return Object.fromEntries(params.map((name, at) => [name.replace('...', ''), match[at + 1] || undefined]));
}

interface StaticPath {
	params: Readonly<Record<string, string | number | undefined>>;
	props?: Record<string, unknown>;
}

async function staticPathsOf(
	route: SiteRoute,
	module: PageModule,
	settings: Settings,
): Promise<StaticPath[]> {
	const options = { paginate: paginateFor(route, settings), routePattern: route.pattern };
	const late = AbortSignal.timeout(pathsTimeoutMs);
	try {
		const paths = await orAborted(Promise.resolve(module.getStaticPaths?.(options)), late);
		return [paths].flat() as StaticPath[];
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		const why =
			error === late.reason
				? `takes longer than ${pathsTimeoutMs / 1000} seconds. It runs for each change in preview: let it read collections, and cache what it fetches.`
				: `failed with this content: ${reason}`;
		throw new Refusal(500, `The function getStaticPaths() of ${route.file} ${why}`);
	}
}

const hasParams = (given: StaticPath['params'], wanted: APIContext['params']): boolean =>
	Object.entries(wanted).every(
		([name, value]) => trimSlashes(String(given[name] ?? '')) === trimSlashes(value ?? ''),
	);
