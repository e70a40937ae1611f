import { AstroError } from 'astro/errors';
import type { Loader, LoaderContext } from 'astro/loaders';
import { z } from 'zod';
import { unknownOptions } from '../../shared/text/named.js';
import type { MergedEntry } from '../../sync/index.js';
import { datasourceSchema } from '../../wire/index.js';
import { connectionOf, datasourcesLoader } from '../session/index.js';
import { guarded } from './guard.js';
import { settle } from './settle.js';
import { collectionWarnings } from './warnings.js';

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
	return {
		name: datasourcesLoader,
		schema: datasourceSchema,
		load: (context: LoaderContext) =>
			guarded(context, async () => {
				const warnings = collectionWarnings(context);
				warnings.warn(unknownOptions('datasources()', options, ['space']));
				const { space } = await connectionOf(context.config, options.space).synced(
					context.collection,
					context.refreshContextData,
				);
				const all = await space.datasources();
				if (all.length === 0) warnings.warn(['The space has no datasources, so it is empty.']);
				await fill(
					context,
					all.map((datasource) => [datasource.slug, datasource]),
				);
			}),
	} satisfies Loader;
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
	return {
		name: datasourcesLoader,
		schema: mergedEntrySchema,
		load: (context: LoaderContext) =>
			guarded(context, async () => {
				const warnings = collectionWarnings(context);
				warnings.warn(unknownOptions('datasource()', options, ['space']));
				const { space } = await connectionOf(context.config, options.space).synced(
					context.collection,
					context.refreshContextData,
				);
				const all = await space.datasources();
				if (!all.some((candidate) => candidate.slug === slug)) {
					throw new AstroError(
						`The collection \`${context.collection}\` loads the datasource \`${slug}\`, which the space does not have.`,
						`The datasources of the space are: ${all.map((candidate) => candidate.slug).join(', ') || 'none'}.`,
					);
				}
				const entries = await space.datasourceEntries(slug);
				if (entries.length === 0)
					warnings.warn([`The datasource \`${slug}\` has no entries, so it is empty.`]);
				const placed = entries.map((entry, position) => ({ ...entry, position }));
				await fill(context, withIds(placed, slug, context));
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

async function fill(
	context: LoaderContext,
	items: [string, Record<string, unknown> | MergedEntry][],
): Promise<void> {
	const fresh = [];
	for (const [id, item] of items) {
		const digest = context.generateDigest(JSON.stringify(item));
		if (context.store.get(id)?.digest === digest) continue;
		fresh.push({ id, data: await context.parseData({ id, data: { ...item } }), digest });
	}
	settle(context, new Set(items.map(([id]) => id)), fresh, '');
}
