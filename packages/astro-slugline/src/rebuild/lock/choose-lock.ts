import { once } from 'astro-keep/shared/once';
import { smallHash } from 'astro-keep/shared/text/small-hash';
import type { Driver, Storage } from 'unstorage';
import { processDriver } from '../../shared/process-driver.js';
import type { Clock } from '../model/clock.js';
import type { Logger } from '../model/logger.js';
import { createLocalLock, type Lock } from './lock.js';
import { createRedisLock } from './redis-lock.js';

/** Drivers whose keys are files in `base`. */
const fileDrivers = ['slugline-file', 'fs', 'fs-lite'];

const memoryDrivers = ['memory', 'lru-cache'];

/**
 * The lock that a storage supports: exclusive creation of files on a disk, or the driver's own connection for Redis. With any other
 * driver, the lock only covers this process, and a warning says so.
 */
export function chooseLock(
	storage: Storage,
	options: { clock: Clock; leaseMs: number; logger: Logger },
): Lock {
	const { clock, leaseMs, logger } = options;
	const { driver } = storage.getMount('rebuild');
	const { base = '' }: { base?: string } = driver.options ?? {};
	const { name = 'unknown', getInstance } = driver;

	if (fileDrivers.includes(name) && base) {
		// Loaded on first use, because edge hosts have no disk.
		const lock = once(async () => {
			const { createFileLock } = await import('./file-lock.js');
			return createFileLock(`${base}/rebuild-lock`, clock, leaseMs);
		});
		return { name: `files ${base}`, acquire: async (above) => (await lock()).acquire(above) };
	}
	if (name === 'redis' && getInstance) {
		const redis = `redis ${hashOfOptions(driver)}`;
		return createRedisLock(getInstance, base.replace(/:$/, ''), leaseMs, redis);
	}

	if (name === processDriver) return createLocalLock(clock, leaseMs);
	logger.warn(
		memoryDrivers.includes(name)
			? 'The rebuild hook stores pending calls in memory, so they are lost when this process ends.'
			: `The storage driver \`${name}\` has no lock: ` +
					'if several receivers share it, each of them may build the same burst. The drivers fs, fs-lite, and redis have one.',
	);
	return createLocalLock(clock, leaseMs);
}

/** Identifies a Redis without its address, which may contain a password. */
function hashOfOptions({ options }: Driver): number {
	try {
		return smallHash(JSON.stringify(options));
	} catch {
		// Options with a cycle, such as a client.
		return 0;
	}
}
