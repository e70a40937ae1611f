import { posix, sep, win32 } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

/**
 * The address of the file or folder that an option names. A path is not an address: it may contain `#`, `?`, and `%`, and on
 * Windows begin with a drive.
 *
 * @param path in the site's folder, or an absolute one, or a `file:` address
 * @param root the site's folder
 */
export function fileOf(path: string, root: URL, windows = sep === '\\'): URL {
	if (/^file:/i.test(path)) return new URL(path);
	const { resolve } = windows ? win32 : posix;
	return pathToFileURL(resolve(fileURLToPath(root, { windows }), path), { windows });
}
