import { z } from 'zod';
import { createDeliveryClient, type Region } from '../client/index.js';
import { readLimited } from '../shared/read-limited.js';
import type { Clock } from './clock.js';
import type { Logger } from './logger.js';
import { wordsOf } from './rebuild-error.js';
import type { Versions } from './work/compare.js';

/** How the hook asks the service for the version of the space, and for what its edge serves. */
export interface Service {
	/** Access token of the space. */
	token: string;
	/** Where the space is hosted. @default 'eu' */
	region?: Region | undefined;
	/** Address of the content delivery host, for a host that is in no region. */
	baseUrl?: string | undefined;
}

/** What an earlier version of this package wrote has no `spaceVersion`, and another unit as `cv`: it counts as unknown. */
const builtSchema = z.looseObject({
	cv: z.number().nullable(),
	spaceVersion: z.number().nullable(),
	settled: z.boolean().default(true),
});

const answerTimeoutMs = 10_000;

/** The most bytes of a slugline.json, which has a few hundred. */
const maxBuiltBytes = 64 * 1024;

/**
 * Asks the service and the last good build for their versions. What cannot be read counts as unknown, so that a build
 * rather runs than not.
 */
export function createVersions(
	service: Service,
	built: string | URL,
	parts: { fetch: typeof fetch; clock: Clock; logger: Logger },
): Versions {
	const { logger } = parts;
	const client = createDeliveryClient({
		...service,
		fetch: parts.fetch,
		timeoutMs: answerTimeoutMs,
		// Single requests, minutes apart.
		rateLimit: false,
		retry: { attempts: 3, totalMs: 2 * answerTimeoutMs },
	});
	return {
		async service() {
			try {
				const { version, version_is_hash: isHash = false } = await client.currentSpace();
				return { version, isHash };
			} catch (error) {
				logger.warn(`The version of the space is not known. ${wordsOf(error)}`);
				return null;
			}
		},
		async served() {
			try {
				// Without a cv the edge redirects to the snapshot that is current.
				return (await client.stories.page({ perPage: 1 })).cv;
			} catch (error) {
				logger.warn(`What the edge serves is not known. ${wordsOf(error)}`);
				return null;
			}
		},
		async built() {
			try {
				const text = await readBuilt(built, parts);
				if (text === null) return null;
				const { cv, spaceVersion, settled } = builtSchema.parse(JSON.parse(text));
				return spaceVersion === null ? null : { version: spaceVersion, cv, settled };
			} catch {
				logger.warn('What the last build holds is not known: `built` was read, but is no slugline.json.');
				return null;
			}
		},
	};
}

/** The text of slugline.json; null if it cannot be had, as before the first build. */
async function readBuilt(
	built: string | URL,
	{ fetch, clock, logger }: { fetch: typeof globalThis.fetch; clock: Clock; logger: Logger },
): Promise<string | null> {
	const address = String(built);
	if (!/^https?:/i.test(address)) {
		const { readFileOrNull } = await import('./disk/read-built.js');
		return readFileOrNull(built);
	}
	const stop = new AbortController();
	const done = new AbortController();
	clock.sleep(answerTimeoutMs, done.signal).then(
		() => stop.abort(),
		() => {},
	);
	try {
		// A cached answer would hide a deploy.
		const response = await fetch(address, { headers: { 'cache-control': 'no-cache' }, signal: stop.signal });
		if (response.ok) {
			const bytes = await readLimited(response, maxBuiltBytes);
			// Not JSON, so it is warned of as what it is: no slugline.json.
			return bytes === 'too large' ? '' : new TextDecoder().decode(bytes);
		}
		await response.body?.cancel();
		if (response.status !== 404) {
			logger.warn(`What the last build holds is not known: \`built\` answered ${response.status}.`);
		}
		return null;
	} catch {
		logger.warn('What the last build holds is not known: `built` could not be reached.');
		return null;
	} finally {
		done.abort();
	}
}
