import type { Clock } from '../clock.js';

/** The right to build, for a time. */
export interface Lease {
	/** Higher than that of every lease before. */
	token: number;
	/** Makes it last from now on; false if it is lost. */
	renew(): Promise<boolean>;
	release(): Promise<void>;
}

/** Lets one receiver build at a time. A lease that is not renewed runs out, so a killed holder blocks nobody for good. */
export interface Lock {
	/** The same for all receivers that share it, and for no others; undefined where it reaches no further than this process. */
	readonly name?: string | undefined;
	/**
	 * Null while another one holds it.
	 *
	 * @param above the highest token that was written; the new one is higher
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

/** Renews a lease while something runs. */
export interface Heartbeat {
	/** Aborted when the lease is lost. */
	lost: AbortSignal;
	/** Resolves to false, and aborts, if the lease is lost: for what must not begin without it. */
	check(): Promise<boolean>;
	stop(): void;
}

/** Renews three times per lease. A storage that does not answer costs the lease only when it has run out. */
export function keepAlive(lease: Lease, clock: Clock, leaseMs: number): Heartbeat {
	const lost = new AbortController();
	const stopped = new AbortController();
	let renewed = clock.now();
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
	// Sleep rejects when it is stopped.
	beat().catch(() => {});
	return { lost: lost.signal, check, stop: () => stopped.abort() };
}
