import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Driver } from 'unstorage';

/**
 * An unstorage driver over a folder, one file per key, each written whole or not at all: a process that is killed while it
 * writes leaves the old file. The folder tells Git to ignore it.
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

/** Tells Git to ignore a folder that exists. */
export async function ignoreFolder(folder: string): Promise<void> {
	await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
}

/** Writes beside the file and renames, so that a reader finds the old text or the new one. */
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

// What a killed process left half written.
async function sweepDrafts(folder: string): Promise<void> {
	for (const name of await readdir(folder)) {
		if (!name.endsWith('.tmp')) continue;
		const path = join(folder, name);
		const made = await stat(path).catch(() => null);
		if (made && made.mtimeMs < Date.now() - hour) await rm(path, { force: true });
	}
}

/** The text of a file; null if there is none. */
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
