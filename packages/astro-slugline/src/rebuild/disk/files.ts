import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { errorCode } from 'astro-keep/shared/error-code';
import { replaceFile, sweepDrafts } from 'astro-keep/shared/node/replace-file';

/** Writes a file in a folder that Git ignores. A process that is killed while writing leaves the old file. */
export async function writeIn(folder: string, path: string, text: string): Promise<void> {
	const file = join(folder, path);
	await mkdir(dirname(file), { recursive: true });
	await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch(() => {});
	await replaceFile(file, text);
	await sweepDrafts(dirname(file));
}

/** The paths of all files in a folder, with slashes. */
export async function filesIn(folder: string): Promise<string[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(orEmpty);
	return entries
		.filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
		.map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

export const removeFile = (path: string): Promise<void> => rm(path, { force: true });

function orEmpty(error: unknown): [] {
	if (errorCode(error) === 'ENOENT') return [];
	throw error;
}
