import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { endWithFile } from './ends.js';

const run = promisify(execFile);

const packageFolder = fileURLToPath(new URL('../../packages/astro-slugline/', import.meta.url));

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
	await run('npm', ['pack', '--pack-destination', folder, '--ignore-scripts'], { cwd: packageFolder });
	const [tarball = ''] = (await readdir(folder)).filter((name) => name.endsWith('.tgz'));
	const flags = ['--no-audit', '--no-fund', '--prefer-offline', '--no-package-lock'];
	await run('npm', ['install', ...flags, `astro@${wanted}`, ...others, join(folder, tarball)], {
		cwd: folder,
	});
	const modules = join(folder, 'node_modules');
	const { version }: { version: string } = JSON.parse(
		await readFile(join(modules, 'astro/package.json'), 'utf8'),
	);
	return { version, folder, modules };
}
