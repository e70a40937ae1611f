import { readFile } from 'node:fs/promises';
import { errorCode } from 'astro-keep/shared/error-code';

/** The text of a file; null if it does not exist. */
export async function readOrNull(path: string | URL): Promise<string | null> {
	try {
		return await readFile(path, 'utf8');
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return null;
		// Node does not say which path is a folder.
		if (error instanceof Error) Object.assign(error, { path: String(path) });
		throw error;
	}
}
