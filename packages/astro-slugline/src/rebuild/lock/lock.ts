import type { Clock } from '../model/clock.js';

/** The right to build, for a limited time. */
export interface Lease {
	/** Higher than the token of every earlier lease. */
	token: number;
	/** Extends the lease from now on; false if it is lost. */
	renew(): Promise<boolean>;
	release(): Promise<void>;
}

/** Lets one receiver build at a time. A lease expires unless it is renewed, so a killed holder does not block others forever. */
export interface Lock {
	/** The same for all receivers that share the lock, and only for them; undefined if it only covers this process. */
	readonly name?: string | undefined;
	/**
	 * Null while another receiver holds it.
	 *
	 * @param above the highest token that was written; the new token is higher
	 */
	acquire(above: number): Promise<Lease | null>;
}

/** A lock among the callers in this process. */
export function createLocalLock(clock: Clock, leaseMs: number): Lock {
	let token = 0;
	let expires = 0;
	return {
		async acquire(above) {
			if (clock.now() < expires) return null;
			token = Math.max(token, above) + 1;
			expires = clock.now() + leaseMs;
			const mine = token;
			return {
				token: mine,
				async renew() {
					if (token !== mine) return false;
					expires = clock.now() + leaseMs;
					return true;
				},
				async release() {
					if (token === mine) expires = 0;
				},
			};
		},
	};
}

/** Renews a lease three times per its length. If the storage does not answer, the lease is lost only when it has expired. */
export function keepAlive(lease: Lease, clock: Clock, leaseMs: number) {
	/** Aborted when the lease is lost. */
	const lost = new AbortController();
	const stopped = new AbortController();
	let renewed = clock.now();
	/** Resolves to false, and aborts `lost`, if the lease is lost. To be called before work that must not start without it. */
	const check = async () => {
		const held = await lease.renew().catch(() => null);
		if (held) renewed = clock.now();
		else if (held === false || clock.now() - renewed >= leaseMs) lost.abort();
		return !lost.signal.aborted;
	};
	const beat = async () => {
		do await clock.sleep(leaseMs / 3, stopped.signal);
		while (await check());
	};
	// The sleep rejects when it is stopped.
	beat().catch(() => {});
	return { lost: lost.signal, check, stop: () => stopped.abort() };
}
