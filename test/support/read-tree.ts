import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/** Every file in a folder and below it by its path with `/`, as text, sorted; without installed packages. */
export async function readTree(folder: string): Promise<Record<string, string>> {
	const files: [string, string][] = [];
	for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
		const path = relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/');
		if (entry.isFile() && !/(?:^|\/)(?:node_modules|\.git)\//.test(path))
			files.push([path, await readFile(join(folder, path), 'utf8')]);
	}
	return Object.fromEntries(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
