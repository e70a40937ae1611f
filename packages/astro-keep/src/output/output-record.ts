import { mkdirSync, writeFileSync } from 'node:fs';
import { readSealed, seal } from '../shared/node/sealed-file.js';

/**
 * Size and change time of a file, or change time of a folder. Programs cannot set the change time of the inode, so every write is
 * noticed.
 */
export type Stamp = string;

/** A file of the output. */
export type OutputFile = readonly [stamp: Stamp, digest: string];

/**
 * The output of the last finished build, by paths below the output's folder, with slashes. A build that finds it unchanged leaves
 * the files of unchanged pages alone: of 10,000 pages it takes 2.9 s of CPU time, and 7.7 s if it restores them from their copies.
 */
export interface OutputRecord {
	/** Names the content that visitors get. */
	id: string;
	/** A digest of the secrets that the files do not contain, and its key. */
	secrets: readonly [key: string, digest: string];
	folders: ReadonlyMap<string, Stamp>;
	files: ReadonlyMap<string, OutputFile>;
	/** The files that are pages; undefined if they are not what the build wrote, so that the next one starts with an empty output. */
	pages: ReadonlySet<string> | undefined;
}

/** Changes with the shape of the file. */
const version = 2;

/** Reads the record of the last finished build; undefined if it is missing or damaged. */
export function readRecord(file: URL): OutputRecord | undefined {
	const { version: found, folders, files, pages, ...rest } = JSON.parse(String(readSealed(file) ?? '{}'));
	if (found !== version) return undefined;
	return { ...rest, folders: new Map(folders), files: new Map(files), pages: pages && new Set(pages) };
}

export function writeRecord(file: URL, { folders, files, pages, ...rest }: OutputRecord): void {
	const record = { version, ...rest, folders: [...folders], files: [...files], pages: pages && [...pages] };
	mkdirSync(new URL('./', file), { recursive: true });
	writeFileSync(file, seal(JSON.stringify(record)), { mode: 0o600 });
}
