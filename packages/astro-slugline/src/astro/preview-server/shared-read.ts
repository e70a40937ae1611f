/**
 * Shares reads among requests.
 *
 * @returns reads, unless the last value is at most `maxAgeMs` old. A read with 0 begins after it was asked for, so that it has the
 * change that the request is about; all that ask for one meanwhile share it
 */
export function createSharedRead<Value>(read: () => Promise<Value>): (maxAgeMs: number) => Promise<Value> {
	let last: { at: number; value: Value } | undefined;
	let running: Promise<Value> | undefined;
	let next: Promise<Value> | undefined;

	function begin(): Promise<Value> {
		running = read()
			.then((value) => {
				last = { at: Date.now(), value };
				return value;
			})
			.finally(() => {
				running = undefined;
			});
		return running;
	}

	return async (maxAgeMs) => {
		if (last && maxAgeMs > 0 && Date.now() - last.at <= maxAgeMs) return last.value;
		if (!running) return begin();
		if (maxAgeMs > 0) return running;
		// The error belongs to the caller of the earlier read.
		next ??= running
			.catch(() => {})
			.then(() => {
				next = undefined;
				return begin();
			});
		return next;
	};
}
