import type { Clock } from '../clock.js';
import type { State } from './state.js';

/** The space as the service tells it. */
export interface ServiceVersion {
	version: number;
	/** The version is a hash: a lower one is as new as a higher one. */
	isHash: boolean;
}

/** What a build holds, as its `slugline.json` says. */
export interface Built {
	/** The highest version of the space that the build saw. */
	version: number;
	/** The snapshot of the edge that it read. */
	cv: number | null;
	/** False if that snapshot may lack what the space had at `version`. */
	settled: boolean;
}

/** Asks for what is compared, each with its like; null where it cannot be told. */
export interface Versions {
	/** The version of the space, now. */
	service(): Promise<ServiceVersion | null>;
	/** The snapshot that the edge serves, now. */
	served(): Promise<number | null>;
	/** What the last good build holds. */
	built(): Promise<Built | null>;
}

/** What the versions say of a batch that concerns stories alone. */
export interface Verdict {
	/** The space's version. */
	version: number | null;
	/** The edge's snapshot, where it was asked for: the last build waits for a newer one. */
	cv: number | null;
	/** The last good build holds it. */
	upToDate: boolean;
	/** Remote targets were called for it, and the deploy may still be on its way. */
	underWay: boolean;
}

/** The service's answer is cached for 2 seconds, so an equal one is looked at again after this time. */
const secondLookMs = 3000;

/** True if a build that saw `known` needs no other for what the service tells. */
export const isSeen = (known: number, { version, isHash }: ServiceVersion): boolean =>
	isHash ? known === version : known >= version;

/** The snapshot that the edge has moved on to, past the one of a build that waits for it; else null. */
export async function movedOn(versions: Versions, built: Built | null): Promise<number | null> {
	if (!built || built.settled || built.cv === null) return null;
	const served = await versions.served();
	return served !== null && served > built.cv ? served : null;
}

/** True if remote targets were called for this, and the deploy may still be on its way. */
export function isUnderWay(
	{ triggered }: State,
	what: Pick<Verdict, 'version' | 'cv'>,
	{ clock, deployTimeoutMs }: { clock: Clock; deployTimeoutMs: number },
): boolean {
	return (
		triggered !== null &&
		triggered.version === what.version &&
		triggered.cv === what.cv &&
		// Either way: the other machine's clock may be ahead.
		Math.abs(clock.now() - triggered.at) < deployTimeoutMs
	);
}

/**
 * Compares the versions. What says that no build is needed is looked at twice.
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
		const [service, built] = await Promise.all([versions.service(), versions.built()]);
		if (service === null) return { version: null, cv: null, upToDate: false, underWay: false };
		const { version } = service;
		const isKnown = built !== null && isSeen(built.version, service);
		const cv = isKnown ? await movedOn(versions, built) : null;
		const underWay = isUnderWay(state, { version, cv }, options);
		return { version, cv, upToDate: isKnown && cv === null, underWay };
	};
	const first = await look();
	if (!first.upToDate && !first.underWay) return first;
	await clock.sleep(secondLookMs, options.signal);
	return look();
}
