import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectFile } from './project-files.js';

/** The integration of the demo. A space does not contain its default language. */
export const demoCall = "slugline({ defaultLanguage: 'en', preview: {} })";

const folder = fileURLToPath(new URL('../../../templates/demo/', import.meta.url));

/** The files of the demo: a small site in two languages, its image, and the space that it shows, in the folder `space`. */
export async function demoFiles(): Promise<ProjectFile[]> {
	const entries = await readdir(folder, { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
	return Promise.all(
		files.sort().map(async (file) => ({
			path: relative(folder, file).split(sep).join('/'),
			text: await readFile(file, 'utf8'),
		})),
	);
}
