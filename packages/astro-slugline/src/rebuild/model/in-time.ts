/** Milliseconds that a storage may take to answer. A webhook call waits for it. */
const storageTimeoutMs = 5000;

/**
 * The result of a storage, or an error if it does not answer in time: a frozen storage must not block a call or the lease of a
 * build. Always in real time, whatever the injected clock says, because the storage is real.
 *
 * @throws {Error} with the code `ETIMEDOUT`
 */
export function inTime<T>(work: Promise<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => {
			const seconds = storageTimeoutMs / 1000;
			reject(Object.assign(new Error(`No answer within ${seconds} s.`), { code: 'ETIMEDOUT' }));
		}, storageTimeoutMs);
		if (typeof timer === 'object') timer.unref?.();
		work.then(resolve, reject).finally(() => clearTimeout(timer));
	});
}
