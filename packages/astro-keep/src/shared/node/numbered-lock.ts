/** @internal */
import { randomUUID } from 'node:crypto';
import { link, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode } from '../error-code.js';

/**
 * A lock of processes that share a folder: the owner of its highest number holds it. Each number is one file, created as a whole and
 * only once, so that taking over from a dead owner is one atomic step. Numbers only grow: an owner that is overtaken can see it.
 */
export function numberedLock(folder: string) {
	const pathOf = (number: number) => join(folder, String(number));
	const numbers = async () => (await readdir(folder)).filter((name) => /^\d+$/.test(name)).map(Number);
	const isHeld = async (number: number) => Math.max(...(await numbers())) === number;
	return {
		pathOf,
		/** True if this number is still the highest one. */
		isHeld,
		/**
		 * Takes the next number; undefined if another process holds the lock, or was faster.
		 *
		 * @param text what the new file has
		 * @param isFree whether the highest number may be followed
		 * @param above the new number is higher than this one, too
		 */
		async take(
			text: string,
			isFree: (number: number) => boolean | Promise<boolean>,
			above = 0,
		): Promise<number | undefined> {
			await mkdir(folder, { recursive: true });
			const existing = await numbers();
			const highest = Math.max(0, ...existing);
			if (highest > 0 && !(await isFree(highest))) return undefined;
			const number = Math.max(highest, above) + 1;
			if (!(await createOnce(pathOf(number), text))) return undefined;
			const remove = (one: number) => rm(pathOf(one), { force: true });
			// Others may have taken and left higher numbers since this process read the folder.
			const isMine = await isHeld(number);
			await Promise.all((isMine ? existing : [number]).map(remove));
			return isMine ? number : undefined;
		},
	};
}

/** Creates a file with all of its text, or returns false if it exists. */
async function createOnce(path: string, text: string): Promise<boolean> {
	const draft = `${path}.${randomUUID()}`;
	try {
		await writeFile(draft, text);
		await link(draft, path).catch((error) => {
			if (errorCode(error) === 'EEXIST') throw error;
			// A file system without links.
			return writeFile(path, text, { flag: 'wx' });
		});
		return true;
	} catch (error) {
		if (errorCode(error) === 'EEXIST') return false;
		throw error;
	} finally {
		await rm(draft, { force: true });
	}
}
