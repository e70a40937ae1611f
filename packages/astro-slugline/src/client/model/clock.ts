import { sleep } from '../../shared/http/abort.js';

/** Time and randomness, injectable for tests. After `sleep`, `now` must have advanced by at least `ms`. */
export interface Clock {
	/** Whole milliseconds since 1970. Never less than before, even if the system's clock is set back, so that no wait gets longer. */
	now(): number;
	/** Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as it aborts. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
	/** At least 0 and below 1. */
	random(): number;
}

/** The system's time and randomness. */
export const systemClock: Clock = {
	now: () => Math.floor(performance.timeOrigin + performance.now()),
	random: () => Math.random(),
	sleep,
};
