import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The path of a file of the bench, relative to this folder. */
export const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** What Node needs to run the bench's own files. */
export const nodeArguments = ['--import', new URL('../../sync/kill/sources.mjs', import.meta.url).href];

/** How one process went. */
export interface Measured {
	code: number;
	/** Milliseconds from its start to its end. */
	ms: number;
	/** The most memory that it had, in megabytes; NaN if it was killed. */
	peakMb: number;
	/** What it printed, both streams. */
	output: string;
}

/** Runs Node with these arguments to the end, and measures it. */
export async function runMeasured(
	args: readonly string[],
	{ cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Measured> {
	const memory = join(tmpdir(), `slugline-bench-${process.pid}-memory`);
	await rm(memory, { force: true });
	const { SLUGLINE_TOKEN: _own, STORYBLOK_TOKEN: _other, ...inherited } = process.env;
	const preload = new URL('./report-memory.mjs', import.meta.url).href;
	const began = performance.now();
	const child = spawn(process.execPath, args, {
		cwd,
		env: {
			...inherited,
			NODE_OPTIONS: `--import ${preload}`,
			SLUGLINE_BENCH_MEMORY: memory,
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
	const reported = await readFile(memory, 'utf8').catch(() => '');
	await rm(memory, { force: true });
	const kilobytes = reported.split('\n').filter(Boolean).map(Number);
	return { code, ms, peakMb: kilobytes.length > 0 ? Math.max(...kilobytes) / 1024 : Number.NaN, output };
}
