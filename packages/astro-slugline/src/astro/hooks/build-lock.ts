import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { AstroIntegrationLogger } from 'astro';
import { AstroError } from 'astro/errors';
import { errorCode } from '../../shared/error-code.js';

/** Milliseconds that a build waits for another one to end. */
const timeoutMs = 600_000;

/** Milliseconds between checks whether the other build has ended. */
const intervalMs = 200;

interface Owner {
	pid: number;
	host: string;
}

/**
 * Takes the lock of a site's build. Waits if another build holds it, because both would write the same files.
 *
 * @returns a function that releases the lock; the end of the process releases it, too
 * @throws {AstroError} if the other build does not end, or if the cache cannot be written
 */
export async function lockBuild(
	file: URL,
	logger: Pick<AstroIntegrationLogger, 'info'>,
	limitMs = timeoutMs,
): Promise<() => void> {
	const own: Owner = { pid: process.pid, host: hostname() };
	for (let waited = 0; !take(file, own); waited += intervalMs) {
		const owner = ownerOf(file);
		// A build that runs inside another build's process already has the lock.
		if (owner?.pid === own.pid && owner.host === own.host) return () => {};
		if (!owner || owner.host !== own.host || !isAlive(owner.pid)) {
			rmSync(file, { force: true });
			continue;
		}
		if (waited === 0) {
			logger.info(`Another build of this site is running (process ${owner.pid}). Waiting until it ends.`);
		}
		if (waited >= limitMs) {
			throw new AstroError(
				`Another build of this site is running (process ${owner.pid}) and does not end.`,
				`End that process, or remove ${fileURLToPath(file)} if it is no build.`,
			);
		}
		await delay(intervalMs);
	}
	const release = () => {
		process.off('exit', release);
		if (ownerOf(file)?.pid === own.pid) rmSync(file, { force: true });
	};
	process.on('exit', release);
	return release;
}

/** @returns false if the lock is taken */
function take(file: URL, owner: Owner): boolean {
	try {
		mkdirSync(new URL('./', file), { recursive: true });
		writeFileSync(file, JSON.stringify(owner), { flag: 'wx' });
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST' && existsSync(file)) return false;
		throw new AstroError(
			`The build cache cannot be written: ${error instanceof Error ? error.message : error}.`,
			`Free disk space, or make ${fileURLToPath(new URL('./', file))} writable. Astro's option \`cacheDir\` names another folder.`,
		);
	}
}

function ownerOf(file: URL): Owner | undefined {
	try {
		return JSON.parse(readFileSync(file, 'utf8'));
	} catch {
		return undefined;
	}
}

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch (error) {
		return errorCode(error) === 'EPERM';
	}
}
