import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Driver } from 'unstorage';
import { replaceFile, sweepDrafts } from '../../shared/node/replace-file.js';

/**
 * An unstorage driver that stores each key in a file. Writes are atomic: a process that is killed while writing leaves the old
 * file. Git ignores the folder.
 */
export function fileDriver(base: string): Driver {
	const folder = resolve(base);
	const pathOf = (key: string) => join(folder, ...key.split(':'));
	return {
		name: 'slugline-file',
		options: { base: folder },
		hasItem: async (key) => (await readOrNull(pathOf(key))) !== null,
		getItem: (key) => readOrNull(pathOf(key)),
		async setItem(key, value) {
			const path = pathOf(key);
			await mkdir(dirname(path), { recursive: true });
			await ignoreFolder(folder);
			await replaceFile(path, value);
			await sweepDrafts(dirname(path));
		},
		removeItem: (key) => rm(pathOf(key), { force: true }),
		async getKeys() {
			const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orEmpty);
			return entries
				.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
				.map((entry) =>
					join(entry.parentPath, entry.name)
						.slice(folder.length + 1)
						.replaceAll(/[/\\]/g, ':'),
				);
		},
	};
}

/** Makes Git ignore an existing folder. */
export async function ignoreFolder(folder: string): Promise<void> {
	await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
}

/** The text of a file; null if it does not exist. */
export async function readOrNull(path: string): Promise<string | null> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (isMissing(error)) return null;
		throw error;
	}
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ENOENT';

function orEmpty(error: unknown): [] {
	if (isMissing(error)) return [];
	throw error;
}
