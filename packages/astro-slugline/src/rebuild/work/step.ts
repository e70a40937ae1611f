import { keepAlive } from '../lock/lock.js';
import { type AttemptParts, attempt } from './attempt.js';
import type { Journal } from './journal.js';
import { pendingOf } from './pending.js';
import type { Stored } from './store.js';

export interface StepParts extends AttemptParts {
	journal: Journal;
	leaseMs: number;
	/** Aborted when the hook is closed. */
	closed: AbortSignal;
}

/**
 * `idle`: nothing is pending; `wait`: nothing can be done before `until`, because a burst, a retry, or another receiver has to be
 * waited for; `again`: something was done, so check again; `failed`: a target failed, and its retry is stored.
 */
export type Step =
	| { kind: 'idle' | 'again' | 'failed' }
	| { kind: 'wait'; until: number; why: 'burst' | 'retry' | 'lock' };

/** Milliseconds between attempts to get a lock that another receiver holds. */
const lockPollMs = 1000;

/**
 * Checks once, and does what is due.
 *
 * @param hurry builds what is pending now, without waiting for the end of a burst or for a retry
 * @throws {RebuildError} if the storage cannot be read or written
 */
export async function step(parts: StepParts, hurry: boolean): Promise<Step> {
	const { lock, clock, closed, leaseMs } = parts;
	const stored = await readWhole(parts);
	const batch = pendingOf(stored.records, stored.state.committed);
	if (!batch) {
		parts.debounce.reset();
		return { kind: 'idle' };
	}
	const due = parts.debounce.dueOf(batch, stored.state);
	if (!hurry && due.at > clock.now()) return { kind: 'wait', until: due.at, why: due.why };
	const lease = await lock.acquire(stored.token);
	if (!lease) return { kind: 'wait', until: clock.now() + lockPollMs, why: 'lock' };

	const heart = keepAlive(lease, clock, leaseMs);
	try {
		const signal = AbortSignal.any([closed, heart.lost]);
		const failed = await attempt(parts, lease, { hurry, signal, isHeld: heart.check });
		if (heart.lost.aborted) {
			parts.logger.warn('Another receiver has taken over, because this one did not renew its lease in time.');
		}
		return { kind: failed ? 'failed' : 'again' };
	} finally {
		heart.stop();
		await lease.release().catch(() => {});
	}
}

/** Reads the storage, and writes again the calls of this receiver that it has lost, for example by restarting without its data. */
export async function readRestored({
	store,
	journal,
	logger,
}: Pick<StepParts, 'store' | 'journal' | 'logger'>) {
	const stored = await store.read();
	journal.forget(stored.state.committed);
	if (!(await journal.restore(stored.records))) return stored;
	logger.warn('The storage lost stored calls, as after a restart without its data. They were written again.');
	return store.read();
}

/** Reads the storage, and replaces unreadable records with a cause of their own. */
async function readWhole(parts: StepParts): Promise<Stored> {
	const { store, clock, journal, logger } = parts;
	const first = await readRestored(parts);
	if (first.unreadable.length === 0) return first;
	// A driver that writes in place may have been read in the middle of a write.
	await clock.sleep(200, parts.closed);
	const second = await store.read();
	const torn = second.unreadable.filter((key) => first.unreadable.includes(key));
	if (torn.length === 0) return second;
	logger.warn('Some pending calls can no longer be read. Building, whatever they were.');
	await journal.add('unreadable');
	await store.remove({ keys: torn });
	return store.read();
}
