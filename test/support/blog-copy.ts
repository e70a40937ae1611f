import { cp } from 'node:fs/promises';
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

/** Copies the playground into a temporary folder, to be edited and built. */
export async function copyBlog(): Promise<Site> {
	const site = await createSite({});
	for (const part of parts) await cp(join(blog, part), join(site.folder, part), { recursive: true });
	return site;
}
