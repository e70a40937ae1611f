import type { AstroIntegrationLogger } from 'astro';
import type { PreviewCollection } from '../../preview/index.js';
import { hashOf } from '../../shared/node/hash.js';
import { once } from '../../shared/once.js';
import type { AskAgain, StoryRow, SyncedSpace } from '../../sync/index.js';
import { type PageOptions, pageOptions, pageRoutes } from '../page/data/index.js';
import type { Options } from '../settings/index.js';
import { againOf, type RefreshContext } from './ask-again.js';
import { storyDigests } from './entries/story-digests.js';
import { type CachedRoutes, createRouteFiles } from './routes/route-files.js';
import { type RoutedSite, routeSettings } from './routes/route-settings.js';
import { routesOf } from './routes/routes-of.js';
import { spaceWarnings } from './space-warnings.js';
import type { ContentTypes } from './types/write-types.js';

/** The result of one sync, shared by all collections of a build: the space and the routes of its stories. */
export interface Synced {
	space: SyncedSpace;
	/** The routes of its stories, in the form that pages use. */
	routes: CachedRoutes;
	/** Changes exactly if a story, a route, or an option that decides either changes. */
	stamp: string;
	/** The digest of each row's story: the first two parts of the digest of its entry, `<own content>.<references>`. */
	digests(): ReadonlyMap<StoryRow, string>;
}

/** A collection of stories. Only in dev it has the functions for preview. */
export interface StoryCollection extends PreviewCollection {
	/** Sentences that say which options of the loader match no story. */
	unmatched?: readonly string[] | undefined;
}

/** How the pages of one space render bloks. */
export interface BlokSettings {
	/** Folders of components, and files by content type, as in the options. Later ones take precedence. */
	components: readonly (string | Readonly<Record<string, string>>)[];
	missing: 'warn' | 'error';
	draft: boolean;
}

/** One space of a site, shared by loaders, pages, and the output. */
export interface Connection {
	/** Id of the integration. */
	id: string;
	/**
	 * The synced space for one collection. All collections of one build, or of one refresh in dev, share one sync. A collection
	 * that asks a second time, or in another refresh, starts the next sync.
	 */
	synced(collection: string, refresh?: RefreshContext): Promise<Synced>;
	/** The options that pages use. */
	pageOptions: PageOptions;
	/** Starts the sync that the collections of a build share, before the first of them asks for it. They also get its errors. */
	begin(): void;
	/** The number of syncs so far, including one that is running. */
	begun(): number;
	/** The last good sync, if there was one. */
	latest(): Synced | undefined;
	/** The last good sync, or else the one that is running, or else a first one, which this starts. */
	syncedOnce(): Promise<Synced>;
	/** The collections of stories so far, by name. */
	collections: Map<string, StoryCollection>;
	/** Writes the types of the space's content. */
	types: ContentTypes;
	/** Code of the default language, if it is known. */
	defaultLanguage: string | undefined;
	/** True in dev with preview. */
	previews: boolean;
	/** How pages render the space's bloks. */
	bloks: BlokSettings;
	/** Calls back after each sync. */
	onSynced(listener: () => void): void;
}

export interface ConnectionParts {
	options: Options;
	site: RoutedSite;
	logger: AstroIntegrationLogger;
	types: ContentTypes;
	/** The folder for files derived from the cached state. */
	folder: URL;
	/** True in dev with preview. */
	previews?: boolean;
	/** The dates that a folder has invented, by the uuid of their story. */
	inventedDates?(): Promise<ReadonlyMap<string, readonly string[]> | undefined>;
	/** Syncs the space. Called once per round, with what the refresh says to fetch again. */
	sync(again?: AskAgain): Promise<SyncedSpace>;
}

/** A sync that collections share. */
interface Round {
	synced: Promise<Synced>;
	refresh: RefreshContext | undefined;
	/** The collections that have it. */
	served: Set<string>;
}

/** Creates a connection. The cached index is read and routes are made only if something has changed. */
export function createConnection({
	options,
	site,
	logger,
	types,
	folder,
	sync,
	inventedDates,
	previews = false,
}: ConnectionParts): Connection {
	let round: Round | undefined;
	let latest: Synced | undefined;
	const warned = new Set<string>();
	const listeners: (() => void)[] = [];
	let begun = 0;
	const files = createRouteFiles(folder, options.id);
	const defaultLanguage = options.defaultLanguage ?? site.i18n?.defaultLocale;

	const begin = async (again: AskAgain | undefined): Promise<Synced> => {
		begun += 1;
		const space = await sync(again);
		const settings = routeSettings(options, site);
		const key = hashOf(JSON.stringify([space.stamp, space.version, settings]));
		const stamp = hashOf(JSON.stringify([key, options.relations]));
		const table = once(() => routesOf(space, settings));
		const invented = await inventedDates?.();
		const digests = once(() => storyDigests(space, table(), options.relations));
		const make = () => {
			const { routes, warnings } = table();
			return {
				routes: pageRoutes(space.rows, table(), (text) => hashOf(text).slice(0, 16), invented),
				count: routes.length,
				warnings: [...spaceWarnings(space, options.languages, defaultLanguage), ...warnings],
			};
		};
		const routes = await files.open(key, make);
		for (const warning of routes.warnings) {
			if (!warned.has(warning)) logger.warn(warning);
			warned.add(warning);
		}
		latest = { space, routes, stamp, digests };
		for (const listener of listeners) listener();
		return latest;
	};

	const connection: Connection = {
		id: options.id,
		collections: new Map(),
		types,
		defaultLanguage,
		bloks: {
			components: options.bloks,
			missing: options.missingBlok,
			draft: options.version === 'draft',
		},
		previews,
		onSynced(listener) {
			listeners.push(listener);
		},
		pageOptions: pageOptions([options]),
		begin() {
			connection.synced(pages).catch(() => {});
		},
		begun: () => begun,
		latest: () => latest,
		syncedOnce: async () => latest ?? round?.synced ?? connection.synced(pages),
		synced(collection, refresh) {
			if (!round || round.refresh !== refresh || round.served.has(collection))
				round = { synced: begin(againOf(refresh)), refresh, served: new Set() };
			round.served.add(collection);
			return round.synced;
		},
	};
	return connection;
}

/** Stands for a collection in a sync that no collection has started. */
const pages = 'the pages';
