import { z } from 'zod';
import { type Datasource, type DatasourceEntry, datasourceSchema } from '../../wire/index.js';
import type { Source } from '../model/options.js';
import type { MergedEntry } from '../model/synced-space.js';
import { type Answering, cachedOrFetched } from './cached-or-fetched.js';
import { wholeList } from './read-whole.js';

const mergedEntrySchema = z.object({
	id: z.number(),
	name: z.string(),
	value: z.string(),
	dimensions: z.record(z.string(), z.string()),
});

const perPage = 1000;

/** The datasources of a space and their entries. Each is fetched at most once. */
interface Datasources {
	list(): Promise<Datasource[]>;
	entries(slug: string): Promise<MergedEntry[]>;
}

export function createDatasources(client: Source, answering: Answering): Datasources {
	const { again } = answering;
	// Without a cv, the edge redirects to the current one, so a named datasource is read as it is now.
	const base = (named: boolean) => ({ perPage, cv: named ? undefined : (answering.cv ?? undefined) });
	const trustingUnless = (named: boolean) => (named ? { ...answering, trusting: false } : answering);
	let list: Promise<Datasource[]> | undefined;
	const entries = new Map<string, Promise<MergedEntry[]>>();

	const listOnce = () => {
		list ??= cachedOrFetched(trustingUnless(again.size > 0), {
			name: ['datasources'],
			shape: z.array(datasourceSchema),
			what: 'the list of datasources',
			ask: () => wholeList('datasources', client.datasources, base(again.size > 0)),
		});
		return list;
	};
	const askEntries = async (slug: string) => {
		const dimensions = (await listOnce()).find((source) => source.slug === slug)?.dimensions ?? [];
		const sweep = (dimension?: string) =>
			wholeList(`entries of the datasource “${slug}”`, client.datasourceEntries, {
				...base(again.has(slug)),
				datasource: slug,
				dimension,
			});
		const [plain, ...others] = await Promise.all([
			sweep(),
			...dimensions.map(({ entry_value }) => sweep(entry_value)),
		]);
		return mergeEntries(
			plain,
			dimensions.map(({ entry_value }, place) => [entry_value, others[place] ?? []]),
		);
	};
	return {
		list: listOnce,
		entries(slug) {
			const existing = entries.get(slug);
			if (existing) return existing;
			const asked = cachedOrFetched(trustingUnless(again.has(slug)), {
				name: ['entries', slug],
				shape: z.array(mergedEntrySchema),
				what: `the datasource “${slug}”`,
				ask: () => askEntries(slug),
			});
			entries.set(slug, asked);
			return asked;
		},
	};
}

/**
 * Merges the lists of entries: one entry per id, in the order of the plain list, with its value in each dimension. Entries that share
 * a name stay separate.
 *
 * @param byDimension the list of each dimension, by its `entry_value`
 */
function mergeEntries(
	plain: readonly DatasourceEntry[],
	byDimension: readonly (readonly [dimension: string, entries: readonly DatasourceEntry[]])[],
): MergedEntry[] {
	const merged = new Map<number, MergedEntry>();
	for (const { id, name, value } of plain) merged.set(id, { id, name, value, dimensions: {} });
	for (const [dimension, entries] of byDimension) {
		for (const entry of entries) {
			const target = merged.get(entry.id);
			if (target && entry.dimension_value !== null) target.dimensions[dimension] = entry.dimension_value;
		}
	}
	return [...merged.values()];
}
