/**
 * Runs numbered tasks concurrently and yields their results in order, at most `width` ahead of the consumer.
 * The first task that fails aborts the others, and its error is thrown. No task is running when the generator
 * ends.
 *
 * @param start begins task `n`, which must stop when its signal aborts
 */
export async function* ahead<T>(
	numbers: Iterable<number>,
	width: number,
	outer: AbortSignal | undefined,
	start: (n: number, signal: AbortSignal) => Promise<T>,
): AsyncGenerator<T> {
	const own = new AbortController();
	const signal = outer ? AbortSignal.any([outer, own.signal]) : own.signal;
	const running: Promise<T>[] = [];
	const waiting = numbers[Symbol.iterator]();
	const fill = () => {
		while (running.length < width) {
			const next = waiting.next();
			if (next.done) return;
			const task = start(next.value, signal);
			task.catch((error) => own.abort(error));
			running.push(task);
		}
	};
	try {
		for (fill(); running[0]; fill()) {
			yield await running[0];
			running.shift();
		}
	} finally {
		own.abort();
		await Promise.allSettled(running);
	}
}
