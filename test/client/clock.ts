import type { Clock } from 'astro-slugline/client';

/** A clock on which only sleep lets time pass, at once; who sleeps side by side, sleeps through the same time. `slept` are the pauses in order. */
export function createTestClock(random = 1): Clock & { slept: number[] } {
	let now = 1_000_000;
	const slept: number[] = [];
	return {
		slept,
		now: () => now,
		random: () => random,
		async sleep(ms, signal) {
			signal?.throwIfAborted();
			slept.push(ms);
			const due = now + ms;
			await new Promise((resolve) => setImmediate(resolve));
			now = Math.max(now, due);
			signal?.throwIfAborted();
		},
	};
}
