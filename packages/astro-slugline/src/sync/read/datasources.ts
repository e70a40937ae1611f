import { z } from 'zod';
import { mergedEntries } from '../../shared/api/merged-entries.js';
import { once, oncePerKey } from '../../shared/once.js';
import { datasourceSchema } from '../../wire/index.js';
import { wholeList } from '../fetch/whole-list.js';
import { cachedOrFetched, type SideReading } from './cache-first.js';

const mergedEntrySchema = z.object({
	id: z.number(),
	name: z.string(),
	value: z.string(),
	dimensions: z.record(z.string(), z.string()),
});

const perPage = 1000;

/** The datasources of a space and their entries. Each is fetched at most once. */
export function openDatasources(sideReading: SideReading) {
	const { again, settings } = sideReading;
	const { client } = settings;
	// Without a cv, the edge redirects to the current one, so a named datasource is read as it is now.
	const base = (named: boolean) => ({ perPage, cv: named ? undefined : (sideReading.cv ?? undefined) });
	const trustingUnless = (named: boolean) => (named ? { ...sideReading, trusting: false } : sideReading);
	const list = once(() =>
		cachedOrFetched(trustingUnless(again.size > 0), {
			name: ['datasources'],
			shape: z.array(datasourceSchema),
			what: 'the list of datasources',
			ask: () => wholeList('datasources', client.datasources, base(again.size > 0)),
		}),
	);
	const askEntries = async (slug: string) => {
		const dimensions = (await list()).find((source) => source.slug === slug)?.dimensions ?? [];
		return mergedEntries(dimensions, (dimension) =>
			wholeList(`entries of the datasource “${slug}”`, client.datasourceEntries, {
				...base(again.has(slug)),
				datasource: slug,
				dimension,
			}),
		);
	};
	const entries = oncePerKey((slug: string) =>
		cachedOrFetched(trustingUnless(again.has(slug)), {
			name: ['entries', slug],
			shape: z.array(mergedEntrySchema),
			what: `the datasource “${slug}”`,
			ask: () => askEntries(slug),
		}),
	);
	return { list, entries };
}
