import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { packPackage } from './packed-package.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packageFolder = join(root, 'packages', 'astro-slugline');

/** When a folder's newest file was written, in milliseconds; 0 if there is none. */
function newestIn(folder: string): number {
	if (!existsSync(folder)) return 0;
	const times = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
	return Math.max(0, ...times);
}

/** Builds and packs the package before tests that need it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	build();
	const packed = await packPackage();
	// For code outside of the tests that resolves imports.
	process.env['SLUGLINE_PACKED'] = packed.folder;
	provide('packed', { tarball: packed.tarball, folder: packed.folder });
	return packed.delete;
}

/** Builds the package, unless the build is newer than its sources. */
function build(): void {
	if (newestIn(join(packageFolder, 'dist')) > newestIn(join(packageFolder, 'src'))) return;
	console.log('Building the package, since its sources changed …');
	const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
		cwd: root,
		env: {
			...process.env,
			PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
		},
		stdio: 'inherit',
	});
	if (status !== 0)
		throw new Error('The package does not build, see above: fix that, then run the tests again.');
}
