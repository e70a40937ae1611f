import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'zod';
import { unknownOptions } from '../../shared/text/named.js';
import type { MergedEntry, SyncedSpace } from '../../sync/index.js';
import { datasourceSchema } from '../../wire/index.js';
import { writeCollection } from '../content-store/index.js';
import { connectionOf, datasourcesLoader } from '../session/index.js';
import { guarded } from './guard.js';
import { collectionWarnings } from './warnings.js';
import { writeItems } from './write-items.js';

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
 * @throws {AstroError} when loading, if the sync fails
 * @example
 * const sources = defineCollection({ loader: datasources() });
 */
export function datasources(options: DatasourceOptions = {}) {
	return loaderOf('datasources()', options, datasourceSchema, async (space, warn) => {
		const all = await space.datasources();
		if (all.length === 0) warn(['The space has no datasources, so it is empty.']);
		return all.map((datasource) => [datasource.slug, datasource]);
	});
}

/**
 * Loads the entries of one datasource with the values of all its dimensions. `id` is the entry's name; `data` is
 * `{ id, name, value, position, dimensions: { de: '…' } }`. Entries that share a name have their numeric ids, with a warning.
 *
 * @param slug of the datasource
 * @throws {AstroError} when loading, if the space has no datasource with that slug, or if the sync fails
 * @example
 * const labels = defineCollection({ loader: datasource('labels') });
 */
export function datasource(slug: string, options: DatasourceOptions = {}) {
	return loaderOf('datasource()', options, mergedEntrySchema, async (space, warn, context) => {
		const all = await space.datasources();
		if (!all.some((candidate) => candidate.slug === slug)) {
			throw new AstroError(
				`The collection \`${context.collection}\` loads the datasource \`${slug}\`, which the space does not have.`,
				`The datasources of the space are: ${all.map((candidate) => candidate.slug).join(', ') || 'none'}.`,
			);
		}
		const entries = await space.datasourceEntries(slug);
		if (entries.length === 0) warn([`The datasource \`${slug}\` has no entries, so it is empty.`]);
		const placed = entries.map((entry, position) => ({ ...entry, position }));
		return withIds(placed, slug, context);
	});
}

/** @param itemsOf returns the items to load, with their ids */
function loaderOf<Schema extends z.ZodType>(
	of: string,
	options: DatasourceOptions,
	schema: Schema,
	itemsOf: (
		space: SyncedSpace,
		warn: (sentences: string[]) => void,
		context: LoaderContext,
	) => Promise<[id: string, item: object][]>,
) {
	return {
		name: datasourcesLoader,
		schema,
		load: (context: LoaderContext) =>
			guarded(context, async () => {
				const { warn } = collectionWarnings(context);
				warn(unknownOptions(of, options, ['space']));
				const { space } = await connectionOf(context.config, options.space).synced(
					context.collection,
					context.refreshContextData,
				);
				const items = await itemsOf(space, warn, context);
				await writeCollection(context, (writer) => writeItems(context, writer, items, ''));
			}),
	} satisfies Loader;
}

function withIds<Entry extends MergedEntry>(
	entries: Entry[],
	slug: string,
	{ logger }: LoaderContext,
): [string, Entry][] {
	const count = new Map<string, number>();
	for (const { name } of entries) count.set(name, (count.get(name) ?? 0) + 1);
	for (const [name, times] of count) {
		if (times > 1) {
			logger.warn(
				`The datasource \`${slug}\` has ${times} entries named \`${name}\`, so they have their numeric ids in the collection.`,
			);
		}
	}
	return entries.map((entry) => [count.get(entry.name) === 1 ? entry.name : String(entry.id), entry]);
}
