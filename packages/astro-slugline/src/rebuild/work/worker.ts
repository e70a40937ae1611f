import type { Clock } from '../model/clock.js';
import { wordsOf } from '../model/rebuild-error.js';
import type { Versions } from '../versions.js';
import { checkVersions, isUnderWay, newerSnapshot } from './compare.js';
import { pendingOf } from './pending.js';
import { readRestored, type Step, type StepParts, step } from './step.js';
import type { State } from './store.js';

export interface WorkerParts extends StepParts {
	/** Sleeps between checks without preventing the process from exiting. */
	background: Clock;
	quietMs: number;
	maxWaitMs: number;
	/** Milliseconds between checks of the space's version; null for no checks. */
	pollMs: number | null;
}

/** Milliseconds between checks for calls that a killed receiver left. */
const idlePollMs = 15_000;
/** Milliseconds between checks of an edge that a build waits for, and how long they go on after that build. */
const lagPollMs = 60_000;
const longestLagMs = 24 * 60 * 60_000;
/** Milliseconds until the next check after a failure of the storage. */
const failurePauseMs = 5000;

/** Works off what is pending, one step after another, in a process that lasts or for one call. */
export class Worker {
	readonly #parts: WorkerParts;
	readonly #openedAt: number;
	#running: Promise<void> | null = null;
	/** Aborted by each new call. */
	#called = new AbortController();
	/** Aborted when a flush has built what the loop waits for. */
	#built = new AbortController();
	/** The last call on a host whose processes do not last, and when its burst began. */
	#latestCall = 0;
	#burstSince: number | null = null;
	#waitsForOthers = false;
	readonly #underWay = new Set<Promise<unknown>>();

	constructor(parts: WorkerParts) {
		this.#parts = parts;
		this.#openedAt = parts.clock.now();
	}

	/** Works until nothing is pending, in a process that lasts. */
	start(): void {
		this.#called.abort();
		this.#called = new AbortController();
		this.#running ??= this.#track(this.#loop());
	}

	/** Works for at most this many milliseconds, on a host that keeps the process alive after an answer. */
	workFor(ms: number): Promise<void> {
		const { clock, logger } = this.#parts;
		return this.#track(this.#workUntil(clock.now() + ms).catch((error) => logger.error(wordsOf(error))));
	}

	/** Starts to check regularly whether another receiver left something, or the space has moved on. */
	watch(): void {
		const { versions, pollMs, clock } = this.#parts;
		this.#repeat(idlePollMs, async () => {});
		if (!versions) return;
		if (pollMs === null) this.#repeat(lagPollMs, () => this.#checkEdge(clock.now()), lagPollMs);
		else this.#repeat(pollMs, () => this.poll(), pollMs);
	}

	/** Adds a cause if the space or its edge has moved past the last good build. */
	async poll(): Promise<void> {
		await this.#checkFor(async (versions, state) => {
			const found = await checkVersions(versions, state.goodVersion);
			return found?.upToDate ? null : found;
		});
	}

	/** Builds what is pending now, without waiting for a retry. */
	flush({ waitForOthers }: { waitForOthers: boolean }): Promise<void> {
		const work = async () => {
			while (!this.#parts.closed.aborted) {
				const next = await this.#step(true);
				if (next.kind === 'idle' || next.kind === 'failed') return;
				if (next.kind !== 'wait') continue;
				if (!waitForOthers) return;
				await this.#napUntil(next.until);
			}
		};
		return this.#track(
			work().finally(() => {
				this.#built.abort();
				this.#built = new AbortController();
			}),
		);
	}

	/** Resolves when nothing is pending or running. */
	async idle(): Promise<void> {
		while (!this.#parts.closed.aborted) {
			if (this.#running) await this.#running;
			else if (await this.#hasPending()) this.start();
			else return;
		}
	}

	async stopped(): Promise<void> {
		await Promise.allSettled(this.#underWay);
	}

	async #loop(): Promise<void> {
		const { clock, closed, logger } = this.#parts;
		while (!closed.aborted) {
			const ended = this.#built.signal;
			const called = this.#called.signal;
			const next = await this.#step(false).catch((error) => {
				if (!closed.aborted) logger.error(wordsOf(error));
				return { kind: 'wait', until: clock.now() + failurePauseMs, why: 'lock' } as const;
			});
			if (next.kind === 'idle' && !called.aborted) break;
			// A new call ends the wait for a retry, but not the wait for the end of a burst.
			if (next.kind === 'wait')
				await this.#napUntil(next.until, next.why === 'retry' ? AbortSignal.any([ended, called]) : ended);
		}
		// In the same turn as the last check for a call, so that none is lost in between.
		this.#running = null;
	}

	async #workUntil(end: number): Promise<void> {
		const { clock, closed, quietMs, maxWaitMs } = this.#parts;
		this.#latestCall += 1;
		const call = this.#latestCall;
		// Others first wait for a later call, so that a burst does not read the storage once per call.
		if (this.#burstSince !== null) await this.#napUntil(Math.min(end, clock.now() + quietMs));
		this.#burstSince ??= clock.now();
		for (;;) {
			// A later call in this process takes care of everything, unless calls keep coming.
			const isYoung = this.#burstSince !== null && clock.now() - this.#burstSince < maxWaitMs;
			if (closed.aborted || (call !== this.#latestCall && isYoung)) return;
			const next = await this.#step(clock.now() >= end);
			if (next.kind !== 'wait') this.#burstSince = null;
			if (next.kind === 'idle') return;
			if (next.kind === 'wait') {
				// The rest is left to the next call, or to a flush.
				if (next.until > end && next.why !== 'burst') return;
				await this.#napUntil(Math.min(next.until, end));
			} else if (clock.now() >= end) return;
		}
	}

	async #step(hurry: boolean): Promise<Step> {
		const next = await step(this.#parts, hurry);
		const waits = next.kind === 'wait' && next.why === 'lock';
		if (waits && !this.#waitsForOthers)
			this.#parts.logger.info(
				'Waiting for another receiver that is building, or was stopped while it was building.',
			);
		if (waits || next.kind === 'again' || next.kind === 'failed') this.#waitsForOthers = waits;
		return next;
	}

	async #repeat(ms: number, check: () => Promise<void>, firstMs = 0): Promise<void> {
		const { background, closed, logger } = this.#parts;
		if (firstMs > 0) await this.#nap(firstMs, background);
		while (!closed.aborted) {
			await check().catch((error) => logger.error(wordsOf(error)));
			if (await this.#hasPending()) this.start();
			await this.#nap(ms, background);
		}
	}

	/** Adds a cause if the last build waits for a newer snapshot of the edge, and it has come. */
	async #checkEdge(now: number): Promise<void> {
		await this.#checkFor(async (versions, state) => {
			if (now - (state.endedAt ?? this.#openedAt) > longestLagMs) return null;
			const cv = await newerSnapshot(versions, await versions.built());
			return cv === null ? null : { version: state.goodVersion, cv };
		});
	}

	/** Adds a cause for news of a version, if nothing is pending and no build of it is under way. */
	async #checkFor(
		find: (versions: Versions, state: State) => Promise<{ version: number | null; cv: number | null } | null>,
	): Promise<void> {
		const { store, versions, journal } = this.#parts;
		if (!versions) return;
		const { records, state } = await store.read();
		if (pendingOf(records, state.committed)) return;
		const news = await find(versions, state);
		if (news && !isUnderWay(state, news, this.#parts)) await journal.add('poll');
	}

	/** True if something is pending; false if that cannot be read. */
	async #hasPending(): Promise<boolean> {
		try {
			const { records, state, unreadable } = await readRestored(this.#parts);
			return unreadable.length > 0 || pendingOf(records, state.committed) !== null;
		} catch (error) {
			this.#parts.logger.error(wordsOf(error));
			return false;
		}
	}

	#track<T>(promise: Promise<T>): Promise<T> {
		const settled = promise.then(noop, noop).finally(() => this.#underWay.delete(settled));
		this.#underWay.add(settled);
		return promise;
	}

	#napUntil(until: number, waking?: AbortSignal): Promise<void> {
		const { clock } = this.#parts;
		return this.#nap(until - clock.now(), clock, waking);
	}

	/** Sleeps, until the hook is closed or `waking` is aborted at the latest. */
	async #nap(ms: number, by: Clock, waking?: AbortSignal): Promise<void> {
		const { closed } = this.#parts;
		await by.sleep(ms, waking ? AbortSignal.any([closed, waking]) : closed).catch(noop);
	}
}

const noop = () => {};
