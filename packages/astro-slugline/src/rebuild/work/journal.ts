import type { WebhookEvent } from '../call/classify.js';
import type { Clock } from '../clock.js';
import type { OwnCause } from '../event.js';
import { emptyRecord, type Marks, type PendingRecord, withCall, withoutDone } from './pending.js';
import type { Store } from './store.js';

const hour = 3_600_000;

/** After this time nobody writes to an idle record any more: see {@link createJournal}. */
export const recordLifetime = 24 * hour;

/** Keeps calls before they are answered. */
export interface Journal {
	/**
	 * Resolves when the call is kept.
	 *
	 * @throws {RebuildError} if it could not be
	 */
	add(event: WebhookEvent | OwnCause): Promise<void>;
	/** Drops from memory what is done. */
	forget(done: Marks): void;
	/** Writes again what is not done and the storage has no more. True if there was something. */
	restore(records: ReadonlyMap<string, unknown>): Promise<boolean>;
}

/**
 * The journal of a process that lasts: one record, rewritten as a whole. Calls that come while a write is under way share the
 * next one. A record that was idle for an hour is left for a new one, so that a builder may delete it a day after its last call.
 */
export function createJournal(store: Store, clock: Clock): Journal {
	// Named at the first call: some hosts give no randomness while a module is loaded.
	let id: string | null = null;
	let record: PendingRecord = emptyRecord(clock.now());
	/** The id that the storage has had. */
	let written: string | null = null;
	let current: Promise<void> | null = null;
	let next: Promise<void> | null = null;

	const write = async (key: string) => {
		await current?.catch(() => {});
		current = next;
		next = null;
		try {
			await store.writeRecord(key, record);
			written = key;
		} finally {
			if (!next) current = null;
		}
	};

	return {
		async add(event) {
			const now = clock.now();
			if (id === null || (!current && !next && now - record.last > hour)) {
				id = crypto.randomUUID();
				record = emptyRecord(now);
			}
			record = withCall(record, event, now);
			next ??= write(id);
			await next;
		},
		forget(done) {
			if (id !== null) record = withoutDone(record, done[id] ?? 0);
		},
		async restore(records) {
			if (id === null || written !== id || records.has(id) || record.happenings.length === 0) return false;
			next ??= write(id);
			await next;
			return true;
		},
	};
}

/**
 * The journal of a host whose process may be gone after the answer: a record for each call, and nothing in memory, since such
 * hosts let no request wait for what another one began.
 */
export function createStatelessJournal(store: Store, clock: Clock): Journal {
	return {
		add(event) {
			const record = withCall(emptyRecord(clock.now()), event, clock.now());
			return store.writeRecord(crypto.randomUUID(), { ...record, closed: true });
		},
		forget() {},
		restore: async () => false,
	};
}
