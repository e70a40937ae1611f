import { z } from 'zod';
import { packageVersion } from '../../shared/version.js';
import type { TextStore } from '../cache/text-store.js';
import { textHash } from '../model/hash.js';
import type { Settings } from '../model/options.js';
import { SyncError } from '../model/sync-error.js';

type SideRecords = ReturnType<typeof createSideRecords>;

/** Records that are cached besides the state: datasources and results of filters. A damaged record counts as missing. */
export function createSideRecords(store: TextStore, spaceId: number) {
	const keyOf = async ([kind = '', ...rest]: readonly string[]) =>
		rest.length === 0 ? `side:${kind}` : `side:${kind}-${await textHash(JSON.stringify(rest))}`;
	const origin = { package: z.literal(packageVersion), space: z.literal(spaceId), cv: z.number().nullable() };
	return {
		/** The record with a name and the cv of its request, if it is from this space and has the given shape. */
		async read<Shape extends z.ZodType>(name: readonly string[], shape: Shape) {
			const text = await store.readSealed(await keyOf(name));
			return text === undefined
				? undefined
				: z.object({ ...origin, value: shape }).safeParse(JSON.parse(text)).data;
		},
		async write(name: readonly string[], cv: number | null, value: unknown) {
			const record = { package: packageVersion, space: spaceId, cv, value };
			await store.writeSealed(await keyOf(name), JSON.stringify(record));
		},
	};
}

/** The cache beside the state: what a synced space reads that is not in its index, such as datasources. */
export interface SideCache {
	records: SideRecords;
	/** The cv of the state; null for drafts, whose records are cached only for working offline. */
	cv: number | null;
	/** False after everything was fetched again. Cached records are then used only if the API fails. */
	isFresh: boolean;
	/** Slugs of the datasources to fetch again. */
	refetch: ReadonlySet<string>;
	settings: Settings;
}

interface Lookup<T> {
	name: readonly string[];
	shape: z.ZodType<T>;
	/** The subject, for messages. @example 'the datasource “labels”' */
	what: string;
	fetch: () => Promise<T>;
}

/**
 * Returns the cached record if it is of this cv, or else fetches and caches it.
 *
 * @throws errors of the client
 * @throws {SyncError} if offline and there is no cached record
 */
export async function cacheFirst<T>(
	{ records, cv, isFresh, settings }: SideCache,
	{ name, shape, what, fetch }: Lookup<T>,
): Promise<T> {
	const { offline, onError, onNotice } = settings;
	const cached = await records.read([...name], shape);
	if (cached && (offline || (isFresh && cv !== null && cached.cv === cv))) return cached.value;
	if (offline) throw notCached(what);
	let value: T;
	try {
		value = await fetch();
	} catch (error) {
		if (onError !== 'keep' || !cached) throw error;
		onNotice(`Could not read ${what} (${wordsOf(error)}); using the cached version.`);
		return cached.value;
	}
	await records.write([...name], cv, value);
	return value;
}

/** The message of an error, without a period at the end. */
export const wordsOf = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

export const notCached = (what: string) =>
	new SyncError(
		`The site is built offline, and ${what} is not cached.`,
		'Build once while the API can be reached.',
	);
