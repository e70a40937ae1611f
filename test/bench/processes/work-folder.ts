import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { pathOf } from './run.js';

const root = pathOf('../../../');
const packageParts = ['package.json', 'dist', 'routes', 'components'];

/** A temporary folder with the project's dependencies, and with the built package as npm would install it. */
export interface WorkFolder {
	path: string;
	delete(): Promise<void>;
}

/**
 * Creates a work folder. The package is copied, so that a build in the meantime does not affect a run.
 *
 * @param own the folder of a built package; this one, unless another is named
 */
export async function createWorkFolder(own = join(root, 'packages', 'astro-slugline')): Promise<WorkFolder> {
	const path = await mkdtemp(join(tmpdir(), 'slugline-bench-'));
	const modules = join(path, 'node_modules');
	const installed = join(modules, 'astro-slugline');
	await mkdir(installed, { recursive: true });
	for (const name of await readdir(join(root, 'node_modules'))) {
		if (name.startsWith('.') || name === 'astro-slugline') continue;
		await symlink(join(root, 'node_modules', name), join(modules, name));
	}
	for (const part of await readdir(own)) {
		if (packageParts.includes(part)) await cp(join(own, part), join(installed, part), { recursive: true });
	}
	return { path, delete: () => rm(path, { recursive: true, force: true }) };
}

/** The address of a sub-path of the package in a work folder, for `import()`. */
export const addressOf = (folder: string, name: string): string =>
	pathToFileURL(createRequire(join(folder, 'none.js')).resolve(name)).href;
