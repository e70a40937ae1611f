import type { IntegrationResolvedRoute } from 'astro';
import { cleanPath } from '../../routing/index.js';
import { whatThereIs } from '../../shared/named.js';
import { type Connection, readRoutes, textOfRoutes } from '../session/index.js';

/**
 * A warning for a component that renders no story, because `routes.collection` names a collection that `stories()` does not load.
 *
 * @param loaded names of the collections of stories; none if the site has none of its own
 */
export function unknownCollectionWarning(
	{ page, collection }: { page?: string | undefined; collection: string },
	loaded: readonly string[],
): string | undefined {
	if (page === undefined || loaded.length === 0 || loaded.includes(collection)) return undefined;
	return `\`routes.collection\` is \`${collection}\`, but stories() loads no collection of that name, so ${page} renders no page; ${whatThereIs(loaded)}.`;
}

/** The routes of a site, as far as they may show stories. */
export interface PageRoutes {
	/** True if stories may be rendered on demand, which a build cannot see. */
	showsOnDemand: boolean;
	/** Routes with parameters below a folder, such as `/products/[...slug]`. */
	folders: readonly string[];
}

export function readPageRoutes(routes: readonly IntegrationResolvedRoute[]): PageRoutes {
	const pages = routes.filter(
		({ type, origin, params }) => type === 'page' && origin !== 'internal' && params.length > 0,
	);
	return {
		showsOnDemand: pages.some(({ isPrerendered }) => !isPrerendered),
		folders: pages.map(({ pattern }) => pattern).filter((pattern) => /^\/[^[/]+\//.test(pattern)),
	};
}

/**
 * Warnings for a build that rendered no page of a story, or only the home page, although stories have routes; and for pages that
 * no route reaches, while their story has a page in another language.
 *
 * @param pages as in `astro:build:done`
 */
export function unbuiltWarnings(
	connection: Connection,
	pages: readonly { pathname: string }[],
	{ showsOnDemand, folders }: PageRoutes,
): string[] {
	const routes = connection.latest()?.routes;
	if (!routes || routes.count < 2 || showsOnDemand) return [];
	const pathOf = ({ pathname }: { pathname: string }) =>
		`/${cleanPath(pathname.replace(/(?:\/index)?\.html$/, ''))}`;
	// Usually one of the first pages is a story's, so searching the text avoids parsing the routes, which takes long.
	const text = textOfRoutes(routes);
	const isStory = (path: string) => path !== '/' && text.includes(`"path":${JSON.stringify(path)}`);
	const hasStories = pages.slice(0, sampleSize).map(pathOf).some(isStory);
	if (hasStories && folders.length === 0) return [];
	const built = pages.map(pathOf);
	const all = Object.values(readRoutes(routes).routes);
	const sentence = hasStories ? undefined : sentenceFor(new Set(all.map(({ path }) => path)), built);
	return [sentence, unreachedSentence(all, built, folders)].filter((one) => one !== undefined);
}

/**
 * The warning for pages that are not below the folder whose route builds their story in another language.
 *
 * @param folders as in `PageRoutes`
 */
export function unreachedSentence(
	routes: readonly { uuid: string; path: string }[],
	built: readonly string[],
	folders: readonly string[],
): string | undefined {
	const paths = new Set(built);
	const routeBy = new Map<string, string>();
	for (const { uuid, path } of routes) {
		const folder = folders.find((pattern) => path.startsWith(`${folderOf(pattern)}/`));
		if (folder !== undefined && paths.has(path)) routeBy.set(uuid, folder);
	}
	const missing = routes.filter(({ uuid, path }) => routeBy.has(uuid) && !paths.has(path));
	const [first] = missing;
	const pattern = first && routeBy.get(first.uuid);
	if (!first || !pattern) return undefined;
	const what = missing.length === 1 ? '1 page was' : `${missing.length} pages were`;
	return `${what} not built, such as ${first.path}, although the story has a page in another language: src/pages${pattern}.astro has only pages below ${folderOf(pattern)}/. Add a route for the others, such as src/pages/[lang]${pattern}.astro, or build all of them in src/pages/[...path].astro.`;
}

/** The fixed start of a route: `/products` of `/products/[...slug]`. */
const folderOf = (pattern: string): string =>
	pattern.includes('[') ? pattern.slice(0, pattern.lastIndexOf('/', pattern.indexOf('['))) : pattern;

/** Number of pages that are looked up before the routes are parsed. */
const sampleSize = 20;

/** The warning for routes with these paths and pages that were built; undefined if a story's page was built. */
export function sentenceFor(paths: ReadonlySet<string>, built: readonly string[]): string | undefined {
	const isHomeOnly = built.includes('/') && paths.has('/');
	if (built.some((path) => path !== '/' && paths.has(path))) return undefined;
	const missing = [...paths].find((path) => path !== '/') ?? '/';
	const what = isHomeOnly
		? 'but the build rendered only the home page'
		: 'but the build rendered none of them';
	return `Stories have ${paths.size} pages, such as ${missing}, ${what}. Call storyPaths() in getStaticPaths, as src/pages/[...path].astro in the README does, and pass on \`routePattern\` if a function of yours calls it. A route below a folder, such as shop/[...path].astro, has only the stories whose paths begin with that folder. To have no page of your own, set the option \`routes.page\` to a component. If stories are not pages in this site, set \`routes: { include: [] }\`.`;
}
