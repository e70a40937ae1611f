import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

/** The path of a file, relative to this folder. */
export const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const root = pathOf('../../');

/** The result of one process. */
export interface Measured {
	/** Milliseconds from its start to its end. */
	ms: number;
	/** CPU time of all cores, in milliseconds. Steadier than `ms` on a busy machine. */
	cpuMs: number;
	/** Peak memory, in megabytes. */
	peakMb: number;
	/** What it printed. */
	output: string;
}

/** Runs Node with these arguments to the end, and measures it. */
export async function runMeasured(args: readonly string[], cwd?: string): Promise<Measured> {
	const usage = join(tmpdir(), `slugline-bench-${process.pid}-${crypto.randomUUID()}`);
	const { SLUGLINE_TOKEN: _own, STORYBLOK_TOKEN: _other, ...inherited } = process.env;
	const began = performance.now();
	const child = spawn(process.execPath, args, {
		cwd,
		env: {
			...inherited,
			NODE_OPTIONS: `--import ${new URL('./report-usage.mjs', import.meta.url).href}`,
			SLUGLINE_BENCH_USAGE: usage,
			ASTRO_TELEMETRY_DISABLED: '1',
			NO_COLOR: '1',
			FORCE_COLOR: '0',
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	const [output, errors, [code]] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close'),
	]);
	const ms = performance.now() - began;
	if (code !== 0)
		throw new Error(`A process of the bench failed:\n${`${output}${errors}`.trim().slice(-2000)}`);
	// A command may start other processes.
	const rows = (await readFile(usage, 'utf8')).trim().split('\n');
	await rm(usage);
	const [peaks = [], times = []] = [0, 1].map((at) => rows.map((row) => Number(row.split(' ')[at])));
	const cpuMs = times.reduce((sum, one) => sum + one, 0) / 1000;
	return { ms, cpuMs, peakMb: Math.max(...peaks) / 1024, output };
}

/**
 * Creates a temporary folder with the project's dependencies, and with the built package as npm would install it. The package is
 * copied, so that a build in the meantime does not affect a run.
 *
 * @param own the folder of a built package; this one, unless another is named
 */
export async function createWorkFolder(own = join(root, 'packages', 'astro-slugline')): Promise<string> {
	const path = await mkdtemp(join(tmpdir(), 'slugline-bench-'));
	const modules = join(path, 'node_modules');
	const installed = join(modules, 'astro-slugline');
	await mkdir(installed, { recursive: true });
	for (const name of await readdir(join(root, 'node_modules'))) {
		if (name.startsWith('.') || name === 'astro-slugline') continue;
		await symlink(join(root, 'node_modules', name), join(modules, name));
	}
	for (const part of ['package.json', 'dist', 'routes', 'components'])
		await cp(join(own, part), join(installed, part), { recursive: true });
	return path;
}

export const deleteFolder = (path: string): Promise<void> => rm(path, { recursive: true, force: true });
