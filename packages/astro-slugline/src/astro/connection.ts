import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';
import { createRouteTable, type RouteTable } from '../routing/index.js';
import type { AskAgain, StoryRow, SyncedSpace } from '../sync/index.js';
import { againOf, type RefreshContext } from './ask-again.js';
import type { BlokSettings } from './bloks/module.js';
import { entryDigests, hashOf } from './digests.js';
import type { Options } from './options.js';
import type { ContentTypes } from './types/write-types.js';

/** What one sync gives to all collections of a build: the space, and where its stories live. */
export interface Synced {
	space: SyncedSpace;
	routes: RouteTable;
	/** Changes exactly when a story, a route or an option that decides either does. */
	stamp: string;
	/** The digest of each row's entry: its own, a dot, and that of what it refers to. */
	digests(): ReadonlyMap<StoryRow, string>;
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
	/** How pages render the space's bloks. */
	bloks: BlokSettings;
	/** Calls back after each sync. */
	onSynced(listener: () => void): void;
}

/** What of the site's config decides routes and paths. */
export type Site = Pick<AstroConfig, 'base' | 'trailingSlash' | 'i18n' | 'build' | 'root'>;

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
		const settings = routeSettings(options, site);
		const stamp = hashOf(JSON.stringify([space.stamp, space.version, settings, options.relations]));
		const former = latest?.stamp === stamp ? latest : undefined;
		const routes = former?.routes ?? routesOf(space, settings);
		const digests = once(() => entryDigests(space, routes, options.relations));
		for (const warning of routes.warnings) {
			if (!told.has(warning)) logger.warn(warning);
			told.add(warning);
		}
		latest = { space, routes, stamp, digests };
		for (const listener of listeners) listener();
		return latest;
	};

	return {
		id: options.id,
		collections: new Map(),
		types,
		defaultLanguage: options.defaultLanguage ?? site.i18n?.defaultLocale,
		bloks: {
			folder: fileURLToPath(new URL(options.bloks, site.root)),
			missing: options.missingBlok,
			draft: options.version === 'draft',
		},
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

/** What decides the routes beside the space, as the route table takes it. */
const routeSettings = (options: Options, { i18n, base, trailingSlash, build }: Site) => {
	const routing = i18n && typeof i18n.routing === 'object' ? i18n.routing : undefined;
	return {
		defaultLanguage: options.defaultLanguage,
		i18n: i18n && {
			defaultLocale: i18n.defaultLocale,
			locales: i18n.locales.map((locale) =>
				typeof locale === 'string' ? locale : { path: locale.path, codes: [...locale.codes] },
			),
			prefixDefaultLocale: routing?.prefixDefaultLocale ?? false,
		},
		base,
		trailingSlash,
		format: build.format,
		pages: options.routes,
	};
};

const routesOf = (space: SyncedSpace, settings: ReturnType<typeof routeSettings>): RouteTable =>
	createRouteTable({
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
		...settings,
	});

function once<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
