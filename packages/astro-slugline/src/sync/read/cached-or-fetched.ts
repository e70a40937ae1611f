import type { z } from 'zod';
import type { Settings } from '../model/options.js';
import { SyncError } from '../model/sync-error.js';
import type { SideRecords } from '../state/side-records.js';

/** How a synced space reads what is not in its index, such as datasources: from the side records, or from the API. */
export interface SideReading {
	records: SideRecords;
	/** The cv of the state; null for drafts, whose records are cached only for working offline. */
	cv: number | null;
	/** False after everything was fetched again. Cached records are then used only if the API fails. */
	trusting: boolean;
	again: ReadonlySet<string>;
	settings: Settings;
}

interface Question<T> {
	name: readonly string[];
	shape: z.ZodType<T>;
	/** The subject, for messages. @example 'the datasource “labels”' */
	what: string;
	ask: () => Promise<T>;
}

/**
 * Returns the cached record if it is of this cv, or else fetches and caches it.
 *
 * @throws errors of the client
 * @throws {SyncError} if offline and there is no cached record
 */
export async function cachedOrFetched<T>(
	{ records, cv, trusting, settings }: SideReading,
	{ name, shape, what, ask }: Question<T>,
): Promise<T> {
	const { offline, onError, onNotice } = settings;
	const cached = await records.read([...name], shape);
	if (cached && (offline || (trusting && cv !== null && cached.cv === cv))) return cached.value;
	if (offline) throw notCached(what);
	let value: T;
	try {
		value = await ask();
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
