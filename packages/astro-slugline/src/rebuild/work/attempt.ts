import type { Clock } from '../clock.js';
import { type Cause, isStoryCause, type RebuildEvent, type Target } from '../event.js';
import type { Lease, Lock } from '../lock/lock.js';
import type { Logger } from '../logger.js';
import { wordsOf } from '../rebuild-error.js';
import { compare, type Verdict, type Versions } from './compare.js';
import { backoff, type Timing } from './due.js';
import { recordLifetimeMs } from './journal.js';
import { type Batch, eventOf, type Marks, type PendingRecord, pendingOf, sameMarks } from './pending.js';
import type { State, Store } from './store.js';

export interface AttemptParts {
	store: Store;
	lock: Lock;
	targets: readonly Target[];
	/** Null if versions cannot be compared; every batch is built then. */
	versions: Versions | null;
	timing: Timing;
	clock: Clock;
	logger: Logger;
	deployTimeoutMs: number;
}

/**
 * `nothing`: there was nothing to do, or not yet; `done`: built, or no build was needed; `left`: a target failed or has to wait,
 * and its retry is stored; `stopped`: the hook was closed or lost its lease, and the next receiver starts over.
 */
export type Outcome = 'nothing' | 'done' | 'left' | 'stopped';

/** Milliseconds between checks of a target that waits for its deploy. */
const heldPollMs = 15_000;

/** One attempt to build what is pending, by the holder of the lock. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one attempt from the lock to its result, in order
export async function attempt(
	parts: AttemptParts,
	lease: Lease,
	options: { hurry: boolean; signal: AbortSignal; isHeld: () => Promise<boolean> },
): Promise<Outcome> {
	const { store, targets, timing, clock, logger } = parts;
	const { signal } = options;
	const isDue = (batch: Batch, state: State) => options.hurry || timing.dueOf(batch, state).at <= clock.now();

	let stored = await store.read();
	let batch = pendingOf(stored.records, stored.state.done);
	if (!batch || !isDue(batch, stored.state)) return 'nothing';

	const { state } = stored;
	const interrupted = state.buildingSince !== null;
	const hasFailed = interrupted || (state.left?.failures ?? 0) > 0;
	if (interrupted) logger.warn('A build was interrupted. Starting it again.');

	const verdict = await judge(parts, hasFailed ? null : batch, state, signal);
	if (signal.aborted) return 'stopped';
	if (verdict.upToDate) {
		logger.info(`Nothing to build: the site already has version ${verdict.version} of the space.`);
		await finish({ ...state, left: null }, batch.upTo);
		return 'done';
	}

	// The comparison took time, and more calls may have arrived.
	const since = batch;
	stored = await store.read();
	batch = pendingOf(stored.records, stored.state.done) ?? batch;
	if (!sameMarks(batch.upTo, since.upTo) && !isDue(batch, state)) return 'nothing';

	const left = state.left && sameMarks(state.left.upTo, batch.upTo) ? state.left : null;
	// If the targets are not those that were tried before, none of them has succeeded yet.
	const succeeded = new Set(left?.of === targets.length ? left.succeeded : []);
	const held = new Set(verdict.underWay ? [...targets.keys()].filter((index) => targets[index]?.remote) : []);
	const due = [...targets.keys()].filter((index) => !succeeded.has(index) && !held.has(index));
	if (due.length === 0) {
		await leave(state, batch, { succeeded, failures: 0, retryAt: clock.now() + heldPollMs });
		return 'left';
	}

	await store.writeState(lease.token, { ...state, buildingSince: clock.now() });
	const event = eventOf(batch, verdict.version, (left?.failures ?? 0) + 1);
	logger.info(`Building after ${nameCalls(event)}.`);
	const began = clock.now();
	let failed = false;
	let calledRemote = false;
	for (const index of due) {
		const target = targets[index];
		// A process that was paused may have lost the lease without noticing.
		if (!target || signal.aborted || !(await options.isHeld())) break;
		try {
			await target(event, { signal, lock: parts.lock.name });
			succeeded.add(index);
			calledRemote ||= target.remote === true;
		} catch (error) {
			if (signal.aborted) break;
			failed = true;
			logger.error(`Target ${index + 1} of ${targets.length} failed: ${wordsOf(error)}`);
		}
	}
	if (signal.aborted) return 'stopped';

	const ended: State = {
		...state,
		buildingSince: null,
		endedAt: clock.now(),
		triggered: calledRemote
			? verdict.version === null
				? null
				: { version: verdict.version, cv: verdict.cv, at: clock.now() }
			: state.triggered,
	};
	if (failed) {
		const failures = (left?.failures ?? 0) + 1;
		const wait = backoff(failures);
		logger.warn(`Trying again in ${Math.round(wait / 1000)} s, or after the next event.`);
		await leave(ended, batch, { succeeded, failures, retryAt: clock.now() + wait });
		return 'left';
	}
	if ([...held].some((index) => !succeeded.has(index))) {
		await leave(ended, batch, { succeeded, failures: 0, retryAt: clock.now() + heldPollMs });
		return 'left';
	}
	logger.info(`Done after ${((clock.now() - began) / 1000).toFixed(1)} s.`);
	await finish({ ...ended, left: null, goodVersion: verdict.version }, batch.upTo);
	return 'done';

	async function leave(
		state: State,
		{ upTo }: Batch,
		what: { succeeded: ReadonlySet<number>; failures: number; retryAt: number },
	): Promise<void> {
		await store.writeState(lease.token, {
			...state,
			left: { upTo, ...what, of: targets.length, succeeded: [...what.succeeded] },
		});
		await store.remove({ keys: stored.outdated });
	}

	async function finish(state: State, upTo: Marks): Promise<void> {
		const done = { ...state.done, ...upTo };
		const over = [...stored.records].filter(([id, record]) => isOver(record, done[id] ?? 0, clock.now()));
		const gone = new Set(over.map(([id]) => id));
		const remaining = Object.entries(done).filter(([id]) => stored.records.has(id));
		await store.writeState(lease.token, { ...state, done: Object.fromEntries(remaining) });
		await store.remove({ records: [...gone], keys: stored.outdated });
	}
}

/**
 * Reads the versions: to compare them if only stories are concerned, or else only to record what is built.
 *
 * @param batch null after a failure, when the state of the site is unknown and it is built in any case
 */
async function judge(
	parts: AttemptParts,
	batch: Batch | null,
	state: State,
	signal: AbortSignal,
): Promise<Verdict> {
	const { versions, clock, deployTimeoutMs } = parts;
	const unknown = { version: null, cv: null, upToDate: false, underWay: false };
	if (!versions) return unknown;
	if (!batch?.happenings.every(({ cause }) => isStoryCause(cause))) {
		return { ...unknown, version: (await versions.service())?.version ?? null };
	}
	return compare(versions, state, { clock, deployTimeoutMs, signal }).catch((error) => {
		if (signal.aborted) return unknown;
		throw error;
	});
}

const isOver = (record: PendingRecord, done: number, now: number) =>
	record.seq <= done && (record.closed === true || record.last < now - recordLifetimeMs);

const descriptions: Partial<Record<Cause, string>> = {
	poll: 'a new version',
	unreadable: 'calls that can no longer be read',
};

function nameCalls(event: RebuildEvent): string {
	const names = event.triggers.map((cause) => descriptions[cause] ?? cause).join(', ');
	const again = event.attempt > 1 ? `, attempt ${event.attempt}` : '';
	return `${event.calls === 1 ? '1 call' : `${event.calls} calls`} (${names})${again}`;
}
