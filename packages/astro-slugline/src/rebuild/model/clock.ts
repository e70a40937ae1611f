import { sleep } from '../../shared/http/abort.js';

/** The time, injected so that tests can control it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Real time. */
export const systemClock: Clock = { now: () => Date.now(), sleep };

/** Real time. Its timers do not keep an otherwise idle Node process alive. */
export const backgroundClock: Clock = {
	now: () => Date.now(),
	sleep: (ms, signal) => sleep(ms, signal, true),
};

/** Calls a function with a signal that aborts after `ms` milliseconds. */
export async function inLimit<T>(
	clock: Clock,
	ms: number,
	act: (late: AbortSignal) => Promise<T>,
): Promise<T> {
	const late = new AbortController();
	const done = new AbortController();
	// The sleep rejects when it is no longer needed.
	clock.sleep(ms, done.signal).then(
		() => late.abort(),
		() => {},
	);
	try {
		return await act(late.signal);
	} finally {
		done.abort();
	}
}
