import type { WebhookEvent } from '../call/classify.js';
import type { Clock } from '../model/clock.js';
import type { OwnCause } from '../model/event.js';
import { emptyRecord, type Offsets, type PendingRecord, withCall, withoutCommitted } from './pending.js';
import type { Store } from './store.js';

const hour = 3_600_000;

/** Milliseconds after which an idle record is no longer written: see {@link createJournal}. */
export const recordLifetimeMs = 24 * hour;

export type Journal = ReturnType<typeof createJournal>;

/**
 * Stores calls before they are answered. The journal of a process is one record, rewritten as a whole. Calls that arrive during a
 * write share the next write. After an hour without a call the journal starts a new record, so that a builder may delete the old
 * one a day after its last call.
 *
 * @param lasts false on a host whose process may end after the answer. Each call is a record of its own there, and nothing stays in
 *   memory, because a request cannot wait for the work of another
 */
export function createJournal(store: Store, clock: Clock, lasts: boolean) {
	// Named at the first call, because some hosts have no randomness while a module loads.
	let id: string | null = null;
	let record: PendingRecord = emptyRecord(clock.now());
	/** The id under which the record was last written. */
	let written: string | null = null;
	let last = Promise.resolve();
	/** A write that has not begun, so that it will have what is added until then. */
	let next: Promise<void> | null = null;

	const write = (key: string) => {
		next ??= last
			.catch(() => {})
			.then(async () => {
				next = null;
				await store.writeRecord(key, record);
				written = key;
			});
		last = next;
		return next;
	};

	return {
		/**
		 * Resolves when the call is stored.
		 *
		 * @param alone true to store it as a record of its own
		 * @throws {RebuildError} if it could not be stored
		 */
		async add(event: WebhookEvent | OwnCause, alone = !lasts) {
			const now = clock.now();
			if (alone) {
				const only = withCall(emptyRecord(now), event, now);
				return store.writeRecord(crypto.randomUUID(), { ...only, closed: true });
			}
			if (id === null || (!next && now - record.last > hour)) {
				id = crypto.randomUUID();
				record = emptyRecord(now);
			}
			record = withCall(record, event, now);
			return write(id);
		},
		/** Removes calls that are handled from memory. */
		forget(committed: Offsets) {
			if (id !== null) record = withoutCommitted(record, committed[id] ?? 0);
		},
		/** Writes calls again that are not handled and that the storage has lost. True if there were any. */
		async restore(records: ReadonlyMap<string, unknown>) {
			if (id === null || written !== id || records.has(id) || record.events.length === 0) return false;
			await write(id);
			return true;
		},
	};
}
