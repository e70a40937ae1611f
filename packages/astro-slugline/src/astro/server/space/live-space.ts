import live from 'virtual:astro-slugline/live';
import builtRoutes from 'virtual:astro-slugline/routes';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { smallHash } from 'astro-keep/shared/text/small-hash';
import { createRouteTable } from '../../../routing/index.js';
import { entryIdOf } from '../../../shared/api/entry-id.js';
import { languagesOf } from '../../../shared/api/languages-of.js';
import type { Link } from '../../../wire/index.js';
import { pageRoutes, type RouteData, type RoutesModule, type StoryFact } from '../../page/data/index.js';
import { lookUp, requestedPath } from '../../page/paths/index.js';
import { warn } from '../host/warn.js';

type SpaceRoutes = RoutesModule['spaces'][string];

/** A story in one language. */
export interface Row {
	uuid: string;
	/** Numeric id, by which webhook calls name it. */
	number: number;
	lang: string;
	/** The id of its entry. */
	id: string;
	/** Full slug in the default language, without slashes at the ends. */
	defaultSlug: string;
}

/** The stories of the space and where they live, as of one snapshot. */
export interface LiveSpace {
	/** By the id of their entry. */
	byId: ReadonlyMap<string, Row>;
	/** By uuid and language. */
	byKey: ReadonlyMap<string, Row>;
	byUuid: ReadonlyMap<string, readonly Row[]>;
	/** By their full slug in the default language. */
	bySlug: ReadonlyMap<string, readonly Row[]>;
	links: readonly Link[];
	routes: SpaceRoutes;
	/** The routes of the build, with those of this space in place of its own. */
	siteRoutes: RoutesModule;
}

export const keyOf = (uuid: string, lang: string): string => `${uuid} ${lang}`;

/** The stories that an address had since the build, by their path in the site. */
const known = new Map<string, RouteData>();

/** Where an address leads now. */
export interface Moved {
	href: string;
	/** False for the language that stands in for a missing one. */
	isPermanent: boolean;
}

/**
 * Where the story is that had an address; in a language without it, the page that stands in. Undefined if no story had it, or if the
 * story has no page.
 */
export function movedTo(given: string): Moved | undefined {
	const path = requestedPath(given);
	const before = known.get(path);
	const standIn = routes.redirects?.find(({ from }) => from === `/${path}`);
	const { uuid, lang } = before ?? standIn ?? {};
	const now = uuid && lang ? lookUp({ by: 'story', uuid, lang })?.route : undefined;
	if (!now || now.href === before?.href) return undefined;
	return { href: now.href, isPermanent: now.lang === lang && now.storyLang === undefined };
}

/** The last good routes: at first those of the build. */
let routes: SpaceRoutes = builtRoutes.spaces[live.space] ?? { routes: {}, alternates: [], languages: [] };

/**
 * Finds all stories and their routes in the links of the space, as the build does.
 *
 * @param facts what links do not say, by uuid
 */
export function liveSpaceOf(links: readonly Link[], facts: ReadonlyMap<string, StoryFact>): LiveSpace {
	const { settings } = live;
	const rows = links.flatMap((link) =>
		languagesOf(link, settings.version, settings.languages).map((lang) => rowOf(link, lang)),
	);
	const stories = rows.map(({ uuid, lang, defaultSlug }) => {
		const [component, group_id] = facts.get(uuid) ?? [];
		const content = component === undefined ? {} : { content: { component } };
		return { uuid, lang, full_slug: defaultSlug, group_id, ...content };
	});
	for (const route of Object.values(routes.routes)) known.set(trimSlashes(route.path), route);
	const slugs = rows.map(({ uuid, lang, id }) => ({ uuid, lang, slug: id }));
	try {
		const table = createRouteTable({ ...settings, links, stories });
		routes = pageRoutes(slugs, table, (text) => smallHash(text).toString(36));
	} catch (error) {
		// Two stories on one path fail a build. Visitors of other pages are not to notice.
		warn('Live pages keep their addresses', error);
	}
	return {
		byId: new Map(rows.map((row) => [row.id, row])),
		byKey: new Map(rows.map((row) => [keyOf(row.uuid, row.lang), row])),
		byUuid: Map.groupBy(rows, ({ uuid }) => uuid),
		bySlug: Map.groupBy(rows, ({ defaultSlug }) => defaultSlug),
		links,
		routes,
		siteRoutes: { ...builtRoutes, spaces: { ...builtRoutes.spaces, [live.space]: routes } },
	};
}

function rowOf(link: Link, lang: string): Row {
	const alternate = link.alternates.find((one) => one.lang === lang);
	const slug = trimSlashes(
		(lang !== 'default' && (alternate?.translated_slug ?? alternate?.path)) || link.slug,
	);
	const defaultSlug = trimSlashes(link.slug);
	return { uuid: link.uuid, number: link.id, lang, id: entryIdOf({ slug, lang }), defaultSlug };
}
