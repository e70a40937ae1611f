import { webcrypto } from 'node:crypto';

/**
 * Counts what this thread does with Web Crypto. Node aborts the whole process if a thread is ended while it makes a key, and Astro makes
 * one for server islands whose page need not wait for it.
 *
 * @returns a function that resolves once nothing is pending
 */
export function watchWebCrypto(): () => Promise<void> {
	const pending = new Set<Promise<unknown>>();
	const prototype: object = Object.getPrototypeOf(webcrypto.subtle);
	for (const [name, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
		const { value: original } = descriptor;
		if (typeof original !== 'function' || name === 'constructor') continue;
		const value = function (this: unknown, ...given: unknown[]): unknown {
			const result: unknown = Reflect.apply(original, this, given);
			const ended = Promise.resolve(result).catch(() => {});
			pending.add(ended);
			ended.then(() => pending.delete(ended));
			return result;
		};
		Object.defineProperty(prototype, name, { ...descriptor, value });
	}
	return async () => {
		while (pending.size > 0) await Promise.all(pending);
	};
}
