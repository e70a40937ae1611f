import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package as npm publishes it. */
export interface PackedPackage {
	tarball: string;
	/** The unpacked tarball, among the project's dependencies, as npm would install it. */
	folder: string;
}

declare module 'vitest' {
	interface ProvidedContext {
		packed: PackedPackage;
	}
}

/** Packs what `npm run build` made, and unpacks it. */
export async function packPackage(): Promise<PackedPackage & { delete(): Promise<void> }> {
	const home = join(root, 'node_modules', '.slugline-packed');
	await mkdir(home, { recursive: true });
	const own = await mkdtemp(join(home, 'run-'));
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', own], {
		cwd: join(root, 'packages', 'astro-slugline'),
	});
	const [packed] = JSON.parse(stdout) as { filename: string }[];
	const tarball = join(own, packed?.filename ?? '');
	await run('tar', ['-xzf', tarball, '-C', own]);
	await mkdir(join(own, 'node_modules'));
	const folder = join(own, 'node_modules', 'astro-slugline');
	await rename(join(own, 'package'), folder);
	return { tarball, folder, delete: () => rm(own, { recursive: true, force: true }) };
}
