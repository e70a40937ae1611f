import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { onTestFinished } from 'vitest';

/** A folder that is deleted when its test ends. */
export type TestFolder = Awaited<ReturnType<typeof createTestFolder>>;

/**
 * @param files texts by their paths in the folder
 * @param name what the folder's name begins with
 */
export async function createTestFolder(files: Record<string, string> = {}, name = 'slugline-test-') {
	const path = await realpath(await mkdtemp(join(tmpdir(), name)));
	onTestFinished(() => rm(path, { recursive: true, force: true }));
	const write = async (texts: Record<string, string>): Promise<void> => {
		for (const [file, text] of Object.entries(texts)) {
			await mkdir(dirname(join(path, file)), { recursive: true });
			await writeFile(join(path, file), text);
		}
	};
	await write(files);
	return { path, url: pathToFileURL(`${path}/`), write };
}
