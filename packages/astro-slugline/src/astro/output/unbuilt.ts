import type { IntegrationResolvedRoute } from 'astro';
import { cleanPath } from '../../routing/index.js';
import { type Connection, readRoutes, textOfRoutes } from '../session/index.js';

/** True for a route that may render stories on demand, which a build cannot see. */
export const isOnDemandPage = ({ type, origin, isPrerendered, params }: IntegrationResolvedRoute): boolean =>
	type === 'page' && origin !== 'internal' && !isPrerendered && params.length > 0;

/**
 * A warning for a build that rendered no page of a story, or only the home page, although stories have routes.
 *
 * @param pages as in `astro:build:done`
 */
export function unbuiltWarning(
	connection: Connection,
	pages: readonly { pathname: string }[],
): string | undefined {
	const routes = connection.latest()?.routes;
	if (!routes || routes.count < 2) return undefined;
	const built = pages.map(({ pathname }) => `/${cleanPath(pathname.replace(/(?:\/index)?\.html$/, ''))}`);
	// Usually one of the first pages is a story's, so searching the text avoids parsing the routes, which takes long.
	const text = textOfRoutes(routes);
	const isStory = (path: string) => path !== '/' && text.includes(`"path":${JSON.stringify(path)}`);
	if (built.slice(0, sampleSize).some(isStory)) return undefined;
	return sentenceFor(new Set(Object.values(readRoutes(routes).routes).map(({ path }) => path)), built);
}

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
	return `Stories have ${paths.size} pages, such as ${missing}, ${what}. Call storyPaths() in getStaticPaths, as src/pages/[...path].astro in the README does, and pass on \`routePattern\` if a function of yours calls it. To have no page of your own, set the option \`routes.page\` to a component. If stories are not pages in this site, set \`routes: { include: [] }\`.`;
}
