import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { createRouteTable, type RouteTable } from '../routing/index.js';
import type { AskAgain, SyncedSpace } from '../sync/index.js';
import { againOf, type RefreshContext } from './ask-again.js';
import type { Options } from './options.js';
import type { ContentTypes } from './types/write-types.js';

/** What one sync gives to all collections of a build: the space, and where its stories live. */
export interface Synced {
	space: SyncedSpace;
	routes: RouteTable;
}

/** How the entries of one collection lead to routes. */
export interface StoryCollection {
	/** Key (`uuid lang`) of each entry id, where the loader was told to make ids of its own; else the id is the story's slug. */
	ids?: Record<string, string> | undefined;
}

/** One space of a site, shared by all that ask for it: loaders, pages and the output. */
export interface Connection {
	id: string;
	/**
	 * The space for one collection. Collections that ask during one build, or one refresh in dev, share one sync; a
	 * collection that asks again, or during another refresh, begins the next one.
	 */
	synced(collection: string, refresh?: RefreshContext): Promise<Synced>;
	/** The last good sync, if there was one. */
	latest(): Synced | undefined;
	/** Collections of stories seen so far, by name. */
	collections: Map<string, StoryCollection>;
	/** The types of the space's content, which pages are written against. */
	types: ContentTypes;
	/** Code of the default language, if it is known. */
	defaultLanguage: string | undefined;
	/** Calls back after each sync. */
	onSynced(listener: () => void): void;
}

/** What decides the routes beside the links. */
export type Site = Pick<AstroConfig, 'base' | 'trailingSlash' | 'i18n' | 'build'>;

export interface ConnectionOptions {
	options: Options;
	site: Site;
	logger: AstroIntegrationLogger;
	types: ContentTypes;
	/** Brings the space up to date. Called once a round, with what the refresh names to be asked for again. */
	sync(again?: AskAgain): Promise<SyncedSpace>;
}

/** A connection whose every round is one sync and one route table. */
export function createConnection({ options, site, logger, types, sync }: ConnectionOptions): Connection {
	let served = new Set<string>();
	let round: { synced: Promise<Synced>; refresh: RefreshContext | undefined } | undefined;
	let latest: Synced | undefined;
	const told = new Set<string>();
	const listeners: (() => void)[] = [];

	const begin = async (again: AskAgain | undefined): Promise<Synced> => {
		const space = await sync(again);
		const routes = latest?.space.stamp === space.stamp ? latest.routes : routesOf(space, options, site);
		for (const warning of routes.warnings) {
			if (!told.has(warning)) logger.warn(warning);
			told.add(warning);
		}
		latest = { space, routes };
		for (const listener of listeners) listener();
		return { space, routes };
	};

	return {
		id: options.id,
		collections: new Map(),
		types,
		defaultLanguage: options.defaultLanguage ?? site.i18n?.defaultLocale,
		onSynced(listener) {
			listeners.push(listener);
		},
		latest: () => latest,
		synced(collection, refresh) {
			if (!round || round.refresh !== refresh || served.has(collection)) {
				served = new Set();
				round = { synced: begin(againOf(refresh)), refresh };
			}
			served.add(collection);
			return round.synced;
		},
	};
}

function routesOf(space: SyncedSpace, options: Options, site: Site): RouteTable {
	const { i18n } = site;
	const routing = i18n && typeof i18n.routing === 'object' ? i18n.routing : undefined;
	return createRouteTable({
		links: space.links,
		stories: space.rows.map((row) => ({
			uuid: row.uuid,
			lang: row.lang,
			full_slug: row.slug,
			group_id: row.groupId,
			content: { component: row.component },
		})),
		version: space.version,
		languages: space.languages,
		defaultLanguage: options.defaultLanguage,
		i18n: i18n && {
			defaultLocale: i18n.defaultLocale,
			locales: i18n.locales.map((locale) =>
				typeof locale === 'string' ? locale : { path: locale.path, codes: [...locale.codes] },
			),
			prefixDefaultLocale: routing?.prefixDefaultLocale ?? false,
		},
		base: site.base,
		trailingSlash: site.trailingSlash,
		format: site.build.format,
		pages: options.routes,
	});
}
