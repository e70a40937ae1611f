import type { Clock } from '../clock.js';
import { wordsOf } from '../rebuild-error.js';
import { isSeen, isUnderWay, movedOn } from './compare.js';
import { pendingOf } from './pending.js';
import { readRestored, type StepParts, step } from './step.js';

export interface WorkerParts extends StepParts {
	/** Sleeps between looks without keeping the process alive. */
	background: Clock;
	quietMs: number;
	maxWaitMs: number;
	/** Milliseconds between looks at the cache version; null for none. */
	pollMs: number | null;
}

export interface Worker {
	/** Works in a process that lasts until nothing is pending. */
	start(): void;
	/** Works within what a host grants after an answer, at most for so many milliseconds. */
	workFor(ms: number): Promise<void>;
	/** Looks now and then, from now on, whether another receiver left something, or the cache version moved. */
	watch(): void;
	/** Adds a cause if the space, or what the edge serves of it, has moved past the last good build. */
	poll(): Promise<void>;
	/** Builds now what is pending; does not wait for a retry. */
	flush(options: { waitForOthers: boolean }): Promise<void>;
	/** Resolves when nothing is pending or running. */
	idle(): Promise<void>;
	/** Resolves when what ran has stopped. */
	stopped(): Promise<void>;
}

/** How often a receiver looks whether one that was killed left something. */
const idleLookMs = 15_000;
/** How often it is looked whether an edge has moved on that a build waits for, and for how long after that build. */
const lagLookMs = 60_000;
const longestLagMs = 24 * 60 * 60_000;
const stormMs = 5000;

export function createWorker(parts: WorkerParts): Worker {
	const { store, clock, background, journal, versions, logger, closed } = parts;
	let running: Promise<void> | null = null;
	let again = false;
	const openedAt = clock.now();
	// Aborted by each new call, and when something else has built what the loop waits for.
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

	/** Sleeps until then, or until the hook is closed or something calls. */
	const nap = async (ms: number, by: Clock, waking?: AbortSignal) => {
		await by.sleep(ms, waking ? AbortSignal.any([closed, waking]) : closed).catch(() => {});
	};

	const loop = async () => {
		while (again && !closed.aborted) {
			again = false;
			for (;;) {
				const waking = AbortSignal.any([built.signal, called.signal]);
				const quietly = built.signal;
				const next = await step(parts, false).catch((error) => {
					if (!closed.aborted) logger.error(wordsOf(error));
					return { kind: 'wait', until: clock.now() + stormMs, why: 'lock' } as const;
				});
				if (next.kind === 'idle' || closed.aborted) break;
				if (next.kind !== 'wait') continue;
				// A burst ends when it ends; a retry comes at once after a new call.
				await nap(next.until - clock.now(), clock, next.why === 'retry' ? waking : quietly);
				if (closed.aborted) break;
			}
		}
		// In the same turn as the last look at `again`, so that no start falls between.
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
						// A later call in this process sees to all of it, unless calls never cease.
						const isYoung = burstSince !== null && clock.now() - burstSince < parts.maxWaitMs;
						if (closed.aborted || (call !== latestCall && isYoung)) return;
						const next = await step(parts, clock.now() >= end);
						if (next.kind !== 'wait') burstSince = null;
						if (next.kind === 'idle') return;
						if (next.kind === 'wait') {
							const isLate = next.until > end;
							// The rest is for the next call, or for a flush.
							if (isLate && next.why !== 'quiet') return;
							await nap((isLate ? end : next.until) - clock.now(), clock);
						} else if (clock.now() >= end) return;
					}
				})().catch((error) => logger.error(wordsOf(error))),
			),

		watch() {
			const looking = async () => {
				while (!closed.aborted) {
					if (await hasPending()) worker.start();
					await nap(idleLookMs, background);
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
			if (parts.pollMs === null) polling(lagLookMs, () => lookAtEdge(clock.now()));
			else polling(parts.pollMs, worker.poll);
		},

		async poll() {
			if (!versions) return;
			const { records, state } = await store.read();
			if (pendingOf(records, state.done)) return;
			const [service, built] = await Promise.all([versions.service(), versions.built()]);
			if (service === null) return;
			const known = built?.version ?? state.goodVersion;
			const isKnown = known !== null && isSeen(known, service);
			const cv = isKnown ? await movedOn(versions, built) : null;
			if (isKnown && cv === null) return;
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

	/** Adds a cause if the edge has moved past the snapshot of the last build, which waits for that. */
	async function lookAtEdge(now: number): Promise<void> {
		if (!versions) return;
		const { records, state } = await store.read();
		if (pendingOf(records, state.done)) return;
		if (now - (state.endedAt ?? openedAt) > longestLagMs) return;
		const cv = await movedOn(versions, await versions.built());
		if (cv === null || isUnderWay(state, { version: state.goodVersion, cv }, parts)) return;
		await journal.add('poll');
	}

	/** Is something pending? No, if that cannot be told. */
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
