import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file of the bench, relative to this folder. */
export const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What Node needs to run the bench's own files. */
export const nodeArguments = ['--import', new URL('../../sync/kill/sources.mjs', import.meta.url).href];

/** The result of one process. */
export interface Measured {
	code: number;
	/** Milliseconds from its start to its end. */
	ms: number;
	/** CPU time of all cores, in milliseconds; NaN if it was killed. Steadier than `ms` on a busy machine. */
	cpuMs: number;
	/** Peak memory, in megabytes; NaN if it was killed. */
	peakMb: number;
	/** What it printed, both streams. */
	output: string;
}

/** Runs Node with these arguments to the end, and measures it. */
export async function runMeasured(
	args: readonly string[],
	{ cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Measured> {
	const usage = join(tmpdir(), `slugline-bench-${process.pid}-usage`);
	await rm(usage, { force: true });
	const { SLUGLINE_TOKEN: _own, STORYBLOK_TOKEN: _other, ...inherited } = process.env;
	const preload = new URL('./report-usage.mjs', import.meta.url).href;
	const began = performance.now();
	const child = spawn(process.execPath, args, {
		cwd,
		env: {
			...inherited,
			NODE_OPTIONS: `--import ${preload}`,
			SLUGLINE_BENCH_USAGE: usage,
			ASTRO_TELEMETRY_DISABLED: '1',
			NO_COLOR: '1',
			FORCE_COLOR: '0',
			...env,
		},
		stdio: ['ignore', 'pipe', 'pipe'],
	});
	let output = '';
	const take = (chunk: Buffer) => {
		output += chunk.toString();
	};
	child.stdout.on('data', take);
	child.stderr.on('data', take);
	const code = await new Promise<number>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', (code) => resolve(code ?? 1));
	});
	const ms = performance.now() - began;
	const reported = await readFile(usage, 'utf8').catch(() => '');
	await rm(usage, { force: true });
	const processes = reported
		.split('\n')
		.filter(Boolean)
		.map((line) => line.split(' ').map(Number));
	const of = (column: number) => processes.map((numbers) => numbers[column] ?? Number.NaN);
	if (processes.length === 0) return { code, ms, cpuMs: Number.NaN, peakMb: Number.NaN, output };
	const cpuMs = of(1).reduce((sum, one) => sum + one, 0) / 1000;
	return { code, ms, cpuMs, peakMb: Math.max(...of(0)) / 1024, output };
}
