import { fileURLToPath } from 'node:url';
import { readOrNull } from './file-driver.js';

/** The text of a file, given by path or `file:` URL; null if it does not exist. */
export function readFileOrNull(path: string | URL): Promise<string | null> {
	return readOrNull(/^file:/i.test(String(path)) ? fileURLToPath(path) : String(path));
}
