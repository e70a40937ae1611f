import { orAborted, sleep } from '../../shared/http/abort.js';

/** The time, injected so that tests can control it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

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

/** Milliseconds that a storage may take to answer. A webhook call waits for it. */
const storageTimeoutMs = 5000;

/**
 * The result of a storage, or an error if it does not answer in time: a frozen storage must not block a call or the lease of a
 * build. Always in real time, whatever the injected clock says, because the storage is real.
 *
 * @throws {Error} with the code `ETIMEDOUT`
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
	const late = AbortSignal.timeout(storageTimeoutMs);
	return orAborted(work, late).catch((error) => {
		if (!late.aborted) throw error;
		throw Object.assign(new Error(`No answer within ${storageTimeoutMs / 1000} s.`), { code: 'ETIMEDOUT' });
	});
}
