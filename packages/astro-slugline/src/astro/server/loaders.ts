import type { LiveLoader } from 'astro/loaders';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { entriesById, type MergedEntry } from '../../shared/api/merged-entries.js';
import { selectsLink } from '../../shared/api/selects.js';
import type { StoryOf } from '../../types/index.js';
import { type Link, tagText } from '../../wire/index.js';
import type { Query } from '../page/content/index.js';
import { fallbackId } from '../page/data/index.js';
import type { LiveEntry } from '../page/live/index.js';
import { lookUp } from '../page/paths/index.js';
import { entriesOf, entryOf, guarded, type LiveStoriesOptions, optionsOf, spaceNow } from './reads.js';
import { ownCopy, reader, tag } from './record.js';
import { keyOf, type LiveSpace } from './space/live-space.js';

/**
 * One story: by the id of its entry, which is its full slug (`blog/hello`, `de/blog/hallo`), by the address of its page, or by its
 * uuid and language.
 */
export type LiveStoryFilter =
	| { id: string }
	| { path: string }
	| { uuid: string /** @default 'default' */; lang?: string };

/** Which stories to list: what `query()` takes, without `collection`. */
export type LiveStoriesFilter = Omit<Query<string>, 'collection'>;

type StoryLoader<Options> = LiveLoader<
	StoryOf<Options> & Record<string, unknown>,
	LiveStoryFilter,
	LiveStoriesFilter
>;

/**
 * Reads stories when a page is requested, for `defineLiveCollection` in `src/live.config.ts`. Entries have the ids and the `data`
 * of those that `stories()` loads. Pages get cache tags for what they read.
 *
 * @throws {AstroError} as the `error` of a read: if the server has no token; a `SluglineUsageError` if its region does not exist; a
 * `SluglineServiceError` if the API fails
 * @example
 * export const collections = { live: defineLiveCollection({ loader: liveStories() }) };
 * // In a page on demand:
 * const { entry } = await getLiveEntry('live', { path: Astro.url.pathname });
 */
export function liveStories<const Options extends LiveStoriesOptions>(
	options: Options = {} as Options,
): StoryLoader<Options> {
	const loaded = (entry: LiveEntry) => ({
		id: entry.id,
		data: entry.data as unknown as StoryOf<Options> & Record<string, unknown>,
		cacheHint: { tags: [`story:${entry.data.id}`, 'space'] },
	});
	const loader: StoryLoader<Options> = {
		name: 'astro-slugline/live-stories',
		async loadEntry({ filter, collection }) {
			const space = await spaceNow();
			const entry = await entryOf(collection, rowFor(filter, space));
			return entry && loaded('path' in filter ? onPage(entry, filter.path) : entry);
		},
		async loadCollection({ filter = {}, collection }) {
			const asked = { ...filter, collection };
			// Not with this module: `astro:content`, which it imports, waits for `src/live.config`, which imports this one.
			const { selectIn } = await import('../page/content/index.js');
			const found: readonly { id: string }[] = selectIn(await entriesOf(asked), asked);
			return { entries: found.map((entry) => loaded(entry as LiveEntry)) };
		},
	};
	optionsOf.set(loader, options);
	return loader;
}

/** An entry on the page with a path, which may be that of a language without the story. */
export function onPage(entry: LiveEntry, path: string): LiveEntry {
	const page = lookUp({ by: 'path', path })?.route;
	return page?.storyLang === undefined ? entry : { ...entry, id: fallbackId(entry.id, page.lang) };
}

/** The row that a filter names; undefined if there is none. */
export function rowFor(filter: LiveStoryFilter, { byId, byKey }: LiveSpace) {
	if ('id' in filter) return byId.get(trimSlashes(filter.id));
	if ('uuid' in filter) return byKey.get(keyOf(filter.uuid, filter.lang ?? 'default'));
	const route = lookUp({ by: 'path', path: filter.path })?.route;
	return route && byKey.get(keyOf(route.uuid, route.storyLang ?? route.lang));
}

/** Which links to list. */
export interface LiveLinksFilter {
	/** Start of the full slug, such as a folder. */
	startsWith?: string;
	/** Numeric id of a folder: lists only its direct children. 0 lists those at the top level. */
	withParent?: number;
}

/**
 * Reads links when a page is requested: folders and published stories, without content. `id` is the uuid. Every change of a story
 * purges pages that read links.
 *
 * @throws {AstroError} as `liveStories()`
 * @example
 * export const collections = { links: defineLiveCollection({ loader: liveLinks() }) };
 */
export function liveLinks(): LiveLoader<Link, { id: string }, LiveLinksFilter> {
	const read = async () => {
		tag('stories');
		return (await spaceNow()).links;
	};
	return {
		name: 'astro-slugline/live-links',
		async loadEntry({ filter: { id } }) {
			const data = (await read()).find(({ uuid }) => uuid === id);
			return data && { id, data: ownCopy(data) };
		},
		async loadCollection({ filter = {} }) {
			const found = (await read()).filter((link) => selectsLink(filter, link));
			return { entries: found.map((data) => ({ id: data.uuid, data: ownCopy(data) })) };
		},
	};
}

/** An entry of a datasource, with its values by the `entry_value` of each dimension. */
export interface LiveDatasourceEntry extends Record<string, unknown>, MergedEntry {
	/** The place of the entry in its datasource, from 0. */
	position: number;
}

/**
 * Reads the entries of a datasource when a page is requested, with the values of all dimensions. `id` is the entry's name, or its
 * numeric id if several share the name.
 *
 * @param slug of the datasource
 * @throws {Error} as the `error` of a read, if the space has no datasource with that slug; otherwise as `liveStories()`
 * @example
 * export const collections = { labels: defineLiveCollection({ loader: liveDatasource('labels') }) };
 */
export function liveDatasource(slug: string): LiveLoader<LiveDatasourceEntry, { id: string }> {
	const read = async () => {
		tag('space', `datasource:${tagText(slug)}`);
		const found = await guarded(() => reader().datasource(slug));
		if (!found) throw new Error(`The space has no datasource with the slug \`${slug}\`.`);
		return entriesById(ownCopy(found)).map(([id, data]) => ({ id, data }));
	};
	return {
		name: 'astro-slugline/live-datasource',
		loadEntry: async ({ filter }) => (await read()).find(({ id }) => id === filter.id),
		loadCollection: async () => ({ entries: await read() }),
	};
}
