import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** Writes texts into files of a folder, by their path in it. */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
}

/** Creates a folder with these files. The caller removes it. */
export async function makeFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-space-'));
	await writeFiles(folder, files);
	return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Makes a folder with these files for the test at hand, gone when it ends. */
export async function temporaryFolder(files: Readonly<Record<string, string>> = {}): Promise<string> {
	const folder = await makeFolder(files);
	onTestFinished(() => removeFolder(folder));
	return folder;
}
