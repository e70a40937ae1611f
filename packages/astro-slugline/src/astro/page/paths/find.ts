import assets from 'virtual:astro-slugline/assets';
import { foldCode } from 'astro-keep/shared/text/named';
import { decodedPath, plainPath, trimSlashes } from 'astro-keep/shared/text/slashes';
import { answers, importerNow, record } from 'astro-keep/tracking';
import type { Alternate, RouteData, RouteQuestion, RoutesModule } from '../data/index.js';
import { PageError } from '../data/index.js';
import { liveReads } from '../live/index.js';
import { pathWithin, prefixOf, shownIn, spokenOn } from './languages.js';
import { mayBeOther, ofRoutes, routesNow } from './routes-now.js';

/** A route and its alternates. */
export interface FoundRoute {
	route: RouteData;
	readonly alternates: Alternate[];
}

/**
 * Finds a route and records its address as a read of the page, and its alternates when they are accessed. Undefined if there is
 * no page.
 *
 * @throws {PageError} for an entry of a collection that `stories()` does not load
 */
export function find(question: RouteQuestion): FoundRoute | undefined {
	const importer = importerNow();
	record('address', question, importer);
	const found = lookUp(question);
	return (
		found && {
			route: found.route,
			get alternates() {
				record('alternates', question, importer);
				return found.alternates;
			},
		}
	);
}

answers('address', async (question) => {
	const { route } = lookUp(question) ?? {};
	if (!route) return question.by === 'address' && isOther(question.address) ? [[question.address, ['']]] : [];
	const { href, path, lang, locale, storyLang, isStart } = route;
	return [[href, [JSON.stringify([href, path, lang, locale, storyLang, isStart])]]];
});
answers('alternates', async (question) => JSON.stringify(lookUp(question)?.alternates ?? null));

/**
 * Finds a route without recording it; undefined if there is no page.
 *
 * @throws {PageError} for an entry of a collection that `stories()` does not load
 */
export function lookUp(question: RouteQuestion): FoundRoute | undefined {
	const found = lookUpBy(question);
	if (!found) liveReads()?.missed();
	return found;
}

function lookUpBy(question: RouteQuestion): FoundRoute | undefined {
	switch (question.by) {
		case 'entry':
			return ofEntry(question.collection, question.id);
		case 'story':
			return (question.isOwn && variantOf(question)) || ofStory(question.uuid, question.lang);
		case 'path':
			return ofPath(question.path);
		case 'slug': {
			const found = withSlug(question.slug, question.lang);
			return found && ofStory(found.uuid, question.lang);
		}
		case 'address': {
			const found = withSlug(question.address, question.lang) ?? ofPath(question.address)?.route;
			const spoken = found && spokenOn(found);
			return found && ofStory(found.uuid, spoken === 'default' ? question.lang : (spoken ?? ''));
		}
	}
}

/** The collection of stories with a name; undefined for one that `stories()` does not load. */
const storyCollection = (name: string) => own(routesNow().collections, name) ?? liveReads()?.collection(name);

export const isStoryCollection = (name: string): boolean => storyCollection(name) !== undefined;

/** @param id of an entry, or of one on a fallback page: see `fallbackId` */
function ofEntry(name: string, id: string): FoundRoute | undefined {
	const routes = routesNow();
	const collection = storyCollection(name);
	if (!collection) {
		throw new PageError(
			`The entry \`${id}\` of the collection \`${name}\` has no route, because \`stories()\` does not load that collection.`,
			'Pass entries of a collection whose loader is `stories()` from astro-slugline/loaders to storyPaths() and routeOf().',
		);
	}
	const space = own(routes.spaces, collection.space);
	const usual = (entry: string) => (collection.ids ? own(collection.ids, entry) : entry);
	const routeAt = (usual: string | undefined) =>
		usual === undefined ? undefined : space && own(space.routes, usual);
	const at = id.lastIndexOf('@');
	const route =
		routeAt(usual(id)) ?? (at > 0 ? routeAt(`${usual(id.slice(0, at))}${id.slice(at)}`) : undefined);
	return route && { route, alternates: space?.alternates[route.alternates] ?? [] };
}

function ofStory(uuid: string, lang: string): FoundRoute | undefined {
	for (const shown of shownIn(uuid, lang)) {
		const found = variantOf(shown);
		if (found) return found;
	}
	return undefined;
}

const variantOf = ({ uuid, lang }: { uuid: string; lang: string }): FoundRoute | undefined =>
	index()
		.byUuid.get(uuid)
		?.find(({ route }) => foldCode(route.lang) === foldCode(lang));

/** @param given from the root of the site; with its origin if the host of the request is known */
function ofPath(given: string): FoundRoute | undefined {
	const { byHref, byPath } = index();
	const { origin, path } = partsOf(given);
	const prefix = prefixOf(liveReads()?.origin() ?? origin);
	if (prefix !== '') return byPath.get(trimSlashes(`${prefix}/${sitePathOf(path)}`));
	return byHref.get(path) ?? byHref.get(plainPath(path)) ?? byPath.get(sitePathOf(path));
}

function partsOf(address: string): { origin?: string | undefined; path: string } {
	const [origin] = /^https?:\/\/[^/]+/.exec(address) ?? [];
	return { origin, path: address.slice(origin?.length ?? 0) };
}

/** The path in the site of an address that was requested, in the form that paths of stories have. */
export const requestedPath = (path: string): string =>
	trimSlashes(`${prefixOf(liveReads()?.origin())}/${sitePathOf(path)}`);

/** The path of an address in the form that paths of stories have: below `base`, decoded, and without slashes at its ends. */
export function sitePathOf(address: string): string {
	const plain = plainPath(address);
	const path = `${plain}/`.startsWith(`${assets.base}/`) ? plain.slice(assets.base.length) : plain;
	try {
		// A percent sign without digits is text. Signs that are encoded in file names remain encoded.
		return decodeURIComponent(path.replace(/%(?![\da-f]{2})|%(?=2f|3f|23)/gi, '%25')).replace(/^\//, '');
	} catch {
		return path.replace(/^\//, '');
	}
}

/** True for an address in the site that may be that of a page without a story. */
export const isOther = (address: string): boolean => mayBeOther(`/${sitePathOf(address)}`);

/** The full slug of a route's story, in the default language if it has a page there. */
export const slugOf = ({ uuid, lang }: RouteData): string =>
	index().slugs.get(`${uuid} default`) ?? index().slugs.get(`${uuid} ${lang}`) ?? '';

/** The path of an address, without query, anchor, and slashes at the ends. */
const slugIn = (address: string): string => trimSlashes(address.replace(/[?#].*/s, ''));

/** The route with a full slug, or a path without `base`, with or without its locale. */
function withSlug(address: string, lang: string): RouteData | undefined {
	const slug = slugIn(address);
	const { byPath, byBarePath } = index();
	return (
		Object.values(routesNow().spaces)
			.map((space) => own(space.routes, slug) ?? own(space.routes, decodedPath(slug)))
			.find((route) => route !== undefined) ??
		(byPath.get(slug) ?? byPath.get(decodedPath(slug)))?.route ??
		byBarePath.get(`${foldCode(lang)} ${decodedPath(slug)}`) ??
		byBarePath.get(`default ${decodedPath(slug)}`)
	);
}

/** The routes of all spaces by uuid, address, and path. */
const index = ofRoutes((spaces: RoutesModule['spaces']) => {
	const all: FoundRoute[] = Object.values(spaces).flatMap(({ routes, alternates }) =>
		Object.values(routes).map((route) => ({ route, alternates: alternates[route.alternates] ?? [] })),
	);
	return {
		byUuid: Map.groupBy(all, ({ route }) => route.uuid),
		byHref: new Map(all.map((found) => [plainPath(found.route.href), found])),
		/** By the path in the site, without slashes at the ends. */
		byPath: new Map(all.map((found) => [slugIn(found.route.path), found])),
		/** By the language and the path without the locale, as the service has it. */
		byBarePath: new Map(all.flatMap(({ route }) => barePathOf(route))),
		/** By uuid and language. */
		slugs: new Map(
			Object.values(spaces).flatMap(({ routes }) =>
				Object.entries(routes).map(([slug, { uuid, lang }]) => [`${uuid} ${lang}`, slug] as const),
			),
		),
	};
});

function barePathOf(route: RouteData): [string, RouteData][] {
	const bare = pathWithin(spokenOn(route), slugIn(route.path));
	return bare === undefined ? [] : [[`${foldCode(route.lang)} ${bare}`, route]];
}

/** The fallback pages that show a story. */
export function fallbacksOf({ uuid, lang }: RouteData): RouteData[] {
	// Most sites have none, and need no index to know that.
	if (
		Object.values(routesNow().spaces).every((space) =>
			space.languages.every(({ chain }) => chain.length === 0),
		)
	)
		return [];
	return (index().byUuid.get(uuid) ?? []).flatMap(({ route }) => (route.storyLang === lang ? [route] : []));
}

/** A value of the record itself and not of its prototype, because a story's slug may be `constructor`. */
const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;
