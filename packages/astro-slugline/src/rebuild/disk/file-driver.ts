import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Driver } from 'unstorage';

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
			await writeWhole(path, value);
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

/** Writes to a temporary file and renames it, so that a reader sees either the old text or the new one. */
export async function writeWhole(path: string, text: string): Promise<void> {
	const draft = join(dirname(path), `.${crypto.randomUUID()}.tmp`);
	try {
		const file = await open(draft, 'w');
		try {
			await file.writeFile(text);
			await file.datasync();
		} finally {
			await file.close();
		}
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}

const hour = 3_600_000;

// Deletes temporary files that killed processes left behind.
async function sweepDrafts(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith('.tmp')) continue;
		const path = join(folder, name);
		const made = await stat(path).catch(() => null);
		if (made && made.mtimeMs < Date.now() - hour) await rm(path, { force: true });
	}
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
