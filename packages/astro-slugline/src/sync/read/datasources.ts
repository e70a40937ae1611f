import { z } from 'zod';
import { type MergedEntry, mergeEntries } from '../../shared/api/merge-entries.js';
import { type Datasource, datasourceSchema } from '../../wire/index.js';
import type { Source } from '../model/options.js';
import { cachedOrFetched, type SideReading } from './cached-or-fetched.js';
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

export function openDatasources(client: Source, sideReading: SideReading): Datasources {
	const { again } = sideReading;
	// Without a cv, the edge redirects to the current one, so a named datasource is read as it is now.
	const base = (named: boolean) => ({ perPage, cv: named ? undefined : (sideReading.cv ?? undefined) });
	const trustingUnless = (named: boolean) => (named ? { ...sideReading, trusting: false } : sideReading);
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
