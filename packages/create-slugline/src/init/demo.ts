import { readdir, readFile, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ProjectFile } from './project-files.js';

const folder = fileURLToPath(new URL('../../templates/demo/', import.meta.url));

/** The files of a space with one page, in the folder `space`, for a site in these languages besides the default one. */
export const emptyFiles = (languages: readonly string[]): ProjectFile[] => [
	{
		path: 'space/space.yaml',
		text: `name: My site\n${languages.length > 0 ? `languages: [${languages.join(', ')}]\n` : ''}`,
	},
	{
		path: 'space/index.md',
		text: '---\nname: Welcome\ncontent:\n  component: page\n  title: Welcome\n---\nThis page is `space/index.md`.\n',
	},
];

/** The files of the demo: a small site in two languages, its image, and the space that it shows, in the folder `space`. */
export async function demoFiles(): Promise<ProjectFile[]> {
	// Only the names: Yarn, which keeps packages in archives, does not say in which folder an entry is.
	const names = (await readdir(folder, { recursive: true })).sort();
	const files: ProjectFile[] = [];
	for (const name of names) {
		const file = join(folder, name);
		if ((await stat(file)).isFile())
			files.push({ path: name.split(sep).join('/'), text: await readFile(file, 'utf8') });
	}
	return files;
}
