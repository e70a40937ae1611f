import type { AstroIntegrationLogger } from 'astro';
import { hashOf } from '../../shared/hash.js';
import { once } from '../../shared/once.js';
import type { AskAgain, StoryRow, SyncedSpace } from '../../sync/index.js';
import type { Story } from '../../wire/index.js';
import type { Options } from '../settings/index.js';
import { againOf, type RefreshContext } from './ask-again.js';
import { entryDigests } from './entries/entry-digests.js';
import { pageRoutes } from './routes/page-routes.js';
import { createRouteFiles, type KeptRoutes } from './routes/route-files.js';
import { routeSettings, routesOf, type Site } from './routes/route-settings.js';
import { spaceWarnings } from './space-warnings.js';
import type { ContentTypes } from './types/write-types.js';

/** What one sync gives to all collections of a build: the space, and where its stories live. */
export interface Synced {
	space: SyncedSpace;
	/** Where its stories live, as pages are told. */
	routes: KeptRoutes;
	/** Changes exactly when a story, a route or an option that decides either does. */
	stamp: string;
	/** The digest of each row's entry: its own, a dot, and that of what it refers to. */
	digests(): ReadonlyMap<StoryRow, string>;
}

/** How the entries of one collection lead to routes. */
export interface StoryCollection {
	/** The id that each entry has by default, by its id, where the loader was told to make ids of its own. */
	ids?: Record<string, string> | undefined;
	/** In dev: a story as the collection's schema makes it. */
	parse?: ((id: string, story: Story) => Promise<Record<string, unknown>>) | undefined;
	/** In dev: true for the id of an entry that it has. */
	holds?: ((id: string) => boolean) | undefined;
}

/** How the pages of one space render bloks. */
export interface BlokSettings {
	/** The folder of components, or the file of each by content type, as the options have them. */
	components: string | Readonly<Record<string, string>>;
	missing: 'warn' | 'error';
	draft: boolean;
}

/** One space of a site, shared by all that ask for it: loaders, pages and the output. */
export interface Connection {
	id: string;
	/**
	 * The space for one collection. Collections that ask during one build, or one refresh in dev, share one sync; a
	 * collection that asks again, or during another refresh, begins the next one.
	 */
	synced(collection: string, refresh?: RefreshContext): Promise<Synced>;
	/** The fields that are relations, where the options name them. */
	relations: readonly string[] | undefined;
	/** Names of `data-*` attributes that editors may set. */
	dataAttributes: readonly string[];
	/** How many syncs have begun. */
	begun(): number;
	/** The last good sync, if there was one. */
	latest(): Synced | undefined;
	/** Collections of stories seen so far, by name. */
	collections: Map<string, StoryCollection>;
	/** The types of the space's content, which pages are written against. */
	types: ContentTypes;
	/** Code of the default language, if it is known. */
	defaultLanguage: string | undefined;
	/** True in dev if pages are shown as they are edited. */
	previews: boolean;
	/** How pages render the space's bloks. */
	bloks: BlokSettings;
	/** Calls back after each sync. */
	onSynced(listener: () => void): void;
}

export interface ConnectionOptions {
	options: Options;
	site: Site;
	logger: AstroIntegrationLogger;
	types: ContentTypes;
	/** Where what is made from the kept state lies. */
	folder: URL;
	/** True in dev if pages are shown as they are edited. */
	previews?: boolean;
	/** Brings the space up to date. Called once a round, with what the refresh names to be asked for again. */
	sync(again?: AskAgain): Promise<SyncedSpace>;
}

/** A connection whose every round is one sync. The kept index is read, and the routes are made, only if something is another. */
export function createConnection({
	options,
	site,
	logger,
	types,
	folder,
	sync,
	previews = false,
}: ConnectionOptions): Connection {
	let served = new Set<string>();
	let round: { synced: Promise<Synced>; refresh: RefreshContext | undefined } | undefined;
	let latest: Synced | undefined;
	const told = new Set<string>();
	const listeners: (() => void)[] = [];
	let begun = 0;
	const files = createRouteFiles(folder, options.id);

	const begin = async (again: AskAgain | undefined): Promise<Synced> => {
		begun += 1;
		const space = await sync(again);
		const settings = routeSettings(options, site);
		const key = hashOf(JSON.stringify([space.stamp, space.version, settings]));
		const stamp = hashOf(JSON.stringify([key, options.relations]));
		const table = once(() => routesOf(space, settings));
		const digests = once(() => entryDigests(space, table(), options.relations));
		const make = () => {
			const { routes, warnings } = table();
			return {
				routes: pageRoutes(space.rows, table()),
				count: routes.length,
				warnings: [...spaceWarnings(space, options.languages, options.defaultLanguage), ...warnings],
			};
		};
		const routes = await files.open(key, make);
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
			components: options.bloks,
			missing: options.missingBlok,
			draft: options.version === 'draft',
		},
		previews,
		onSynced(listener) {
			listeners.push(listener);
		},
		relations: options.relations,
		dataAttributes: options.dataAttributes,
		begun: () => begun,
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
