import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import type { AstroIntegrationLogger } from 'astro';
import { AstroError } from 'astro/errors';
import { type Identity, identityOf, isAlive } from './shared/node/identity.js';
import { numberedLock } from './shared/node/numbered-lock.js';
import { readSealed, seal } from './shared/node/sealed-file.js';

/** Milliseconds that a build waits for another one to end. */
const timeoutMs = 600_000;

/** Milliseconds between checks whether the other build has ended. */
const intervalMs = 200;

/**
 * Takes the lock of a site's build. Waits if another build holds it, because both would write the same files.
 *
 * @param folder of the lock
 * @returns a function that releases the lock; the end of the process releases it, too
 * @throws {AstroError} if the other build does not end, or if the cache cannot be written
 */
export async function lockBuild(
	folder: URL,
	logger: Pick<AstroIntegrationLogger, 'info'>,
	limitMs = timeoutMs,
): Promise<() => void> {
	const lock = numberedLock(fileURLToPath(folder));
	const own = identityOf();
	const text = String(seal(JSON.stringify(own)));
	for (let waited = 0; ; ) {
		let holder: Identity | undefined;
		const isFree = (number: number) => {
			holder = holderIn(lock.pathOf(number));
			return holder === undefined;
		};
		const number = await lock.take(text, isFree).catch((error) => {
			throw unwritable(folder, error);
		});
		if (number !== undefined) return releaseOf(lock.pathOf(number));
		// Another build was faster.
		if (!holder) continue;
		// A build that runs inside another build's process already has the lock.
		if (isDeepStrictEqual(holder, own)) return () => {};
		if (waited === 0) {
			logger.info(`Another build of this site is running (process ${holder.pid}). Waiting until it ends.`);
		}
		if (waited >= limitMs) {
			throw new AstroError(
				`Another build of this site is running (process ${holder.pid}) and does not end.`,
				`End that process, or remove ${fileURLToPath(folder)} if it is no build.`,
			);
		}
		await delay(intervalMs);
		waited += intervalMs;
	}
}

/** The build that a lock file names; undefined if it has ended, has released the lock, or ran on another machine. */
function holderIn(file: string): Identity | undefined {
	const text = readSealed(file);
	if (!text) return undefined;
	const owner: Identity = JSON.parse(String(text));
	const isHere = owner.host === identityOf().host;
	return isHere && isAlive(owner) !== false ? owner : undefined;
}

function releaseOf(file: string): () => void {
	const release = () => {
		process.off('exit', release);
		// The file is kept, so that its number is never reused.
		if (existsSync(file)) writeFileSync(file, '');
	};
	process.on('exit', release);
	return release;
}

const unwritable = (folder: URL, error: unknown): AstroError =>
	new AstroError(
		`The build cache cannot be written: ${error instanceof Error ? error.message : error}.`,
		`Free disk space, or make ${fileURLToPath(new URL('../', folder))} writable. Astro's option \`cacheDir\` names another folder.`,
	);
