import { keepAlive } from '../lock/lock.js';
import type { Logger } from '../logger.js';
import { type AttemptParts, attempt } from './attempt.js';
import type { Journal } from './journal.js';
import { pendingOf } from './pending.js';
import type { Kept } from './store.js';

export interface StepParts extends AttemptParts {
	journal: Journal;
	leaseMs: number;
	waiting: Waiting;
	/** Aborted when the hook is closed. */
	closed: AbortSignal;
}

/**
 * `idle`: nothing is pending; `wait`: nothing can be done before `until`, for a burst to end, a retry to come or another
 * receiver to be ready; `again`: something was done, so look again; `failed`: a target failed, and its retry is noted.
 */
export type Step =
	| { kind: 'idle' }
	| { kind: 'wait'; until: number; why: 'quiet' | 'retry' | 'lock' }
	| { kind: 'again' }
	| { kind: 'failed' };

/** Says, once for each wait, that another receiver has the lock. */
export interface Waiting {
	tell(): void;
	over(): void;
}

export function createWaiting(logger: Logger): Waiting {
	let isTold = false;
	return {
		tell() {
			if (!isTold)
				logger.info('Another receiver builds, or was stopped while it did. This one waits for it.');
			isTold = true;
		},
		over() {
			isTold = false;
		},
	};
}

/** How often one that waits for another receiver's build looks again. */
const lockLookMs = 1000;

/**
 * Looks once, and does what is due.
 *
 * @param hurry build now what is pending, however short the quiet and however long the backoff
 * @throws {RebuildError} if the storage cannot be read or written
 */
export async function step(parts: StepParts, hurry: boolean): Promise<Step> {
	const { lock, clock, closed, leaseMs } = parts;
	const kept = await readWhole(parts);
	const batch = pendingOf(kept.records, kept.state.done);
	if (!batch) {
		parts.timing.reset();
		return { kind: 'idle' };
	}
	const due = parts.timing.dueOf(batch, kept.state);
	if (!hurry && due.at > clock.now()) return { kind: 'wait', until: due.at, why: due.why };
	const lease = await lock.acquire(kept.token);
	if (!lease) {
		parts.waiting.tell();
		return { kind: 'wait', until: clock.now() + lockLookMs, why: 'lock' };
	}
	parts.waiting.over();

	const heart = keepAlive(lease, clock, leaseMs);
	try {
		const signal = AbortSignal.any([closed, heart.lost]);
		const outcome = await attempt(parts, lease, { hurry, signal, isHeld: heart.check });
		if (heart.lost.aborted) {
			parts.logger.warn('Another receiver has taken over, since this one was not heard of for too long.');
		}
		return { kind: outcome === 'left' ? 'failed' : 'again' };
	} finally {
		heart.stop();
		await lease.release().catch(() => {});
	}
}

/** Reads, and writes again what a storage has lost of what this receiver was told, as one that restarted empty. */
export async function readRestored({
	store,
	journal,
	logger,
}: Pick<StepParts, 'store' | 'journal' | 'logger'>) {
	const kept = await store.read();
	journal.forget(kept.state.done);
	if (!(await journal.restore(kept.records))) return kept;
	logger.warn(
		'The storage has lost calls that it had kept, as after a restart without its data. They were written again.',
	);
	return store.read();
}

/** Reads, and turns records that nobody can read into a cause of their own. */
async function readWhole(parts: StepParts): Promise<Kept> {
	const { store, clock, journal, logger } = parts;
	const first = await readRestored(parts);
	if (first.unreadable.length === 0) return first;
	// Drivers that write in place may be seen in the middle of it.
	await clock.sleep(200, parts.closed);
	const second = await store.read();
	const torn = second.unreadable.filter((key) => first.unreadable.includes(key));
	if (torn.length === 0) return second;
	logger.warn('A part of what was pending cannot be read any more. A build is run, whatever it was.');
	await journal.add('unreadable');
	await store.remove({ keys: torn });
	return store.read();
}
