import { z } from 'zod';
import { entriesById } from '../../shared/api/merged-entries.js';
import { datasourceSchema } from '../../wire/index.js';
import { CollectionError } from '../page/data/index.js';
import { datasourcesLoader } from '../session/index.js';
import { loaderOf, writeItems } from './loader.js';

/** Options of the datasource loaders. */
export interface DatasourceOptions {
	/** Id of the integration, if the site has more than one space. @default 'default' */
	space?: string;
}

/** An entry of a datasource, with its value in each dimension by the dimension's `entry_value`. */
const mergedEntrySchema = z.object({
	id: z.number(),
	name: z.string(),
	value: z.string(),
	/** The place of the entry in its datasource, from 0. Collections have no order of their own. */
	position: z.number(),
	dimensions: z.record(z.string(), z.string()),
});

/**
 * Loads the space's datasources, without their entries. `id` is the slug; `data` has the name and the dimensions.
 *
 * @throws {CollectionError} when loading, if the sync fails
 * @example
 * const sources = defineCollection({ loader: datasources() });
 */
export function datasources(options: DatasourceOptions = {}) {
	return loaderOf(
		datasourcesLoader,
		datasourceSchema,
		options,
		['datasources()', ['space']],
		async (load) => {
			const all = await (await load.synced()).space.datasources();
			if (all.length === 0) load.warn(['The space has no datasources, so it is empty.']);
			const items = all.map((datasource) => [datasource.slug, datasource] as const);
			await writeItems(load, items, '');
		},
	);
}

/**
 * Loads the entries of one datasource with the values of all its dimensions. `id` is the entry's name; `data` is
 * `{ id, name, value, position, dimensions: { de: '…' } }`. Entries that share a name have their numeric ids, with a warning.
 *
 * @param slug of the datasource
 * @throws {CollectionError} when loading, without a slug, if the space has no datasource with that slug, or if the sync fails
 * @example
 * const labels = defineCollection({ loader: datasource('labels') });
 */
export function datasource(slug: string, options: DatasourceOptions = {}) {
	return loaderOf(
		datasourcesLoader,
		mergedEntrySchema,
		options,
		['datasource()', ['space']],
		async (load) => {
			const { collection, logger } = load.context;
			if (typeof slug !== 'string')
				throw new CollectionError(
					`The collection \`${collection}\` calls datasource() without the slug of a datasource.`,
					"Write `loader: datasource('labels')`.",
				);
			const { space } = await load.synced();
			const slugs = (await space.datasources()).map((candidate) => candidate.slug);
			if (!slugs.includes(slug)) {
				throw new CollectionError(
					`The collection \`${collection}\` loads the datasource \`${slug}\`, which the space does not have.`,
					`The datasources of the space are: ${slugs.join(', ') || 'none'}.`,
				);
			}
			const entries = await space.datasourceEntries(slug);
			if (entries.length === 0) load.warn([`The datasource \`${slug}\` has no entries, so it is empty.`]);
			const byName = Map.groupBy(entries, ({ name }) => name);
			for (const [name, { length }] of byName)
				if (length > 1)
					logger.warn(
						`The datasource \`${slug}\` has ${length} entries named \`${name}\`, so they have their numeric ids in the collection.`,
					);
			await writeItems(load, entriesById(entries), '');
		},
	);
}
