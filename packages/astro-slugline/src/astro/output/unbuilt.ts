import type { IntegrationResolvedRoute } from 'astro';
import { insteadOf, nearest, whatThereIs } from 'astro-keep/shared/text/named';
import { buildChannel } from 'astro-keep/tracking';
import type { StoryPathsCalls } from '../page/data/index.js';
import { OutputError } from '../page/data/index.js';
import { type Connection, readRoutes, type Synced } from '../session/index.js';
import { isAnswered, plainPath } from './built-addresses.js';

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

/** A warning for a site with Starlight whose collection loads no stories: Starlight has a page at `/`, whatever it shows. */
export function unreadWarning(
	{ collections, latest }: Pick<Connection, 'collections' | 'latest'>,
	integrations: readonly { name: string }[],
): string | undefined {
	const hasStarlight = integrations.some(({ name }) => name === '@astrojs/starlight');
	if (!hasStarlight || collections.size > 0 || !latest()?.routes.count) return undefined;
	return 'No collection loads the stories of the space, so Starlight shows none of them. In src/content.config.ts, let the collection `docs` load them, as in docs/starlight.md of astro-slugline.';
}

/** The routes of a site, as far as they may show stories. */
export type PageRoutes = ReturnType<typeof readPageRoutes>;

export function readPageRoutes(routes: readonly IntegrationResolvedRoute[]) {
	const pages = routes.filter(
		({ type, origin, params }) => type === 'page' && origin !== 'internal' && params.length > 0,
	);
	return {
		/** True if stories may be rendered on demand, which a build cannot see. */
		showsOnDemand: pages.some(({ isPrerendered }) => !isPrerendered),
		/** True if the site has a route with parameters. It may show stories at addresses of its own. */
		hasParams: pages.length > 0,
		/** The paths of pages on demand without parameters. */
		onDemand: routes.flatMap(({ isPrerendered, origin, params, pattern }) =>
			isPrerendered || origin === 'internal' || params.length > 0 ? [] : [{ pathname: pattern }],
		),
		/** The paths of routes that answer without a page: on demand, or with a redirect. */
		answered: routes
			.filter(({ type, origin, isPrerendered }) =>
				type === 'redirect' ? true : origin !== 'internal' && !isPrerendered,
			)
			.map(({ patternRegex }) => patternRegex),
	};
}

/** What pages did with stories, and the collections in which they found nothing, each with a module that asked. */
type Calls = StoryPathsCalls & { empty: ReadonlyMap<string, string | undefined> };

/** Starts to collect the calls of storyPaths() in a build, for all spaces of a site. */
export function collectStoryPaths(): void {
	buildChannel().storyPaths = {
		...{ patterns: new Set(), collections: new Set() },
		...{ returned: new Set(), outside: new Set(), linked: new Map() },
	};
	buildChannel().emptyCollections = new Map();
}

/**
 * The warning for stories that have a path but no page, with the reason; undefined if all have one, or if the site chose those
 * that have.
 *
 * @param pages as in `astro:build:done`
 * @param contentConfig the text of the content config, if it is in one file: it has the name of each collection
 * @throws {OutputError} if stories have no page because a page asks for a collection that does not exist, or an option of its loader is
 * misspelled
 */
export function unbuiltWarning(
	{ latest, collections }: Pick<Connection, 'latest' | 'collections'>,
	pages: readonly { pathname: string }[],
	calls: Calls,
	{ showsOnDemand, hasParams, answered }: Omit<PageRoutes, 'onDemand'>,
	contentConfig?: string,
): string | undefined {
	const routes = latest()?.routes;
	if (!routes || routes.count === 0 || showsOnDemand) return undefined;
	// The slug of a datasource is no name of a collection.
	const words = new Set(contentConfig?.replace(/\bdatasource\([^)]*\)/g, '').split(/[^\w$-]+/));
	const wrong = wrongNames(collections, calls, words);
	const mistakes = [...wrong, ...unmatched(collections, calls)];
	// Parsing the routes of a large space takes long, and the calls of most sites leave nothing out.
	const isPlain = calls.returned.size > 1 && mistakes.length === 0 && calls.outside.size === 0;
	const built = new Set(pages.map(({ pathname }) => plainPath(pathname)));
	if (isPlain && [...calls.returned].some((path) => path !== '/' && built.has(path))) return undefined;
	const pathed = Object.values(readRoutes(routes).routes).filter(({ path }) => !isAnswered(path, answered));
	const paths = pathed.map(({ path }) => path);
	const sentence = sentenceFor({ paths, built, calls, mistakes, hasParams, placeOf: placesIn(latest()) });
	// Astro calls such a collection empty, and would publish a site without its pages.
	if (sentence && wrong.length > 0)
		throw new OutputError(
			// A page that shows some stories may leave out others for good.
			`A page asks for a collection that does not exist. ${calls.returned.size > 0 ? wrong.join(' ') : sentence}`,
			'Correct the name where it is asked for, or add the collection to the content config.',
		);
	const missed = new Set(
		asked(collections, calls).flatMap(([, collection]) => [...(collection.missed ?? [])]),
	);
	if (sentence && pathed.some(({ uuid, path }) => missed.has(uuid) && !built.has(path)))
		throw new OutputError(
			`An option of stories() matches no story. ${sentence}`,
			'Correct the options of stories() in the content config.',
		);
	// A collection with a computed name may be empty.
	return sentence ?? (wrong.length > 0 && words.size > 0 ? wrong.join(' ') : undefined);
}

/** The warning for links to stories that have a path but no page, because the site chose others; undefined if there are none. */
export function unshownWarning(
	linked: StoryPathsCalls['linked'],
	isShown: (path: string) => boolean,
	latest?: Synced,
): string | undefined {
	const missing = [...linked].filter(([path]) => !isShown(path)).sort();
	if (missing.length === 0) return undefined;
	const placeOf = placesIn(latest);
	const named = missing.map(
		([path, place]) => `${place === undefined ? '' : `from ${place} `}to ${placeOf(path)}`,
	);
	return `Links lead to stories that no page shows: ${firstOf(named)}. Remove the links, or let getStaticPaths return these stories.`;
}

/**
 * What a build says of stories that the site shows on no page by its own choice; undefined if there are none.
 *
 * @param explains true to look for them on a site without storyPaths(), too
 */
export function leftOut(
	latest: Synced | undefined,
	calls: Pick<StoryPathsCalls, 'returned'> | undefined,
	isShown: (path: string) => boolean,
	explains: boolean,
): string | undefined {
	const returned = calls?.returned.size ?? 0;
	// Parsing the routes of a large space takes long, and most sites leave nothing out.
	const mayLack = returned > 0 && returned < (latest?.routes.count ?? 0);
	const routes = latest && (mayLack || explains) ? Object.values(readRoutes(latest.routes).routes) : [];
	const paths = routes.map(({ path }) => path).filter((path) => !isShown(path));
	if (paths.length === 0) return undefined;
	return `${withoutPage(paths, placesIn(latest))}: no getStaticPaths returns ${paths.length === 1 ? 'it' : 'them'}.`;
}

/** The place of a story with this path: the path, and the file, if the space is a folder. */
function placesIn({
	files,
	routes,
}: Partial<Pick<Synced, 'files' | 'routes'>> = {}): (path: string) => string {
	const all = files && routes ? Object.values(readRoutes(routes).routes) : [];
	const byPath = new Map(all.map((route) => [route.path, route]));
	return (path) => {
		const { uuid = '', lang = '', storyLang = lang } = byPath.get(path) ?? {};
		const file = files?.fileOf(uuid, storyLang);
		return file === undefined ? path : `${path} in ${file}`;
	};
}

/** Wrong names of collections, as far as it is known which ones were meant. */
function wrongNames(
	loaded: Connection['collections'],
	{ empty, patterns, returned }: Calls,
	words: ReadonlySet<string>,
): string[] {
	const names = [...loaded.keys()];
	// Any other name may be that of a collection without entries.
	const hasNone = patterns.size > 0 && returned.size === 0;
	const isNone = (name: string) => hasNone || (words.size > 0 && !words.has(name));
	return [...empty].flatMap(([name, importer]) => {
		const asker = importer === undefined ? '' : `, which ${importer} asks for`;
		return !loaded.has(name) && (isNone(name) || nearest(name, names))
			? [`There is no collection \`${name}\`${asker}${insteadOf(name, names)}`]
			: [];
	});
}

/** The collections that pages ask for. */
const asked = (loaded: Connection['collections'], { collections, empty }: Calls) =>
	[...loaded].filter(([name]) => empty.has(name) || collections.has(name));

/** The options of collections that match nothing. */
const unmatched = (loaded: Connection['collections'], calls: Calls): string[] =>
	asked(loaded, calls).flatMap(([name, collection]) =>
		(collection.unmatched ?? []).map((sentence) => `Collection \`${name}\`: ${sentence}`),
	);

/** The paths of a space's stories and those of built pages, and what may be the reason for a difference. */
export interface Unbuilt {
	paths: readonly string[];
	built: ReadonlySet<string>;
	calls: Calls;
	mistakes: readonly string[];
	hasParams: boolean;
	/** What a message calls the story with a path. */
	placeOf(path: string): string;
}

/** The warning for paths without a page; undefined if there are none, or if the site chose them. */
export function sentenceFor({
	paths,
	built,
	calls,
	mistakes,
	hasParams,
	placeOf,
}: Unbuilt): string | undefined {
	const { patterns, returned, outside } = calls;
	const lacking = paths.filter((path) => !built.has(path));
	const lack = (missing: readonly string[]) => withoutPage(missing, placeOf);
	if (lacking.length === 0) return undefined;
	const isPartly = paths.some((path) => path !== '/' && built.has(path));
	if (patterns.size === 0 && hasParams)
		return `${lack(lacking)}: no page calls storyPaths(). Call it in getStaticPaths, or ${isPartly ? 'exclude them with `routes.exclude` if they are not pages' : 'set `routes: { include: [] }` if routes of your own show the stories'}.`;
	if (patterns.size === 0)
		return `${lack(lacking)}: no page calls storyPaths(). Add src/pages/[...path].astro as in the README, or set \`routes: { include: [] }\` if stories are not pages.`;
	if (mistakes.length > 0) return `${lack(lacking)}. ${mistakes.join(' ')}`;
	if (!isAnyGiven(paths, calls))
		return `${lack(lacking)}: storyPaths() was given none of them. Pass it the entries of their collection, or set \`routes: { include: [] }\` if they are not pages.`;
	const gone = lacking.filter((path) => returned.has(path));
	if (gone.length > 0 && ![...returned].some((path) => path !== '/' && built.has(path)))
		return `${lack(gone)}: storyPaths() returned them with the parameters of another route. Pass on \`routePattern\` if a function of yours calls it.`;
	const unreached = lacking.filter((path) => outside.has(path) && !returned.has(path));
	if (unreached.length === 0) return undefined;
	return `${lack(unreached)}: they do not match ${[...patterns].sort().join(' or ')}, where storyPaths() is called. Add a route for them, such as src/pages/[...path].astro, or exclude them with \`routes.exclude\`.`;
}

function withoutPage(paths: readonly string[], placeOf: Unbuilt['placeOf']): string {
	const what = paths.length === 1 ? '1 story has no page' : `${paths.length} stories have no page`;
	return `${what} (${firstOf(paths.map(placeOf))})`;
}

/** True if storyPaths() was given the entry of a story. */
const isAnyGiven = (paths: readonly string[], { returned, outside }: Omit<Calls, 'empty'>): boolean =>
	paths.some((path) => returned.has(path) || outside.has(path));

/** Number of paths that a warning names. */
const maxPaths = 3;

const firstOf = (paths: readonly string[]): string =>
	paths.slice(0, maxPaths).join(', ') + (paths.length > maxPaths ? ', …' : '');
