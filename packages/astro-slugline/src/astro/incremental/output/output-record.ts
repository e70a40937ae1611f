import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/replace-file.js';

/**
 * Size and time of change of a file, or `d` and the time of a folder. The time is that of the inode, which no program can
 * set: whoever has written to a file since is seen.
 */
export type Stamp = string;

/** What a finished build left in its output, by paths in it with slashes; the output itself is `''`. */
export interface OutputRecord {
	/** The folders, but for those that hold one page and nothing else: they are with their pages. */
	folders: ReadonlyMap<string, Folder>;
	/** The files that are no pages. */
	files: ReadonlyMap<string, Stamp>;
	pages: RecordedPages;
}

export interface Folder {
	stamp: Stamp;
	/** Names in it: of pages, and of folders that hold one page and nothing else. */
	pages: readonly string[];
	/** The other names in it. */
	others: readonly string[];
}

export interface Page {
	stamp: Stamp;
	/** That of its folder, if it holds nothing else. */
	folder?: Stamp | undefined;
}

/** The pages of a record. Where nothing was rendered, their text goes from one record to the next, and nobody parses it. */
export interface RecordedPages {
	text: Uint8Array;
	byPath(): ReadonlyMap<string, Page>;
}

type FolderRow = [path: string, stamp: Stamp, pages: readonly string[], others: readonly string[]];
type PageRow = [path: string, stamp: Stamp, folder?: Stamp];

/** The first line of the file; the second one has the pages. */
interface Head {
	folders: FolderRow[];
	files: [path: string, stamp: Stamp][];
}

/** The record of the last build; undefined where there is none that can be read. */
export async function readRecord(file: URL): Promise<OutputRecord | undefined> {
	try {
		const bytes = await readFile(file);
		const end = bytes.indexOf('\n');
		const { folders, files }: Head = JSON.parse(bytes.toString('utf8', 0, end));
		return {
			folders: new Map(
				folders.map(([path, stamp, pages, others]): [string, Folder] => [path, { stamp, pages, others }]),
			),
			files: new Map(files),
			pages: pagesIn(bytes.subarray(end + 1)),
		};
	} catch {
		return undefined;
	}
}

export async function writeRecord(file: URL, { folders, files, pages }: OutputRecord): Promise<void> {
	const rows = [...folders].map(
		([path, { stamp, pages, others }]): FolderRow => [path, stamp, pages, others],
	);
	const head: Head = { folders: rows, files: [...files] };
	await replaceFile(file, Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), pages.text]));
}

/** @param byPath pages as they are now */
export function recordedPages(byPath: ReadonlyMap<string, Page>): RecordedPages {
	const rows = [...byPath].map(
		([path, { stamp, folder }]): PageRow => (folder === undefined ? [path, stamp] : [path, stamp, folder]),
	);
	return { text: Buffer.from(JSON.stringify(rows)), byPath: () => byPath };
}

function pagesIn(text: Buffer): RecordedPages {
	let byPath: ReadonlyMap<string, Page> | undefined;
	return {
		text,
		byPath() {
			if (byPath) return byPath;
			const rows: PageRow[] = JSON.parse(text.toString());
			byPath = new Map(rows.map(([path, stamp, folder]) => [path, { stamp, folder }]));
			return byPath;
		},
	};
}
