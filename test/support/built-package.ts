import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { packPackage } from './packed-package.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['astro-keep', 'astro-slugline', 'create-slugline'].map((name) =>
	join(root, 'packages', name),
);

/** When a folder's newest file was written, in milliseconds; 0 if there is none. */
function newestIn(folder: string): number {
	if (!existsSync(folder)) return 0;
	const times = readdirSync(folder, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => statSync(join(entry.parentPath, entry.name)).mtimeMs);
	return Math.max(0, ...times);
}

/** Builds and packs the packages before tests that need it. */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
	build();
	const packed = await packPackage();
	// For code outside of the tests that resolves imports.
	process.env['SLUGLINE_PACKED'] = packed.folder;
	const { tarball, folder, engine, create } = packed;
	provide('packed', { tarball, folder, engine, create });
	return packed.delete;
}

/** Builds the packages, unless their builds are newer than their sources. */
function build(): void {
	if (packages.every((folder) => newestIn(join(folder, 'dist')) > newestIn(join(folder, 'src')))) return;
	console.log('Building the packages, since their sources changed …');
	const { status } = spawnSync('npm', ['run', 'build', '--silent'], {
		cwd: root,
		env: {
			...process.env,
			PATH: `${join(root, 'node_modules', '.bin')}${delimiter}${process.env['PATH']}`,
		},
		stdio: 'inherit',
	});
	if (status !== 0)
		throw new Error('The packages do not build, see above: fix that, then run the tests again.');
}
