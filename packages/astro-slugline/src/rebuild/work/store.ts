import { errorCode } from 'astro-keep/shared/error-code';
import type { Storage } from 'unstorage';
import { z } from 'zod';
import { inTime } from '../model/clock.js';
import { RebuildError, wordsOf } from '../model/rebuild-error.js';
import { type PendingRecord, recordSchema, storedRecord, storedVersion } from './pending.js';

const offsetsSchema = z.record(z.string(), z.number());

/** The state of the receiver that holds the lock. Only this receiver writes it, under its own token. */
const stateSchema = z
	.object({
		version: storedVersion,
		/** For each record, the number of the last call that is built or needs no build. */
		done: offsetsSchema,
		endedAt: z.number().nullable(),
		/** When the current attempt started. If it is no longer running, its receiver was killed. */
		buildingSince: z.number().nullable(),
		/** What the last attempt left to do. */
		left: z
			.object({
				upTo: offsetsSchema,
				/** The number of targets. */
				of: z.number(),
				/** Which of them succeeded, by index. */
				succeeded: z.array(z.number()),
				/** The number of failures in a row; 0 if a target only has to wait for its deploy. */
				failures: z.number(),
				retryAt: z.number(),
			})
			.transform(({ upTo: endOffsets, of: targets, ...rest }) => ({ endOffsets, targets, ...rest }))
			.nullable(),
		/** The space's version when the last good build started; null if it was not read. */
		goodVersion: z.number().nullable(),
		/** The version that remote targets were last called for, with the edge's snapshot if that was what had changed. */
		triggered: z.object({ version: z.number(), cv: z.number().nullable(), at: z.number() }).nullable(),
	})
	.transform(({ version: _, done: committed, left: unfinished, ...rest }) => ({
		...{ ...rest, committed, unfinished },
	}));

export type State = z.output<typeof stateSchema>;

function storedState({ committed, unfinished, ...rest }: State): z.input<typeof stateSchema> {
	const stored = { version: 1 as const, ...rest, done: committed };
	if (!unfinished) return { ...stored, left: null };
	const { endOffsets: upTo, targets: of, ...others } = unfinished;
	return { ...stored, left: { upTo, of, ...others } };
}

const emptyState: State = {
	committed: {},
	endedAt: null,
	buildingSince: null,
	unfinished: null,
	goodVersion: null,
	triggered: null,
};

const recordKey = (id: string) => `rebuild:pending:${id}`;
const stateKey = (token: number) => `rebuild:state:${token}`;

/** Everything that is stored, at the time of one read. */
export type Stored = Awaited<ReturnType<typeof readAll>>;

/**
 * The state that all receivers share. It is written under the token of the lock's holder, and the highest token counts, so a
 * holder that lost its lock without noticing writes to a place that is never read.
 */
export type Store = ReturnType<typeof createStore>;

export function createStore(storage: Storage) {
	const guard = async <T>(doing: string, action: () => Promise<T>): Promise<T> => {
		try {
			return await inTime(action());
		} catch (error) {
			// Not the whole error, because a driver may quote its address with the password.
			const code = errorCode(error);
			const why = code === undefined ? '' : ` (${wordsOf(code)})`;
			throw new RebuildError(
				`The storage of the rebuild hook could not be ${doing}${why}. Calls that cannot be stored are answered with 503. Check the option \`storage\`, or without it, that the folder .slugline can be written.`,
			);
		}
	};

	return {
		/** @throws {RebuildError} if the storage cannot be read */
		read: () => guard('read', () => readAll(storage)),
		/** @throws {RebuildError} if the storage cannot be written */
		writeRecord: (id: string, record: PendingRecord) =>
			guard('written', () => storage.setItem(recordKey(id), storedRecord(record))),
		/** @throws {RebuildError} if the storage cannot be written */
		writeState: (token: number, state: State) =>
			guard('written', () => storage.setItem(stateKey(token), storedState(state))),
		/** Deletes records or keys, and ignores failures. */
		async remove({ records = [], keys = [] }: { records?: string[]; keys?: string[] }) {
			const all = [...records.map(recordKey), ...keys];
			await inTime(Promise.all(all.map((key) => storage.removeItem(key).catch(() => {})))).catch(() => {});
		},
	};
}

async function readAll(storage: Storage) {
	const keys = await storage.getKeys('rebuild:');
	const tokens = keys.flatMap((key) => /^rebuild:state:(\d+)$/.exec(key)?.[1] ?? []).map(Number);
	const ids = keys.flatMap((key) => /^rebuild:pending:([\w-]+)$/.exec(key)?.[1] ?? []);
	/** Keys whose values are not ours, or are damaged. */
	const unreadable: string[] = [];
	const take = async <T>(key: string, schema: z.ZodType<T>) => {
		const value = await storage.getItem(key);
		// It was deleted after it was listed.
		if (value === null) return null;
		const parsed = schema.safeParse(value);
		if (parsed.success) return parsed.data;
		unreadable.push(key);
		return null;
	};

	let state: State | null = null;
	for (const token of tokens.toSorted((a, b) => b - a)) {
		state ??= await take(stateKey(token), stateSchema);
	}
	const records = new Map<string, PendingRecord>();
	const readRecord = async (id: string) => {
		const record = await take(recordKey(id), recordSchema);
		if (record) records.set(id, record);
	};
	await Promise.all(ids.map(readRecord));
	const token = Math.max(0, ...tokens);
	return {
		records,
		/** The state under the highest token. */
		state: state ?? emptyState,
		/** That token; 0 if nothing has been written yet. */
		token,
		unreadable,
		/** Keys of states under lower tokens. */
		outdated: tokens.filter((each) => each < token).map(stateKey),
	};
}
