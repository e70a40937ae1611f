import type { Clock } from '../model/clock.js';
import { isStoryCause } from '../model/event.js';
import type { Built, ServiceVersion, Versions } from '../versions.js';
import type { Batch } from './pending.js';
import type { State } from './store.js';

/** A version of the space, and the edge's snapshot if the last build waits for a newer one. */
interface Moment {
	version: number | null;
	cv: number | null;
}

/** The result of the comparison for a batch that concerns only stories. */
export interface VersionCheck extends Moment {
	/** True if the last good build contains it. */
	upToDate: boolean;
	/** True if remote targets were called for it, and the deploy may still be running. */
	underWay: boolean;
}

/** The result if the versions are not compared. */
const unknown: VersionCheck = { version: null, cv: null, upToDate: false, underWay: false };

/** Milliseconds until an unchanged version is read again. The API caches its answer for 2 seconds. */
const secondReadMs = 3000;

/** True if a build that saw the version `built` already contains this one. */
const isSeen = (built: number, { version, isHash }: ServiceVersion): boolean =>
	isHash ? built === version : built >= version;

/** The edge's snapshot, if a build waits for a newer one and it has come; null otherwise. */
export async function newerSnapshot(versions: Versions, built: Built | null): Promise<number | null> {
	if (!built || built.settled || built.cv === null) return null;
	const served = await versions.served();
	return served !== null && served > built.cv ? served : null;
}

/** True if remote targets were called for this version, and the deploy may still be running. */
export function isUnderWay(
	{ triggered }: State,
	what: Moment,
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
 * The versions now; null if the space's cannot be read.
 *
 * @param goodVersion the version that counts as built if there is no `slugline.json`
 */
export async function checkVersions(versions: Versions, goodVersion: number | null) {
	const [service, built] = await Promise.all([versions.service(), versions.built()]);
	if (service === null) return null;
	const seen = built?.version ?? goodVersion;
	const isBuilt = seen !== null && isSeen(seen, service);
	const cv = isBuilt ? await newerSnapshot(versions, built) : null;
	return { version: service.version, cv, upToDate: isBuilt && cv === null };
}

/**
 * Compares the versions if only stories are concerned, or else only reads that of the space, to record what is built. If no build
 * seems to be needed, they are read a second time.
 *
 * @param batch null after a failure, when the state of the site is unknown and it is built in any case
 * @param signal cancels the wait between the two reads
 */
export async function compare(
	{ versions, ...parts }: { versions: Versions | null; clock: Clock; deployTimeoutMs: number },
	batch: Batch | null,
	state: State,
	signal: AbortSignal,
): Promise<VersionCheck> {
	if (!versions) return unknown;
	if (!batch?.events.every(({ cause }) => isStoryCause(cause))) {
		return { ...unknown, version: (await versions.service())?.version ?? null };
	}
	const check = async (): Promise<VersionCheck> => {
		const found = await checkVersions(versions, null);
		return found ? { ...found, underWay: isUnderWay(state, found, parts) } : unknown;
	};
	const first = await check();
	if (!first.upToDate && !first.underWay) return first;
	await parts.clock.sleep(secondReadMs, signal).catch(() => {});
	return signal.aborted ? unknown : check();
}
