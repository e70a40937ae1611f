import type { Clock } from '../clock.js';
import { wordsOf } from '../rebuild-error.js';
import { isSeen, isUnderWay, movedOn } from './compare.js';
import { pendingOf } from './pending.js';
import { readRestored, type StepParts, step } from './step.js';

export interface WorkerParts extends StepParts {
	/** Sleeps between checks without preventing the process from exiting. */
	background: Clock;
	quietMs: number;
	maxWaitMs: number;
	/** Milliseconds between checks of the space's version; null for no checks. */
	pollMs: number | null;
}

export interface Worker {
	/** Works until nothing is pending, in a process that lasts. */
	start(): void;
	/** Works for at most this many milliseconds, on a host that keeps the process alive after an answer. */
	workFor(ms: number): Promise<void>;
	/** Starts to check regularly whether another receiver left something, or the space has moved on. */
	watch(): void;
	/** Adds a cause if the space or its edge has moved past the last good build. */
	poll(): Promise<void>;
	/** Builds what is pending now, without waiting for a retry. */
	flush(options: { waitForOthers: boolean }): Promise<void>;
	/** Resolves when nothing is pending or running. */
	idle(): Promise<void>;
	/** Resolves when all work has stopped. */
	stopped(): Promise<void>;
}

/** Milliseconds between checks for calls that a killed receiver left. */
const idlePollMs = 15_000;
/** Milliseconds between checks of an edge that a build waits for, and how long they go on after that build. */
const lagPollMs = 60_000;
const longestLagMs = 24 * 60 * 60_000;
/** Milliseconds until the next check after a failure of the storage. */
const failurePauseMs = 5000;

export function createWorker(parts: WorkerParts): Worker {
	const { store, clock, background, journal, versions, logger, closed } = parts;
	let running: Promise<void> | null = null;
	let again = false;
	const openedAt = clock.now();
	// `called` is aborted by each new call, `built` when a flush has built what the loop waits for.
	let called = new AbortController();
	let built = new AbortController();
	let latestCall = 0;
	let burstSince: number | null = null;
	const underWay = new Set<Promise<unknown>>();

	const track = <T>(promise: Promise<T>): Promise<T> => {
		underWay.add(promise);
		promise.catch(() => {}).finally(() => underWay.delete(promise));
		return promise;
	};

	/** Sleeps, until the hook is closed or `waking` is aborted at the latest. */
	const nap = async (ms: number, by: Clock, waking?: AbortSignal) => {
		await by.sleep(ms, waking ? AbortSignal.any([closed, waking]) : closed).catch(() => {});
	};

	const loop = async () => {
		while (again && !closed.aborted) {
			again = false;
			for (;;) {
				const waking = AbortSignal.any([built.signal, called.signal]);
				const ended = built.signal;
				const next = await step(parts, false).catch((error) => {
					if (!closed.aborted) logger.error(wordsOf(error));
					return { kind: 'wait', until: clock.now() + failurePauseMs, why: 'lock' } as const;
				});
				if (next.kind === 'idle' || closed.aborted) break;
				if (next.kind !== 'wait') continue;
				// A new call ends the wait for a retry, but not the wait for the end of a burst.
				await nap(next.until - clock.now(), clock, next.why === 'retry' ? waking : ended);
				if (closed.aborted) break;
			}
		}
		// In the same turn as the last check of `again`, so that no start is lost in between.
		running = null;
	};

	const worker: Worker = {
		start() {
			again = true;
			called.abort();
			called = new AbortController();
			running ??= track(loop());
		},

		workFor: (ms) =>
			track(
				// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one loop whose exits share two counters
				(async () => {
					latestCall += 1;
					const call = latestCall;
					const end = clock.now() + ms;
					burstSince ??= clock.now();
					await nap(Math.min(ms, parts.quietMs), clock);
					for (;;) {
						// A later call in this process takes care of everything, unless calls keep coming.
						const isYoung = burstSince !== null && clock.now() - burstSince < parts.maxWaitMs;
						if (closed.aborted || (call !== latestCall && isYoung)) return;
						const next = await step(parts, clock.now() >= end);
						if (next.kind !== 'wait') burstSince = null;
						if (next.kind === 'idle') return;
						if (next.kind === 'wait') {
							const isLate = next.until > end;
							// The rest is left to the next call, or to a flush.
							if (isLate && next.why !== 'burst') return;
							await nap((isLate ? end : next.until) - clock.now(), clock);
						} else if (clock.now() >= end) return;
					}
				})().catch((error) => logger.error(wordsOf(error))),
			),

		watch() {
			const looking = async () => {
				while (!closed.aborted) {
					if (await hasPending()) worker.start();
					await nap(idlePollMs, background);
				}
			};
			looking();
			if (!versions) return;
			const polling = async (ms: number, look: () => Promise<void>) => {
				while (!closed.aborted) {
					await nap(ms, background);
					if (closed.aborted) return;
					await look().catch((error) => logger.error(wordsOf(error)));
					if (await hasPending()) worker.start();
				}
			};
			if (parts.pollMs === null) polling(lagPollMs, () => lookAtEdge(clock.now()));
			else polling(parts.pollMs, worker.poll);
		},

		async poll() {
			if (!versions) return;
			const { records, state } = await store.read();
			if (pendingOf(records, state.done)) return;
			const [service, built] = await Promise.all([versions.service(), versions.built()]);
			if (service === null) return;
			const seen = built?.version ?? state.goodVersion;
			const isBuilt = seen !== null && isSeen(seen, service);
			const cv = isBuilt ? await movedOn(versions, built) : null;
			if (isBuilt && cv === null) return;
			if (isUnderWay(state, { version: service.version, cv }, parts)) return;
			await journal.add('poll');
		},

		flush: ({ waitForOthers }) =>
			track(
				(async () => {
					while (!closed.aborted) {
						const next = await step(parts, true);
						if (next.kind === 'idle' || next.kind === 'failed') return;
						if (next.kind !== 'wait') continue;
						if (!waitForOthers) return;
						await nap(next.until - clock.now(), clock);
					}
				})().finally(() => {
					built.abort();
					built = new AbortController();
				}),
			),

		async idle() {
			while (!closed.aborted) {
				if (running) await running;
				else if (await hasPending()) worker.start();
				else return;
			}
		},

		async stopped() {
			await Promise.allSettled(underWay);
		},
	};

	/** Adds a cause if the last build waits for a newer snapshot of the edge, and it has come. */
	async function lookAtEdge(now: number): Promise<void> {
		if (!versions) return;
		const { records, state } = await store.read();
		if (pendingOf(records, state.done)) return;
		if (now - (state.endedAt ?? openedAt) > longestLagMs) return;
		const cv = await movedOn(versions, await versions.built());
		if (cv === null || isUnderWay(state, { version: state.goodVersion, cv }, parts)) return;
		await journal.add('poll');
	}

	/** True if something is pending; false if that cannot be read. */
	async function hasPending(): Promise<boolean> {
		try {
			const { records, state, unreadable } = await readRestored(parts);
			return unreadable.length > 0 || pendingOf(records, state.done) !== null;
		} catch (error) {
			logger.error(wordsOf(error));
			return false;
		}
	}

	return worker;
}
