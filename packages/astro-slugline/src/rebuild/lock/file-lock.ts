import { stat } from 'node:fs/promises';
import { type Identity, identityOf, isAlive } from 'astro-keep/shared/node/identity';
import { numberedLock } from 'astro-keep/shared/node/numbered-lock';
import { replaceFile } from 'astro-keep/shared/node/replace-file';
import { readSealed, seal } from 'astro-keep/shared/node/sealed-file';
import type { Clock } from '../model/clock.js';
import type { Lock } from './lock.js';

interface StoredLease {
	owner: Identity;
	expires: number;
	released: boolean;
}

/** Largest plausible difference between two clocks, in milliseconds. */
const skewMs = 3_600_000;

/**
 * A lock among all processes that share a folder. Each lease is a number of a {@link numberedLock}, its token. A lease is free again
 * if it was released, if it expired long ago, if its process on this machine is gone, or if this process has watched it for the
 * length of a lease and saw no renewal.
 */
export function createFileLock(folder: string, clock: Clock, leaseMs: number): Pick<Lock, 'acquire'> {
	const lock = numberedLock(folder);
	const owner = identityOf();

	let watched: { text: string; since: number } | null = null;

	/** True if the lease was not renewed for as long as it lasts. Its own times come from a clock that may be hours off. */
	const isStale = (text: string): boolean => {
		if (watched?.text !== text) watched = { text, since: clock.now() };
		return clock.now() - watched.since >= leaseMs;
	};

	const isFree = async (token: number): Promise<boolean> => {
		const text = readSealed(lock.pathOf(token))?.toString();
		if (text) {
			const lease: StoredLease = JSON.parse(text);
			const isLongOver = lease.expires + skewMs <= clock.now();
			return lease.released || isLongOver || isAlive(lease.owner) === false || isStale(`${token} ${text}`);
		}
		// It is damaged, or on a file system without links, its process is just about to write it.
		const made = await stat(lock.pathOf(token)).catch(() => null);
		return made === null || made.mtimeMs + leaseMs <= clock.now();
	};

	return {
		async acquire(above) {
			const text = (released: boolean) =>
				String(
					seal(JSON.stringify({ owner, expires: clock.now() + leaseMs, released } satisfies StoredLease)),
				);
			const token = await lock.take(text(false), isFree, above);
			if (token === undefined) return null;
			watched = null;
			const path = lock.pathOf(token);
			return {
				token,
				async renew() {
					if (!(await lock.isHeld(token))) return false;
					await replaceFile(path, text(false));
					return lock.isHeld(token);
				},
				// The file stays until there is a higher one, so that its token is never used again.
				async release() {
					if (await lock.isHeld(token)) await replaceFile(path, text(true));
				},
			};
		},
	};
}
