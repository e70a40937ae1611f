import { existsSync, readdirSync, rmSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { changedAfter, pruneFiles, recordOutput, removePages } from './output/output.js';
import { type OutputRecord, writeRecord } from './output/output-record.js';
import type { Outcome } from './prerenderer.js';

/** Where a build writes. */
export const folderOf = (config: AstroConfig) => fileURLToPath(config.outDir);

/** A site of files only: what adapters put into the output is theirs. */
export const isPlain = (config: AstroConfig) => config.output === 'static' && !config.adapter;

/**
 * Empties an output but for the pages of the last build, before anything is written: what integrations find and leave there
 * is then what they find and leave where a build begins with nothing.
 */
export function emptyOutput(config: AstroConfig, file: URL, recorded: OutputRecord): void {
	// From here on the record is not true.
	rmSync(file, { force: true });
	pruneFiles(folderOf(config), recorded);
}

/** Removes the pages of the last build that are not kept. */
export function removeOthers(
	config: AstroConfig,
	recorded: OutputRecord,
	isKept: (path: string) => boolean,
): void {
	removePages(folderOf(config), recorded, isKept);
}

/**
 * Records what a build has left. Nothing is recorded where an integration rewrote pages, or a public file lies over one: the
 * next build is to begin with an empty output.
 */
export async function settleOutput(
	file: URL,
	config: AstroConfig,
	recorded: OutputRecord | undefined,
	{ files, endedAt }: Outcome,
): Promise<void> {
	if (!isPlain(config)) return rm(file, { force: true });
	const pages = new Set(files.map(({ href }) => decodeURIComponent(href.slice(config.outDir.href.length))));
	const record = recordOutput(folderOf(config), pages, recorded);
	const isPublic = publicFiles(config);
	if (files.some(isPublic) || changedAfter(record, pages, endedAt)) await rm(file, { force: true });
	else await writeRecord(file, record);
}

/** Tells of a file of the output whether a public file, or a folder of such, has its place. */
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
