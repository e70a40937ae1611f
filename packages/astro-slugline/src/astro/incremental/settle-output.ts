import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { changedAfter, recordOutput } from './output/output.js';
import { type OutputRecord, writeRecord } from './output/output-record.js';
import type { Outcome } from './render/outcome.js';

/** The folder of the output. */
export const folderOf = (config: AstroConfig) => fileURLToPath(config.outDir);

/** True for a site without a server. Adapters add files of their own to the output. */
export const isPlain = (config: AstroConfig) => config.output === 'static' && !config.adapter;

/**
 * Removes what Astro leaves when it empties the output: it means to spare `.git`, and spares `g`, `i`, and `t`, such as the folder of
 * tag pages at `/t/astro`.
 */
export function emptyRest(config: AstroConfig): void {
	if (config.vite.build?.emptyOutDir === false) return;
	for (const name of ['g', 'i', 't']) rmSync(new URL(name, config.outDir), { recursive: true, force: true });
}

/**
 * Records the output of a build. Nothing is recorded if an integration rewrote pages or a public file replaced one, so that the
 * next build starts with an empty output.
 */
export async function settleOutput(
	file: URL,
	config: AstroConfig,
	recorded: OutputRecord | undefined,
	{ files, endedAt }: Outcome,
	stays: (path: string) => boolean,
): Promise<void> {
	if (!isPlain(config)) return rm(file, { force: true });
	const pages = new Set(files.map(({ href }) => decodeURIComponent(href.slice(config.outDir.href.length))));
	const record = recordOutput(folderOf(config), pages, recorded, stays);
	const isPublic = publicFiles(config);
	if (files.some(isPublic) || changedAfter(record, pages, endedAt)) await rm(file, { force: true });
	else await writeRecord(file, record);
}

/** Returns a function that is true for files of the output whose path a public file or folder has. */
export function publicFiles({ publicDir, outDir, build }: AstroConfig): (file: URL) => boolean {
	if (!existsSync(publicDir)) return () => false;
	const paths = new Set(
		readdirSync(publicDir, { recursive: true, encoding: 'utf8' }).map((path) => path.replaceAll('\\', '/')),
	);
	if (paths.size === 0) return () => false;
	const roots = [outDir, build.client].map(({ href }) => href);
	return ({ href }) =>
		roots.some((root) => href.startsWith(root) && paths.has(decodeURIComponent(href.slice(root.length))));
}
