import type { z } from 'zod';
import type { SideRecords } from './kept/side-records.js';
import { SyncError } from './sync-error.js';

/** How a space answers what is not in its index: by asking, or from what was kept. */
export interface Answering {
	records: SideRecords;
	/** Null for drafts, whose answers are kept for working offline only. */
	cv: number | null;
	/** False after everything was listed anew: then nothing kept is taken for an answer, unless asking fails. */
	trusting: boolean;
	/** Slugs of datasources that are asked for again. */
	again: ReadonlySet<string>;
	/** Never ask. */
	offline: boolean;
	/** After a failure take what was kept, whatever its cache version. */
	keep: boolean;
	onNotice: (sentence: string) => void;
}

export interface Question<T> {
	name: readonly string[];
	shape: z.ZodType<T>;
	/** What it is about. @example 'the datasource “labels”' */
	what: string;
	ask: () => Promise<T>;
}

/**
 * The kept answer if it is of this cache version, else the service's, which is then kept.
 *
 * @throws {SyncError} if offline and no answer is kept
 */
export async function keepOrAsk<T>(
	{ records, cv, trusting, offline, keep, onNotice }: Answering,
	{ name, shape, what, ask }: Question<T>,
): Promise<T> {
	const kept = await records.read([...name], shape);
	if (kept && (offline || (trusting && cv !== null && kept.cv === cv))) return kept.value;
	if (offline) throw notKept(what);
	let value: T;
	try {
		value = await ask();
	} catch (error) {
		if (!keep || !kept) throw error;
		onNotice(`Could not read ${what} (${wordsOf(error)}); what was kept of it is used.`);
		return kept.value;
	}
	await records.write([...name], cv, value);
	return value;
}

/** What an error says. */
export const wordsOf = (error: unknown): string =>
	(error instanceof Error ? error.message : String(error)).replace(/\.$/, '');

const notKept = (what: string) =>
	new SyncError(
		`The site is built offline, and ${what} was never kept.`,
		'Build once while the service can be reached.',
	);
