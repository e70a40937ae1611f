import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { endWithFile } from './ends.js';
import { packPackage } from './packed-package.js';

const run = promisify(execFile);

/**
 * Installs a version of Astro from the registry, and the package as it would be published, in a folder of their own.
 *
 * @param wanted a version or a range, such as `7.3.1` or `7`
 * @param others more packages
 */
export async function installAstro(wanted: string, ...others: string[]) {
	const folder = await mkdtemp(join(tmpdir(), 'slugline-astro-'));
	endWithFile(() => rm(folder, { recursive: true, force: true }));
	await writeFile(join(folder, 'package.json'), '{ "private": true, "type": "module" }');
	const { tarball, ...packed } = await packPackage();
	endWithFile(() => packed.delete());
	const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'];
	await run('npm', ['install', ...flags, `astro@${wanted}`, ...others, tarball], {
		cwd: folder,
	});
	const modules = join(folder, 'node_modules');
	const { version }: { version: string } = JSON.parse(
		await readFile(join(modules, 'astro/package.json'), 'utf8'),
	);
	return { version, folder, modules };
}
