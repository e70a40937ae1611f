import type { Lease, Lock } from '../lock/lock.js';
import type { Clock } from '../model/clock.js';
import type { Cause, RebuildEvent, Target } from '../model/event.js';
import type { Logger } from '../model/logger.js';
import { wordsOf } from '../model/rebuild-error.js';
import type { Versions } from '../versions.js';
import { compare, type VersionCheck } from './compare.js';
import { backoff, type Debounce } from './debounce.js';
import { recordLifetimeMs } from './journal.js';
import { type Batch, eventOf, type PendingRecord, pendingOf, sameOffsets } from './pending.js';
import type { State, Store, Stored } from './store.js';

export interface AttemptParts {
	store: Store;
	lock: Lock;
	targets: readonly Target[];
	/** Null if versions cannot be compared; every batch is built then. */
	versions: Versions | null;
	debounce: Debounce;
	clock: Clock;
	logger: Logger;
	deployTimeoutMs: number;
}

/** Milliseconds between checks of a target that waits for its deploy. */
const heldPollMs = 15_000;

interface AttemptOptions {
	/** True to build now, without waiting for the end of a burst or for a retry. */
	hurry: boolean;
	signal: AbortSignal;
	isHeld: () => Promise<boolean>;
}

/**
 * One attempt to build what is pending, by the holder of the lock. If the hook is closed or loses its lease meanwhile, the next
 * receiver starts over.
 *
 * @returns true if a target failed or has to wait, and its retry is stored
 */
export async function attempt(parts: AttemptParts, lease: Lease, options: AttemptOptions): Promise<boolean> {
	const { store, debounce, clock, logger } = parts;
	const { signal } = options;
	const isDue = (batch: Batch, state: State) =>
		options.hurry || debounce.dueOf(batch, state).at <= clock.now();

	const first = await store.read();
	const { state } = first;
	const since = pendingOf(first.records, state.committed);
	if (!since || !isDue(since, state)) return false;

	const interrupted = state.buildingSince !== null;
	const hasFailed = interrupted || (state.unfinished?.failures ?? 0) > 0;
	if (interrupted) logger.warn('A build was interrupted. Starting it again.');

	const check = await compare(parts, hasFailed ? null : since, state, signal);
	if (signal.aborted) return false;
	if (check.upToDate) {
		logger.info(`Nothing to build: the site already has version ${check.version} of the space.`);
		await finish({ parts, lease, stored: first, batch: since }, { ...state, unfinished: null });
		return false;
	}

	// The comparison took time, and more calls may have arrived.
	const stored = parts.versions ? await store.read() : first;
	const batch = pendingOf(stored.records, stored.state.committed) ?? since;
	if (!sameOffsets(batch.endOffsets, since.endOffsets) && !isDue(batch, state)) return false;
	return build({ parts, lease, stored, batch }, state, check, options);
}

/** What an attempt works on: the holder's lease, the storage as last read, and the calls to build. */
interface Work {
	parts: AttemptParts;
	lease: Lease;
	stored: Stored;
	batch: Batch;
}

/** Calls the targets that are due, and stores what they leave. */
async function build(
	work: Work,
	state: State,
	check: VersionCheck,
	options: AttemptOptions,
): Promise<boolean> {
	const { store, targets, clock, logger } = work.parts;
	const isRetry =
		state.unfinished !== null && sameOffsets(state.unfinished.endOffsets, work.batch.endOffsets);
	const unfinished = isRetry ? state.unfinished : null;
	// If the targets are not those that were tried before, none of them has succeeded yet.
	const succeeded = new Set(unfinished?.targets === targets.length ? unfinished.succeeded : []);
	const open = [...targets.keys()].filter((index) => !succeeded.has(index));
	const held = check.underWay ? open.filter((index) => targets[index]?.remote) : [];
	const due = open.filter((index) => !held.includes(index));
	const wait = (now: State) =>
		leave(work, now, { succeeded, failures: 0, retryAt: clock.now() + heldPollMs });
	if (due.length === 0) return wait(state);

	await store.writeState(work.lease.token, { ...state, buildingSince: clock.now() });
	const event = eventOf(work.batch, check.version, (unfinished?.failures ?? 0) + 1);
	logger.info(`Building after ${nameCalls(event)}.`);
	const began = clock.now();
	const { failed, calledRemote } = await callTargets(work.parts, due, event, succeeded, options);
	if (options.signal.aborted) return false;

	const { version, cv } = check;
	const triggered = version === null ? null : { version, cv, at: clock.now() };
	const ended: State = {
		...state,
		buildingSince: null,
		endedAt: clock.now(),
		triggered: calledRemote ? triggered : state.triggered,
	};
	if (failed) {
		const failures = (unfinished?.failures ?? 0) + 1;
		const pause = backoff(failures);
		logger.warn(`Trying again in ${Math.round(pause / 1000)} s, or after the next event.`);
		return leave(work, ended, { succeeded, failures, retryAt: clock.now() + pause });
	}
	if (held.length > 0) return wait(ended);
	logger.info(`Done after ${((clock.now() - began) / 1000).toFixed(1)} s.`);
	await finish(work, { ...ended, unfinished: null, goodVersion: version });
	return false;
}

/** @param succeeded gets the indexes of targets that succeed */
async function callTargets(
	{ targets, lock, logger }: AttemptParts,
	due: readonly number[],
	event: RebuildEvent,
	succeeded: Set<number>,
	{ signal, isHeld }: AttemptOptions,
): Promise<{ failed: boolean; calledRemote: boolean }> {
	let failed = false;
	let calledRemote = false;
	for (const index of due) {
		const target = targets[index];
		// A process that was paused may have lost the lease without noticing.
		if (!target || signal.aborted || !(await isHeld())) break;
		try {
			await target(event, { signal, lock: lock.name });
			succeeded.add(index);
			calledRemote ||= target.remote === true;
		} catch (error) {
			if (signal.aborted) break;
			failed = true;
			logger.error(`Target ${index + 1} of ${targets.length} failed: ${wordsOf(error)}`);
		}
	}
	return { failed, calledRemote };
}

async function leave(
	{ parts, lease, stored, batch: { endOffsets } }: Work,
	state: State,
	what: { succeeded: ReadonlySet<number>; failures: number; retryAt: number },
): Promise<true> {
	const targets = parts.targets.length;
	const unfinished = { endOffsets, ...what, targets, succeeded: [...what.succeeded] };
	await parts.store.writeState(lease.token, { ...state, unfinished });
	await parts.store.remove({ keys: stored.outdated });
	return true;
}

async function finish({ parts, lease, stored, batch }: Work, state: State): Promise<void> {
	const { store, clock } = parts;
	const committed = { ...state.committed, ...batch.endOffsets };
	const over = [...stored.records].filter(([id, record]) => isOver(record, committed[id] ?? 0, clock.now()));
	const remaining = Object.entries(committed).filter(([id]) => stored.records.has(id));
	await store.writeState(lease.token, { ...state, committed: Object.fromEntries(remaining) });
	await store.remove({ records: over.map(([id]) => id), keys: stored.outdated });
}

const isOver = (record: PendingRecord, committed: number, now: number) =>
	record.seq <= committed && (record.closed === true || record.last < now - recordLifetimeMs);

const descriptions: Partial<Record<Cause, string>> = {
	poll: 'a new version',
	unreadable: 'calls that can no longer be read',
};

function nameCalls(event: RebuildEvent): string {
	const names = event.triggers.map((cause) => descriptions[cause] ?? cause).join(', ');
	const again = event.attempt > 1 ? `, attempt ${event.attempt}` : '';
	return `${event.calls === 1 ? '1 call' : `${event.calls} calls`} (${names})${again}`;
}
