import { once, oncePerKey } from 'astro-keep/shared/once';
import { z } from 'zod';
import { mergedEntries } from '../../shared/api/merged-entries.js';
import { datasourceSchema } from '../../wire/index.js';
import { wholeList } from '../fetch/whole-list.js';
import { cacheFirst, type SideCache } from './cache-first.js';

const mergedEntrySchema = z.object({
	id: z.number(),
	name: z.string(),
	value: z.string(),
	dimensions: z.record(z.string(), z.string()),
});

const perPage = 1000;

/** The datasources of a space and their entries. Each is fetched at most once. */
export function openDatasources(sideCache: SideCache) {
	const { refetch, settings } = sideCache;
	const { client } = settings;
	// Without a cv, the edge redirects to the current one, so a named datasource is read as it is now.
	const base = (named: boolean) => ({ perPage, cv: named ? undefined : (sideCache.cv ?? undefined) });
	const freshUnless = (named: boolean) => (named ? { ...sideCache, isFresh: false } : sideCache);
	const list = once(() =>
		cacheFirst(freshUnless(refetch.size > 0), {
			name: ['datasources'],
			shape: z.array(datasourceSchema),
			what: 'the list of datasources',
			fetch: () => wholeList('datasources', client.datasources, base(refetch.size > 0)),
		}),
	);
	const fetchEntries = async (slug: string) => {
		const dimensions = (await list()).find((source) => source.slug === slug)?.dimensions ?? [];
		return mergedEntries(dimensions, (dimension) =>
			wholeList(`entries of the datasource “${slug}”`, client.datasourceEntries, {
				...base(refetch.has(slug)),
				datasource: slug,
				dimension,
			}),
		);
	};
	const entries = oncePerKey((slug: string) =>
		cacheFirst(freshUnless(refetch.has(slug)), {
			name: ['entries', slug],
			shape: z.array(mergedEntrySchema),
			what: `the datasource “${slug}”`,
			fetch: () => fetchEntries(slug),
		}),
	);
	return { list, entries };
}
