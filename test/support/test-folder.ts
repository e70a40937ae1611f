import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

type Files = Readonly<Record<string, string>>;

/** Writes texts into files of a folder, by their path in it. */
export async function writeFiles(folder: string, files: Files): Promise<void> {
	for (const [path, text] of Object.entries(files)) {
		await mkdir(dirname(join(folder, path)), { recursive: true });
		await writeFile(join(folder, path), text);
	}
}

/** Creates a folder with these files, whose name begins with `name`. The caller removes it. */
export async function makeFolder(files: Files = {}, name = 'slugline-test-'): Promise<string> {
	const folder = await realpath(await mkdtemp(join(tmpdir(), name)));
	await writeFiles(folder, files);
	return folder;
}

export const removeFolder = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });

/** Makes a folder with these files for the test at hand, gone when it ends. */
export async function temporaryFolder(files: Files = {}, name?: string): Promise<string> {
	const folder = await makeFolder(files, name);
	onTestFinished(() => removeFolder(folder));
	return folder;
}

/** A folder that is deleted when its test ends. */
export type TestFolder = Awaited<ReturnType<typeof createTestFolder>>;

export async function createTestFolder(files: Files = {}, name?: string) {
	const path = await temporaryFolder(files, name);
	return { path, url: pathToFileURL(`${path}/`), write: (more: Files) => writeFiles(path, more) };
}
