import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../../shared/error-code.js';
import { parsedJson } from '../../shared/json.js';
import { readOrNull } from '../../shared/node/read-text.js';
import { replaceFile } from '../../shared/node/replace-file.js';
import { identityOf, identitySchema, isAlive } from '../disk/identity.js';
import type { Clock } from '../model/clock.js';
import type { Lock } from './lock.js';

const leaseSchema = z.object({ owner: identitySchema, expires: z.number(), released: z.boolean() });

/** Largest plausible difference between two clocks, in milliseconds. */
const skewMs = 3_600_000;

/**
 * A lock among all processes that share a folder. Each lease is a file that is created exclusively and named after its token; the
 * highest token counts. A lease is free again if it was released, if it expired long ago, if its process on this machine is gone,
 * or if this process has watched it for the length of a lease and saw no renewal.
 */
export function createFileLock(folder: string, clock: Clock, leaseMs: number): Pick<Lock, 'acquire'> {
	const pathOf = (token: number) => join(folder, String(token));
	const tokens = async () => (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
	const owner = identityOf();

	let watched: { text: string; since: number } | null = null;

	/** True if the lease was not renewed for as long as it lasts. Its own times come from a clock that may be hours off. */
	const isStale = (text: string): boolean => {
		if (watched?.text !== text) watched = { text, since: clock.now() };
		return clock.now() - watched.since >= leaseMs;
	};

	const isFree = async (token: number): Promise<boolean> => {
		const text = await readOrNull(pathOf(token));
		const lease = leaseSchema.safeParse(parsedJson(text ?? '')).data;
		if (lease) {
			const isLongOver = lease.expires + skewMs <= clock.now();
			return lease.released || isLongOver || isAlive(lease.owner) === false || isStale(`${token} ${text}`);
		}
		// Its process was killed between creating and writing it, or is just about to write it.
		const made = await stat(pathOf(token)).catch(() => null);
		return made === null || made.mtimeMs + leaseMs <= clock.now();
	};

	return {
		async acquire(above) {
			await mkdir(folder, { recursive: true });
			const existing = await tokens();
			const highest = Math.max(0, ...existing);
			if (highest > 0 && !(await isFree(highest))) return null;
			watched = null;
			const token = Math.max(highest, above) + 1;
			const text = (released: boolean) =>
				JSON.stringify({ owner, expires: clock.now() + leaseMs, released } satisfies z.infer<
					typeof leaseSchema
				>);
			if (!(await createExclusively(pathOf(token), text(false)))) return null;
			// A slow process may have been overtaken by several others since it read the folder.
			const isMine = async () => Math.max(...(await tokens())) === token;
			if (!(await isMine())) {
				await rm(pathOf(token), { force: true });
				return null;
			}
			await Promise.all(existing.map((old) => rm(pathOf(old), { force: true })));
			return {
				token,
				async renew() {
					if (!(await isMine())) return false;
					await replaceFile(pathOf(token), text(false));
					return isMine();
				},
				// The file stays until there is a higher one, so that its token is never used again.
				async release() {
					if (await isMine()) await replaceFile(pathOf(token), text(true));
				},
			};
		},
	};
}

async function createExclusively(path: string, text: string): Promise<boolean> {
	try {
		await writeFile(path, text, { flag: 'wx' });
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	}
}
