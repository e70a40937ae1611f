import type { AstroIntegrationLogger } from 'astro';
import { hashOf } from 'astro-keep/shared/node/hash';
import { once, oncePerKey } from 'astro-keep/shared/once';
import type { PreviewCollection } from '../../preview/index.js';
import type { FileNames } from '../../space/index.js';
import type { AskAgain, StoryRow, SyncedSpace } from '../../sync/index.js';
import { pageRoutes } from '../page/data/index.js';
import type { Options } from '../settings/index.js';
import { type RefreshContext, refreshKey } from './ask-again.js';
import { type InventedDates, storyDigests } from './entries/digest-parts.js';
import type { Opened } from './open-source.js';
import { type CachedRoutes, openRoutes } from './routes/route-files.js';
import { type RoutedSite, routeSettings } from './routes/route-settings.js';
import { routesOf } from './routes/routes-of.js';
import { spaceWarnings } from './space-warnings.js';
import type { ContentTypes } from './types/open-types.js';

/** The result of one sync, shared by all collections of a build: the space and the routes of its stories. */
export interface Synced {
	space: SyncedSpace;
	/** The routes of its stories, in the form that pages use. */
	routes: CachedRoutes;
	/** Changes exactly if a story, a route, or an option that decides either changes. */
	stamp: string;
	/** The dates of publication that a folder has invented, which no page should show, by the uuid of their story. */
	invented: InventedDates | undefined;
	/** The names of its files, if the space is a folder. */
	files: FileNames | undefined;
	/** The digest of each row's story: the first two parts of the digest of its entry, `<own content>.<references>`. */
	digests(): ReadonlyMap<StoryRow, string>;
}

/** A collection of stories. Only in dev it has the functions for preview. */
export interface StoryCollection extends PreviewCollection {
	/** Sentences that say which options of the loader match no story. */
	unmatched?: readonly string[] | undefined;
	/** The stories that the loader misses because an option of it is misspelled, by their uuids. */
	missed?: ReadonlySet<string> | undefined;
}

/** One space of a site, shared by loaders, pages, and the output. */
export type Connection = ReturnType<typeof createConnection>;

interface ConnectionParts {
	options: Options;
	site: RoutedSite;
	logger: AstroIntegrationLogger;
	types: ContentTypes;
	/** The folder for files derived from the cached state. */
	folder: URL;
	previews?: boolean;
	/** True if a build of the site does not have the drafts that it shows. */
	isPreview?: boolean;
	opened: Promise<Pick<Opened, 'sync' | 'embedded'>>;
}

/** Counts the forms that cached routes have had. */
const routesFormat = 3;

/** A sync that collections share. */
interface Round {
	synced: Promise<Synced>;
	refresh: RefreshContext | undefined;
	served: Set<string>;
	/** Why the sync failed. */
	failure?: unknown;
}

function roundOf(synced: Promise<Synced>, refresh: RefreshContext | undefined): Round {
	const round: Round = { synced, refresh, served: new Set() };
	synced.catch((error: unknown) => {
		round.failure = error;
	});
	return round;
}

/** Creates a connection. The cached index is read and routes are made only if something has changed. */
export function createConnection({
	options,
	site,
	logger,
	types,
	folder,
	opened,
	previews = false,
	isPreview = false,
}: ConnectionParts) {
	let round: Round | undefined;
	let latest: Synced | undefined;
	const warn = oncePerKey((sentence: string) => logger.warn(sentence));
	const listeners: (() => void)[] = [];
	let begun = 0;
	const defaultLanguage = options.defaultLanguage ?? site.i18n?.defaultLocale;

	const startSync = async (again: AskAgain | undefined): Promise<Synced> => {
		begun += 1;
		const { sync, embedded } = await opened;
		const space = await sync(again);
		const settings = routeSettings(options, site);
		const invented = await embedded?.inventedDates();
		const withInvented = [...(invented ?? [])].filter(([, fields]) => fields.length > 0);
		const made = [routesFormat, isPreview, settings, options.relations, withInvented];
		const stamp = hashOf(JSON.stringify([space.stamp, space.version, ...made]));
		const table = once(() => routesOf(space, settings, isPreview, embedded?.fileOf));
		const digests = once(() => storyDigests(space, table(), options.relations, invented));
		const make = () => {
			const { routes, warnings } = table();
			return {
				routes: pageRoutes(space.rows, table(), (text) => hashOf(text).slice(0, 16)),
				count: routes.length,
				warnings: [...spaceWarnings(space, options, defaultLanguage, embedded !== undefined), ...warnings],
			};
		};
		const routes = await openRoutes(folder, options.id, stamp, make);
		routes.warnings.forEach(warn);
		latest = { space, routes, stamp, digests, invented, files: embedded };
		for (const listener of listeners) listener();
		return latest;
	};

	/**
	 * The synced space for one collection. All collections of one build, or of one refresh in dev, share one sync. A collection
	 * that asks a second time, or in another refresh, starts the next sync.
	 */
	const synced = (collection: string, refresh?: RefreshContext): Promise<Synced> => {
		if (!round || round.refresh !== refresh || round.served.has(collection))
			round = roundOf(startSync(refresh?.[refreshKey]), refresh);
		round.served.add(collection);
		return round.synced;
	};

	return {
		id: options.id,
		options,
		/** The collections of stories so far, by name. */
		collections: new Map<string, StoryCollection>(),
		types,
		/** Code of the default language, if it is known. */
		defaultLanguage,
		/** True in dev with preview. */
		previews,
		/** Calls back after each sync. */
		onSynced(listener: () => void) {
			listeners.push(listener);
		},
		/** The number of syncs so far, including one that is running. */
		begun: () => begun,
		/** The last good sync, if there was one. */
		latest: () => latest,
		/** Why the last sync failed; undefined if it did not. */
		failure: () => round?.failure,
		/** The last good sync, or else the one that is running, or else a first one, which this starts. */
		syncedOnce: async () => latest ?? round?.synced ?? synced('the pages'),
		synced,
	};
}
