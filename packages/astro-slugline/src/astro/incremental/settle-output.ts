import { existsSync, readdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { changedAfter, pruneOutput, recordOutput, renewRecord } from './output/output.js';
import { type OutputRecord, writeRecord } from './output/output-record.js';
import type { Outcome } from './prerenderer.js';

/** Where a build writes. */
export const folderOf = (config: AstroConfig) => fileURLToPath(config.outDir);

/** A site of files only: what adapters put into the output is theirs. */
export const isPlain = (config: AstroConfig) => config.output === 'static' && !config.adapter;

export interface Settling {
	config: AstroConfig;
	/** What the last build left; undefined if this one began with an empty output. */
	recorded: OutputRecord | undefined;
	outcome: Outcome;
	/** True if this build has the pages of the last one, and has rendered none. */
	isAsBefore: boolean;
	/** Files beside the pages that this build needs, written or not. */
	assets: readonly string[];
}

/**
 * Removes what the last build left and this one did not make, and records what there is. Nothing is recorded where an
 * integration rewrote pages, or a public file lies over one: the next build is to begin with an empty output.
 */
export async function settleOutput(
	file: URL,
	{ config, recorded, outcome, isAsBefore, assets }: Settling,
): Promise<void> {
	const folder = folderOf(config);
	let record: OutputRecord;
	let isFinal = isPlain(config);
	if (recorded && isAsBefore) {
		pruneOutput(folder, recorded, undefined, assets);
		record = renewRecord(folder, recorded);
	} else {
		const pages = pagePaths(config, outcome);
		if (recorded) pruneOutput(folder, recorded, pages, assets);
		record = recordOutput(folder, pages, recorded);
		isFinal &&= !changedAfter(record, pages, outcome.endedAt);
	}
	isFinal &&= !publicFiles(config).some((path) => !record.files.has(path) && record.pages.byPath().has(path));
	if (isFinal) await writeRecord(file, record);
	else await rm(file, { force: true });
}

/** Where the pages of a build lie in its output. */
function pagePaths({ outDir }: AstroConfig, { routes }: Outcome): Set<string> {
	const paths = new Set<string>();
	for (const { distURL = [] } of routes) {
		for (const { href } of distURL) paths.add(decodeURIComponent(href.slice(outDir.href.length)));
	}
	return paths;
}

function publicFiles({ publicDir }: AstroConfig): string[] {
	if (!existsSync(publicDir)) return [];
	const files = readdirSync(publicDir, { recursive: true, encoding: 'utf8' });
	return files.map((path) => path.replaceAll('\\', '/'));
}
