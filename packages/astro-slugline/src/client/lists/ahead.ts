import type { Turn } from '../http/room.js';

/**
 * Runs numbered tasks concurrently and yields their results in order, at most `width` ahead of the consumer.
 * The first task that fails aborts the others, and its error is thrown. No task is running when the generator
 * ends.
 *
 * @param start begins task `n`, which must stop when its signal aborts; its turn says when its result is the next one to be taken
 */
export async function* ahead<T>(
	numbers: Iterable<number>,
	width: number | (() => number),
	outer: AbortSignal | undefined,
	start: (n: number, signal: AbortSignal, turn: Turn) => Promise<T>,
): AsyncGenerator<T> {
	const own = new AbortController();
	const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	const running: { task: Promise<T>; come(): void }[] = [];
	const waiting = numbers[Symbol.iterator]();
	const widthNow = typeof width === 'number' ? () => width : width;
	const fill = () => {
		while (running.length < widthNow()) {
			const next = waiting.next();
			if (next.done) return;
			let resolve = () => {};
			const come = new Promise<void>((done) => {
				resolve = done;
			});
			const isNext = () => running[0] === undefined || running[0].task === task;
			if (running.length === 0) resolve();
			const task: Promise<T> = start(next.value, signal, { isNext, come });
			task.catch((error) => own.abort(error));
			running.push({ task, come: resolve });
		}
	};
	try {
		for (fill(); running[0]; fill()) {
			yield await running[0].task;
			running.shift();
			running[0]?.come();
		}
	} finally {
		own.abort();
		for (const { come } of running) come();
		await Promise.allSettled(running.map(({ task }) => task));
	}
}
