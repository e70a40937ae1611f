import { z } from 'zod';
import { createDeliveryClient } from '../client/index.js';
import { readLimited } from '../shared/http/read-limited.js';
import { type Clock, inLimit } from './model/clock.js';
import type { Logger } from './model/logger.js';
import { wordsOf } from './model/rebuild-error.js';
import type { HookOptions } from './options.js';

const builtSchema = z.looseObject({
	cv: z.number().nullable(),
	spaceVersion: z.number().nullable(),
	settled: z.boolean().default(true),
});

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
export type Versions = ReturnType<typeof createVersions>;

const answerTimeoutMs = 10_000;

/** Largest slugline.json that is read, in bytes. It has a few hundred. */
const maxBuiltBytes = 64 * 1024;

/**
 * Asks the API and the last good build for their versions. A version that cannot be read counts as unknown, so that in doubt the
 * site is built.
 */
export function createVersions(
	service: NonNullable<HookOptions['service']>,
	built: string | URL,
	parts: { fetch: typeof fetch; clock: Clock; logger: Logger },
) {
	const { logger } = parts;
	const warnOfBuilt = (why: string) =>
		logger.warn(`The version of the last build could not be read: \`built\` ${why}.`);
	let missing = 0;
	const client = createDeliveryClient({
		...service,
		fetch: parts.fetch,
		timeoutMs: answerTimeoutMs,
		// These are single requests, minutes apart.
		rateLimit: false,
		retry: { attempts: 3, totalMs: 2 * answerTimeoutMs },
	});
	const orNull = (what: string) => (error: unknown) => {
		logger.warn(`${what} could not be read. ${wordsOf(error)}`);
		return null;
	};
	return {
		service: (): Promise<ServiceVersion | null> =>
			client
				.currentSpace()
				.then(({ version, version_is_hash: isHash = false }) => ({ version, isHash }))
				.catch(orNull('The version of the space')),
		/** The snapshot that the edge serves, now. Without a cv, it redirects to the current one. */
		served: () =>
			client.stories
				.page({ perPage: 1 })
				.then(({ cv }) => cv)
				.catch(orNull('The snapshot of the edge')),
		/** What the last good build contains. */
		async built(): Promise<Built | null> {
			try {
				const text = await readBuilt(built, { ...parts, warn: warnOfBuilt });
				if (text === null) {
					missing += 1;
					// The first time, the site may not have been built yet.
					if (missing === 2) warnOfBuilt('does not exist, so no call can be skipped');
					return null;
				}
				const { cv, spaceVersion, settled } = builtSchema.parse(JSON.parse(text));
				return spaceVersion === null ? null : { version: spaceVersion, cv, settled };
			} catch {
				warnOfBuilt('is not a slugline.json');
				return null;
			}
		},
	};
}

/** The text of slugline.json; null if there is none yet or it cannot be read. */
async function readBuilt(
	built: string | URL,
	{ fetch, clock, warn }: { fetch: typeof globalThis.fetch; clock: Clock; warn: (why: string) => void },
): Promise<string | null> {
	const address = String(built);
	if (!/^https?:/i.test(address)) {
		const { builtFile } = await import('../shared/node/built-file.js');
		const { readOrNull } = await import('../shared/node/read-text.js');
		return readOrNull(builtFile(/^file:/i.test(address) ? new URL(address) : address));
	}
	try {
		return await inLimit(clock, answerTimeoutMs, async (signal) => {
			// A cached response would hide a deploy.
			const response = await fetch(address, { headers: { 'cache-control': 'no-cache' }, signal });
			if (response.ok) {
				const bytes = await readLimited(response, maxBuiltBytes);
				// The empty text is not JSON, so the caller warns that it is not a slugline.json.
				return bytes === 'too large' ? '' : new TextDecoder().decode(bytes);
			}
			await response.body?.cancel();
			if (response.status !== 404) warn(`answered ${response.status}`);
			return null;
		});
	} catch {
		warn('could not be reached');
		return null;
	}
}
