import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { promisify } from 'node:util';

type Make = (...given: unknown[]) => unknown;

/**
 * Counts the keys that this thread makes. Node aborts the whole process if a thread is ended meanwhile, and a page need not wait for
 * its keys: Astro makes one for server islands.
 *
 * @returns a function that resolves once no key is pending
 */
export function watchKeys(): () => Promise<void> {
	const pending = new Set<Promise<void>>();
	const counted = (make: Make): Make =>
		function (this: unknown, ...given) {
			const { promise, resolve: end } = Promise.withResolvers<void>();
			pending.add(promise);
			promise.then(() => pending.delete(promise));
			const done = given.at(-1);
			try {
				if (typeof done !== 'function') {
					const result = Reflect.apply(make, this, given);
					Promise.resolve(result).then(
						() => end(),
						() => end(),
					);
					return result;
				}
				const ending = (...result: unknown[]): unknown => {
					end();
					return done(...result);
				};
				return Reflect.apply(make, this, [...given.slice(0, -1), ending]);
			} catch (error) {
				end();
				throw error;
			}
		};
	const replace = (owner: object, name: string): void => {
		const make = Reflect.get(owner, name);
		const custom = Reflect.get(make, promisify.custom);
		const made = Object.assign(counted(make), custom && { [promisify.custom]: counted(custom) });
		Object.defineProperty(owner, name, { ...Object.getOwnPropertyDescriptor(owner, name), value: made });
	};
	replace(Object.getPrototypeOf(crypto.subtle), 'generateKey');
	for (const name of ['generateKey', 'generateKeyPair']) replace(crypto, name);
	syncBuiltinESMExports();
	return async () => {
		// A timer may make keys for ever.
		for (let round = 0; round < 100 && pending.size > 0; round++) await Promise.all(pending);
	};
}
