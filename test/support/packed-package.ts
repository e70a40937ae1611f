import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = fileURLToPath(new URL('../../', import.meta.url));

/** The package as npm publishes it. */
export interface PackedPackage {
	tarball: string;
	/** The tarball of astro-keep. */
	engine: string;
	/** The tarball of create-slugline. */
	create: string;
	/** The unpacked tarball, among the project's dependencies, as npm would install it. */
	folder: string;
}

declare module 'vitest' {
	interface ProvidedContext {
		packed: PackedPackage;
	}
}

/** Packs what `npm run build` made, with the engine beside it, and unpacks it. */
export async function packPackage(): Promise<PackedPackage & { delete(): Promise<void> }> {
	const home = join(root, 'node_modules', '.slugline-packed');
	await mkdir(home, { recursive: true });
	const own = await mkdtemp(join(home, 'run-'));
	await mkdir(join(own, 'node_modules'));
	const engine = await pack('astro-keep', own);
	const ofEngine = { 'astro-keep': `file:${engine.tarball}` };
	const { tarball, folder } = await pack('astro-slugline', own, ofEngine);
	const create = await pack('create-slugline', own, { ...ofEngine, 'astro-slugline': `file:${tarball}` });
	return {
		tarball,
		folder,
		engine: engine.tarball,
		create: create.tarball,
		delete: () => rm(own, { recursive: true, force: true }),
	};
}

/**
 * Packs a package into a folder, and unpacks it there.
 *
 * @param others tarballs of packages that it depends on, in place of versions that no registry has yet
 */
async function pack(name: string, into: string, others: Record<string, string> = {}) {
	const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], {
		cwd: join(root, 'packages', name),
	});
	const [packed] = JSON.parse(stdout) as { filename: string }[];
	const tarball = join(into, packed?.filename ?? '');
	await run('tar', ['-xzf', tarball, '-C', into]);
	const manifest = join(into, 'package', 'package.json');
	const published = await readFile(manifest, 'utf8');
	const { dependencies, ...rest } = JSON.parse(published);
	await writeFile(manifest, JSON.stringify({ ...rest, dependencies: { ...dependencies, ...others } }));
	await run('tar', ['-czf', tarball, '-C', into, 'package']);
	await writeFile(manifest, published);
	const folder = join(into, 'node_modules', name);
	await rename(join(into, 'package'), folder);
	return { tarball, folder };
}
