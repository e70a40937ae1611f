import type { Clock } from '../clock.js';
import type { State } from './state.js';

/** Asks for the cache versions that are compared; null where one cannot be told. */
export interface Versions {
	/** That of the service, now. */
	service(): Promise<number | null>;
	/** That of the last good build, as its `slugline.json` says it. */
	built(): Promise<number | null>;
}

/** What the cache versions say of a batch that concerns stories alone. */
export interface Verdict {
	/** The service's cache version. */
	cv: number | null;
	/** The last good build holds it. */
	upToDate: boolean;
	/** Remote targets were called for it, and the deploy may still be on its way. */
	underWay: boolean;
}

/** The service's answer is cached for 2 seconds, so an equal one is looked at again after this time. */
export const secondLookMs = 3000;

/**
 * Compares the cache versions. What says that no build is needed is looked at twice.
 *
 * @param signal ends the wait between the looks: the promise rejects with its reason
 */
export async function compare(
	versions: Versions,
	state: State,
	options: { clock: Clock; deployTimeoutMs: number; signal: AbortSignal },
): Promise<Verdict> {
	const { clock } = options;
	const look = async (): Promise<Verdict> => {
		const [cv, built] = await Promise.all([versions.service(), versions.built()]);
		if (cv === null) return { cv, upToDate: false, underWay: false };
		const { triggered } = state;
		const underWay = triggered?.cv === cv && clock.now() - triggered.at < options.deployTimeoutMs;
		return { cv, upToDate: built === cv, underWay };
	};
	const first = await look();
	if (!first.upToDate && !first.underWay) return first;
	await clock.sleep(secondLookMs, options.signal);
	return look();
}
