import { cp, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createSite, type Site } from './site.js';

const blog = fileURLToPath(new URL('../../playground/blog/', import.meta.url));

/** The sources of the blog. The output of builds is not copied. */
const parts = [
	'astro.config.mjs',
	'package.json',
	'tsconfig.json',
	'redirects.json',
	'image-service.js',
	'page-report.js',
	'photographs',
	'public',
	'space',
	'src',
];

/** A copy of the playground in a temporary folder, to be edited and built. */
export interface BlogCopy extends Site {
	/** Replaces a text that the file must contain. */
	change(path: string, from: string, to: string): Promise<void>;
}

/**
 * Copies the playground into a temporary folder.
 *
 * @param from folder of another copy, as it is now
 */
export async function copyBlog(from = blog): Promise<BlogCopy> {
	const site = await createSite({});
	for (const part of parts) await cp(join(from, part), join(site.folder, part), { recursive: true });
	return {
		...site,
		async change(path, from, to) {
			const file = join(site.folder, path);
			const text = await readFile(file, 'utf8');
			if (!text.includes(from)) throw new Error(`${path} has no "${from}".`);
			await writeFile(
				file,
				text.replace(from, () => to),
			);
		},
	};
}
