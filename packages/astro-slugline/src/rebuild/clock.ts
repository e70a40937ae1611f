import { sleep } from '../shared/abort.js';

/** The time, injected so that tests can control it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Real time. */
export const systemClock: Clock = { now: Date.now, sleep };

/** Real time. Its timers do not keep an otherwise idle Node process alive. */
export const backgroundClock: Clock = { now: Date.now, sleep: (ms, signal) => sleep(ms, signal, true) };
