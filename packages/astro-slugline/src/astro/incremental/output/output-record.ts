import { readFile } from 'node:fs/promises';
import { deserialize, serialize } from 'node:v8';
import { replaceFile } from '../../../shared/node/replace-file.js';

/**
 * Size and change time of a file, or `d` and the change time of a folder. Programs cannot set the change time of the inode, so every
 * write is noticed.
 */
export type Stamp = string;

/**
 * The output of a finished build, by paths with slashes; the output itself is `''`. Without this record, the output is emptied and
 * every page restored from its copy: an unchanged build of 10,000 pages takes 7.7 s of CPU time instead of 2.9 s.
 */
export interface OutputRecord {
	/** The folders, except those that contain only one page, which are recorded with their pages. */
	folders: ReadonlyMap<string, Folder>;
	/** The files that are not pages. */
	files: ReadonlyMap<string, Stamp>;
	pages: ReadonlyMap<string, Page>;
}

export interface Folder {
	stamp: Stamp;
	/** The names of its pages, and of its folders that contain only one page. */
	pages: readonly string[];
	/** All other names in it. */
	others: readonly string[];
}

export interface Page {
	stamp: Stamp;
	/** The stamp of its folder, if the folder contains only this page. */
	folder?: Stamp | undefined;
}

/** Reads the record of the previous build; undefined if it is missing or invalid. */
export async function readRecord(file: URL): Promise<OutputRecord | undefined> {
	try {
		return deserialize(await readFile(file));
	} catch {
		return undefined;
	}
}

export const writeRecord = (file: URL, record: OutputRecord): Promise<void> =>
	replaceFile(file, serialize(record));
