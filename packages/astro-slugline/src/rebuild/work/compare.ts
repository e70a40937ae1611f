import type { Clock } from '../model/clock.js';
import type { State } from './store.js';

/** The version of the space, as the API reports it. */
export interface ServiceVersion {
	version: number;
	/** True if the version is a hash, so that it can only be compared for equality. */
	isHash: boolean;
}

/** What a build contains, according to its `slugline.json`. */
export interface Built {
	/** The highest version of the space that the build saw. */
	version: number;
	/** The snapshot of the edge that it read. */
	cv: number | null;
	/** False if that snapshot may lack what the space had at `version`. */
	settled: boolean;
}

/** Reads the versions that are compared. Each is null if it cannot be read. */
export interface Versions {
	/** The version of the space, now. */
	service(): Promise<ServiceVersion | null>;
	/** The snapshot that the edge serves, now. */
	served(): Promise<number | null>;
	/** What the last good build contains. */
	built(): Promise<Built | null>;
}

/** The result of the comparison for a batch that concerns only stories. */
export interface Verdict {
	/** The space's version. */
	version: number | null;
	/** The edge's snapshot, if the last build waits for a newer one. */
	cv: number | null;
	/** True if the last good build contains it. */
	upToDate: boolean;
	/** True if remote targets were called for it, and the deploy may still be running. */
	underWay: boolean;
}

/** Milliseconds until an unchanged version is read again. The API caches its answer for 2 seconds. */
const secondReadMs = 3000;

/** True if a build that saw the version `built` already contains this one. */
export const isSeen = (built: number, { version, isHash }: ServiceVersion): boolean =>
	isHash ? built === version : built >= version;

/** The edge's snapshot, if a build waits for a newer one and it has come; null otherwise. */
export async function movedOn(versions: Versions, built: Built | null): Promise<number | null> {
	if (!built || built.settled || built.cv === null) return null;
	const served = await versions.served();
	return served !== null && served > built.cv ? served : null;
}

/** True if remote targets were called for this version, and the deploy may still be running. */
export function isUnderWay(
	{ triggered }: State,
	what: Pick<Verdict, 'version' | 'cv'>,
	{ clock, deployTimeoutMs }: { clock: Clock; deployTimeoutMs: number },
): boolean {
	return (
		triggered !== null &&
		triggered.version === what.version &&
		triggered.cv === what.cv &&
		// In both directions, because the other machine's clock may be ahead.
		Math.abs(clock.now() - triggered.at) < deployTimeoutMs
	);
}

/**
 * Compares the versions. If no build seems to be needed, they are read a second time.
 *
 * @param signal cancels the wait between the two reads; the promise then rejects with its reason
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
		const isBuilt = built !== null && isSeen(built.version, service);
		const cv = isBuilt ? await movedOn(versions, built) : null;
		const underWay = isUnderWay(state, { version, cv }, options);
		return { version, cv, upToDate: isBuilt && cv === null, underWay };
	};
	const first = await look();
	if (!first.upToDate && !first.underWay) return first;
	await clock.sleep(secondReadMs, options.signal);
	return look();
}
