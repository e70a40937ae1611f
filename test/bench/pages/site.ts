import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Measured, pathOf, runMeasured } from '../processes/run.js';
import { createWorkFolder } from '../processes/work-folder.js';

/** A way to build a site from the service. */
export interface Contender {
	name: string;
	/** The files of its site, by path, for the address of the service. */
	files(url: string): Record<string, string>;
	/** Makes it loadable in a site's folder, if that takes more than its package. */
	install?(folder: string): Promise<void>;
}

/** A site in a folder of its own. */
export interface Site {
	path: string;
	/** Removes everything that earlier builds left. */
	clean(): Promise<void>;
	build(): Promise<Measured>;
	/** What its pages show: slug and title of each story, separated by a tab. */
	entries(): Promise<string[]>;
	delete(): Promise<void>;
}

/** The config of a site without integrations, as `npm create astro` writes it. */
export const plainConfig = `
import { defineConfig } from 'astro/config';
export default defineConfig({});`;

const astro = pathOf('../../../node_modules/astro/bin/astro.mjs');

/** Astro looks here for packages that it has to bundle. */
const manifest = JSON.stringify({
	type: 'module',
	dependencies: {
		astro: '*',
		'astro-slugline': '*',
		'astro-loader-storyblok': '*',
	},
});

/** @param packageFolder of another build of the package */
export async function createSite(contender: Contender, url: string, packageFolder?: string): Promise<Site> {
	const folder = await createWorkFolder(packageFolder);
	await writeFiles(folder.path, { 'package.json': manifest, ...contender.files(url) });
	await contender.install?.(folder.path);
	return {
		path: folder.path,
		async clean() {
			for (const left of ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'])
				await rm(join(folder.path, left), { recursive: true, force: true });
		},
		build: () => runMeasured([astro, 'build', '--silent'], { cwd: folder.path }),
		async entries() {
			const dist = join(folder.path, 'dist');
			const found: string[] = [];
			for (const name of await readdir(dist, { recursive: true })) {
				if (!name.endsWith('.html')) continue;
				const html = await readFile(join(dist, name), 'utf8');
				for (const [, slug, title] of html.matchAll(/data-slug="([^"]*)">([^<]*)</g))
					found.push(`${slug}\t${title}`);
			}
			return found;
		},
		delete: folder.delete,
	};
}

/** Writes files by their paths in a folder. */
async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
	for (const [path, text] of Object.entries(files)) {
		const file = join(folder, path);
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
}
