import type { Clock } from 'astro-slugline/rebuild';

/** Time that passes only when a test lets it pass. */
export interface TestClock extends Clock {
	/** Lets time pass, and runs everything that is due meanwhile. */
	pass(ms: number): Promise<void>;
	/** Lets time pass until a promise is settled, and returns its result. */
	until<T>(promise: Promise<T>): Promise<T>;
	/** Lets time jump, as on a machine that slept: everything that became due runs at the end. */
	jump(ms: number): Promise<void>;
	/** Sets the clock back. Timers run on as before. */
	setBack(ms: number): void;
}

/** Runs everything that does not wait for time to pass. */
export async function settle(): Promise<void> {
	for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

export function createTestClock(start = 1_700_000_000_000): TestClock {
	let time = start;
	const sleepers = new Set<{ at: number; wake: () => void }>();
	return {
		now: () => time,
		sleep: (ms, signal) =>
			new Promise((resolve, reject) => {
				if (signal?.aborted) return reject(signal.reason);
				const sleeper = {
					at: time + Math.max(0, ms),
					wake() {
						signal?.removeEventListener('abort', stop);
						resolve();
					},
				};
				const stop = () => {
					sleepers.delete(sleeper);
					reject(signal?.reason);
				};
				sleepers.add(sleeper);
				signal?.addEventListener('abort', stop, { once: true });
			}),
		async until(promise) {
			let isSettled = false;
			const note = () => {
				isSettled = true;
			};
			promise.then(note, note);
			while (!isSettled) await this.pass(1000);
			return promise;
		},
		async jump(ms) {
			time += ms;
			await this.pass(0);
		},
		setBack(ms) {
			time -= ms;
			for (const sleeper of sleepers) sleeper.at -= ms;
		},
		async pass(ms) {
			const end = time + ms;
			for (;;) {
				await settle();
				const next = [...sleepers].sort((a, b) => a.at - b.at)[0];
				if (!next || next.at > end) break;
				sleepers.delete(next);
				time = Math.max(time, next.at);
				next.wake();
			}
			time = end;
		},
	};
}
