import type { IntegrationResolvedRoute } from 'astro';
import { cleanPath } from '../../routing/index.js';
import { type Connection, readRoutes, textOfRoutes } from '../session/index.js';

/** True for a route that may show stories when they are asked for, which no build can see. */
export const isOnDemandPage = ({ type, origin, isPrerendered, params }: IntegrationResolvedRoute): boolean =>
	type === 'page' && origin !== 'internal' && !isPrerendered && params.length > 0;

/**
 * A sentence for a build that made no page of any story, or the home page alone, although stories have routes.
 *
 * @param pages as `astro:build:done` has them
 */
export function unbuiltWarning(
	connection: Connection,
	pages: readonly { pathname: string }[],
): string | undefined {
	const routes = connection.latest()?.routes;
	if (!routes || routes.count < 2) return undefined;
	const built = pages.map(({ pathname }) => `/${cleanPath(pathname.replace(/(?:\/index)?\.html$/, ''))}`);
	// Parsing the routes of a large site takes long, and nearly always one of the first pages is a story's.
	const text = textOfRoutes(routes);
	const isStory = (path: string) => path !== '/' && text.includes(`"path":${JSON.stringify(path)}`);
	if (built.slice(0, fewPages).some(isStory)) return undefined;
	return sentenceFor(new Set(Object.values(readRoutes(routes).routes).map(({ path }) => path)), built);
}

const fewPages = 20;

/** The sentence for routes of these paths and pages of these. */
export function sentenceFor(paths: ReadonlySet<string>, built: readonly string[]): string | undefined {
	const isHomeOnly = built.includes('/') && paths.has('/');
	if (built.some((path) => path !== '/' && paths.has(path))) return undefined;
	const missing = [...paths].find((path) => path !== '/') ?? '/';
	const what = isHomeOnly ? 'but the build made only the home page' : 'but the build made none of them';
	return `Stories have ${paths.size} pages, such as ${missing}, ${what}. Does a page of the site call storyPaths() in getStaticPaths, as src/pages/[...path].astro in the README does? If it calls it by a function of yours, pass on \`routePattern\`. Without a page of your own, name a component with the option \`routes.page\`. If stories are no pages here, say \`routes: { include: [] }\`.`;
}
