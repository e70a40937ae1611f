import assets from 'virtual:astro-slugline/assets';
import builtRoutes from 'virtual:astro-slugline/routes';
import { AstroError } from 'astro/errors';
import { overlayNow } from '../../../preview/index.js';
import { foldCode } from '../../../shared/text/named.js';
import { decodedPath, plainPath, trimSlashes } from '../../../shared/text/slashes.js';
import type { Alternate, RouteData, RoutesModule } from '../data/index.js';
import { answers, importerNow, liveReads, type RouteQuestion, record } from '../tracking/index.js';

/** A route and its alternates. */
export interface FoundRoute {
	route: RouteData;
	readonly alternates: Alternate[];
}

/**
 * Finds a route and records its address as a read of the page, and its alternates when they are accessed. Undefined if there is
 * no page.
 *
 * @throws {AstroError} for an entry of a collection that `stories()` does not load
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
	const { href, path, lang, locale, storyLang } = lookUp(question)?.route ?? {};
	return [[href ?? '', [JSON.stringify([href, path, lang, locale, storyLang])]]];
});
answers('alternates', async (question) => JSON.stringify(lookUp(question)?.alternates ?? null));

/**
 * Finds a route without recording it; undefined if there is no page.
 *
 * @throws {AstroError} for an entry of a collection that `stories()` does not load
 */
export function lookUp(question: RouteQuestion): FoundRoute | undefined {
	const found = lookUpBy(question);
	if (!found) liveReads()?.missed();
	return found;
}

/** The routes of drafts, in preview. */
const overlayRoutes = () => overlayNow()?.routes as RoutesModule | undefined;

/** The routes of the build; of drafts in preview, and as they are now in a request that has read live content. */
const routesNow = (): RoutesModule => overlayRoutes() ?? liveReads()?.routes() ?? builtRoutes;

function lookUpBy(question: RouteQuestion): FoundRoute | undefined {
	switch (question.by) {
		case 'entry':
			return ofEntry(question.collection, question.id);
		case 'story':
			return ofStory(question.uuid, question.lang);
		case 'path':
			return ofPath(question.path);
		case 'slug': {
			const found = withSlug(question.slug, question.lang);
			return found && ofStory(found.uuid, question.lang);
		}
		case 'address': {
			const found = withSlug(question.address, question.lang) ?? ofPath(question.address)?.route;
			return found && ofStory(found.uuid, found.lang === 'default' ? question.lang : found.lang);
		}
	}
}

/** @param id of an entry, or of one on a fallback page: see `fallbackId` */
function ofEntry(name: string, id: string): FoundRoute | undefined {
	const routes = routesNow();
	const collection = own(routes.collections, name) ?? liveReads()?.collection(name);
	if (!collection) {
		throw new AstroError(
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
	const variants = index().byUuid.get(uuid) ?? [];
	for (const code of languageChain(lang)) {
		const isIn = (name: string | undefined) => name !== undefined && foldCode(name) === foldCode(code);
		const found =
			variants.find(({ route }) => isIn(route.lang)) ??
			variants.find(({ route }) => route.storyLang === undefined && isIn(route.locale));
		if (found) return found;
	}
	return undefined;
}

function ofPath(path: string): FoundRoute | undefined {
	const { byHref, byPath } = index();
	return byHref.get(path) ?? byHref.get(plainPath(path)) ?? byPath.get(sitePathOf(path));
}

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

const indexes = new WeakMap<RoutesModule['spaces'], ReturnType<typeof indexOf>>();

/** The routes of all spaces by uuid, address, and path. Made on first use. */
function index() {
	const { spaces } = routesNow();
	const found = indexes.get(spaces) ?? indexOf(spaces);
	indexes.set(spaces, found);
	return found;
}

function indexOf(spaces: RoutesModule['spaces']) {
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
		byLocale: new Map(languagesOf(all)),
		chains: new Map(
			Object.values(spaces).flatMap(({ chains }) =>
				Object.entries(chains ?? {}).map(([lang, chain]) => [foldCode(lang), chain] as const),
			),
		),
		/** By uuid and language. */
		slugs: new Map(
			Object.values(spaces).flatMap(({ routes }) =>
				Object.entries(routes).map(([slug, { uuid, lang }]) => [`${uuid} ${lang}`, slug] as const),
			),
		),
	};
}

function barePathOf(route: RouteData): [string, RouteData][] {
	const [first = '', ...rest] = slugIn(route.path).split('/');
	const isPrefixed = route.locale !== undefined && foldCode(first) === foldCode(route.locale);
	return isPrefixed ? [[`${foldCode(route.lang)} ${rest.join('/')}`, route]] : [];
}

/**
 * Languages of stories, by their locale in Astro. With folder-level translation, stories of one language code have several locales,
 * so no locale stands for that code.
 */
function* languagesOf(all: FoundRoute[]): Generator<[locale: string, lang: string]> {
	const own = all.filter(({ route }) => route.storyLang === undefined);
	for (const [lang, found] of Map.groupBy(own, ({ route }) => route.lang)) {
		const [locale, ...others] = new Set(found.flatMap(({ route }) => route.locale ?? []).map(foldCode));
		if (locale !== undefined && others.length === 0) yield [locale, lang];
	}
}

/**
 * The language of stories for a locale of Astro: `default` for the locale of the default language, and the space's code for other
 * locales. Other names are returned unchanged.
 */
export const languageOfLocale = (locale: string): string => index().byLocale.get(foldCode(locale)) ?? locale;

/**
 * The languages in which a page of a language shows stories, the nearest first: that one, those that stand in for it, and the default
 * one.
 *
 * @param lang `default`, a code of the space, or a locale of Astro
 * @example languageChain('es-MX') // ['es-MX', 'es', 'default']
 */
export function languageChain(lang: string): string[] {
	const { chains } = index();
	const code = languageOfLocale(lang);
	return [...new Set([lang, code, ...(chains.get(foldCode(code)) ?? []), 'default'])];
}

/** The fallback pages that show a story. */
export function fallbacksOf({ uuid, lang }: RouteData): RouteData[] {
	// Most sites have none, and need no index to know that.
	if (Object.values(routesNow().spaces).every(({ chains }) => chains === undefined)) return [];
	return (index().byUuid.get(uuid) ?? []).flatMap(({ route }) => (route.storyLang === lang ? [route] : []));
}

/** A value of the record itself and not of its prototype, because a story's slug may be `constructor`. */
const own = <Value>(record: Record<string, Value>, key: string): Value | undefined =>
	Object.hasOwn(record, key) ? record[key] : undefined;

/** True for a date of a story that its folder has invented. Unrecorded, because the story changes with its dates. */
export const isInvented = (collection: string, id: string, field: string): boolean =>
	Object.hasOwn(routesNow().collections, collection) &&
	ofEntry(collection, id)?.route.invented?.includes(field) === true;

/** The names of the collections that `stories()` loads. */
export const storyCollections = (): string[] => Object.keys((overlayRoutes() ?? builtRoutes).collections);

/** The fields that are relations, if the options name them. */
export const relationsOf = (): readonly string[] | undefined =>
	builtRoutes.relations.length > 0 ? builtRoutes.relations : undefined;
