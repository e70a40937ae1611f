/** The time, injected so that tests can control it. */
export interface Clock {
	/** Milliseconds since 1970. */
	now(): number;
	/** Resolves after `ms` milliseconds; rejects with the signal's reason as soon as it is aborted. */
	sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Real time. */
export const systemClock: Clock = {
	now: () => Date.now(),
	sleep: (ms, signal) => timer(ms, signal, () => {}),
};

/** Real time. Its timers do not keep an otherwise idle Node process alive. */
export const backgroundClock: Clock = {
	now: systemClock.now,
	sleep: (ms, signal) =>
		timer(ms, signal, (handle) => {
			if (typeof handle === 'object') handle.unref?.();
		}),
};

// A timer is an object in Node and a number elsewhere.
type Handle = number | { unref?: () => unknown };

// A timer set for more than about 25 days fires at once.
const longestTimer = 2 ** 31 - 1;

function timer(ms: number, signal: AbortSignal | undefined, set: (handle: Handle) => void): Promise<void> {
	return new Promise((resolve, reject) => {
		if (signal?.aborted) return reject(signal.reason);
		const stop = () => {
			clearTimeout(handle);
			reject(signal?.reason);
		};
		const handle = setTimeout(
			() => {
				signal?.removeEventListener('abort', stop);
				resolve();
			},
			Math.min(ms, longestTimer),
		);
		set(handle);
		signal?.addEventListener('abort', stop, { once: true });
	});
}
