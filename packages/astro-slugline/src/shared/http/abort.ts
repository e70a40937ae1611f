/** Settles like the promise, but rejects as soon as the signal aborts, for work that ignores it. */
export function orAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

/** The longest time of a timer, in milliseconds. One that is set for longer fires at once. */
export const longestTimerMs = 2 ** 31 - 1;

/**
 * Resolves after `ms` milliseconds. Rejects with the signal's reason as soon as it aborts.
 *
 * @param isIdle true for a timer that does not keep an otherwise idle Node process alive
 */
export function sleep(ms: number, signal?: AbortSignal, isIdle = false): Promise<void> {
	let timer: ReturnType<typeof setTimeout> | undefined;
	const slept = new Promise<void>((resolve) => {
		timer = setTimeout(resolve, Math.min(ms, longestTimerMs));
		// A timer is a number outside of Node.
		if (isIdle && typeof timer === 'object') timer.unref();
	});
	return signal ? orAborted(slept, signal).finally(() => clearTimeout(timer)) : slept;
}
