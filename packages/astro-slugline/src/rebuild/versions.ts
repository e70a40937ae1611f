import { z } from 'zod';
import { createDeliveryClient } from '../client/index.js';
import { readLimited } from '../shared/http/read-limited.js';
import { type Clock, inLimit } from './model/clock.js';
import type { Logger } from './model/logger.js';
import { wordsOf } from './model/rebuild-error.js';
import type { HookOptions } from './options.js';
import type { Versions } from './work/compare.js';

const builtSchema = z.looseObject({
	cv: z.number().nullable(),
	spaceVersion: z.number().nullable(),
	settled: z.boolean().default(true),
});

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
): Versions {
	const { logger } = parts;
	const client = createDeliveryClient({
		...service,
		fetch: parts.fetch,
		timeoutMs: answerTimeoutMs,
		// These are single requests, minutes apart.
		rateLimit: false,
		retry: { attempts: 3, totalMs: 2 * answerTimeoutMs },
	});
	return {
		async service() {
			try {
				const { version, version_is_hash: isHash = false } = await client.currentSpace();
				return { version, isHash };
			} catch (error) {
				logger.warn(`The version of the space could not be read. ${wordsOf(error)}`);
				return null;
			}
		},
		async served() {
			try {
				// Without a cv, the edge redirects to the current snapshot.
				return (await client.stories.page({ perPage: 1 })).cv;
			} catch (error) {
				logger.warn(`The snapshot of the edge could not be read. ${wordsOf(error)}`);
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
				logger.warn('The version of the last build could not be read: `built` is not a slugline.json.');
				return null;
			}
		},
	};
}

/** The text of slugline.json; null if there is none yet or it cannot be read. */
async function readBuilt(
	built: string | URL,
	{ fetch, clock, logger }: { fetch: typeof globalThis.fetch; clock: Clock; logger: Logger },
): Promise<string | null> {
	const address = String(built);
	if (!/^https?:/i.test(address)) {
		const { readFileOrNull } = await import('./disk/read-built.js');
		return readFileOrNull(built);
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
			if (response.status !== 404) {
				logger.warn(
					`The version of the last build could not be read: \`built\` answered ${response.status}.`,
				);
			}
			return null;
		});
	} catch {
		logger.warn('The version of the last build could not be read: `built` could not be reached.');
		return null;
	}
}
