import { readdirSync, rmdirSync, rmSync } from 'node:fs';
import { statOf } from '../../../shared/node/stat-of.js';
import type { Folder, OutputRecord, Page, Stamp } from './output-record.js';

function stampOf(folder: string, path: string): Stamp | undefined {
	const stats = statOf(`${folder}/${path}`);
	if (!stats) return undefined;
	return stats.isDirectory() ? `d ${stats.ctimeMs}` : `${stats.size} ${stats.ctimeMs}`;
}

const isFolder = (stamp: Stamp): boolean => stamp.startsWith('d');

const timeOf = (stamp: Stamp): number => Number(stamp.slice(stamp.indexOf(' ') + 1));

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

const namesIn = (folder: string, path: string): string[] => readdirSync(`${folder}/${path}`);

/**
 * Records the current state of an output.
 *
 * @param stays true for the page of the former record, by its path, that this build did not write. It keeps its stamp, so that the next
 * build finds out if something else wrote it.
 */
export function recordOutput(
	folder: string,
	pagePaths: ReadonlySet<string>,
	former: OutputRecord | undefined,
	stays: (path: string) => boolean,
): OutputRecord {
	const before = former?.pages;
	const pages = new Map<string, Page>();
	const stampOfPage = (page: string) => (stays(page) && before?.get(page)?.stamp) || stampOf(folder, page);
	const isAlone = (page: string, stamp: Stamp) =>
		before?.get(page)?.folder === stamp || namesIn(folder, parentOf(page)).length === 1;
	/** Records a page; returns false for anything else. */
	const takePage = (path: string): boolean => {
		const stamp = pagePaths.has(path) && stampOfPage(path);
		if (!stamp || isFolder(stamp)) return false;
		pages.set(path, { stamp });
		return true;
	};
	/** Records the page of a folder that contains nothing else; returns false for other folders. */
	const takeFolder = (path: string, stamp: Stamp): boolean => {
		const page = pathIn(path, 'index.html');
		const ofPage = path !== '' && pagePaths.has(page) && isAlone(page, stamp) && stampOfPage(page);
		if (ofPage) pages.set(page, { stamp: ofPage, folder: stamp });
		return Boolean(ofPage);
	};
	const { folders, files } = lookThrough(folder, former, takePage, takeFolder);
	return { folders, files, pages };
}

/**
 * Visits all folders and files. Folders that have not changed are not listed again.
 *
 * @param takePage records a page; returns false for anything else
 * @param takeFolder records the folder of a page; returns false for other folders
 */
function lookThrough(
	folder: string,
	former: OutputRecord | undefined,
	takePage: (path: string) => boolean,
	takeFolder: (path: string, stamp: Stamp) => boolean,
): Pick<OutputRecord, 'folders' | 'files'> {
	const folders = new Map<string, Folder>();
	const files = new Map<string, Stamp>();
	const look = (path: string): 'page' | 'other' => {
		if (path === '.git') return 'other';
		if (takePage(path)) return 'page';
		const stamp = stampOf(folder, path);
		if (stamp === undefined) return 'other';
		if (!isFolder(stamp)) files.set(path, stamp);
		else if (takeFolder(path, stamp)) return 'page';
		else lookInto(path, stamp);
		return 'other';
	};
	const lookInto = (path: string, stamp: Stamp) => {
		const before = former?.folders.get(path);
		const pages: string[] = [];
		const others: string[] = [];
		folders.set(path, { stamp, pages, others });
		const names = before?.stamp === stamp ? [...before.pages, ...before.others] : namesIn(folder, path);
		for (const name of names) {
			(look(pathIn(path, name)) === 'page' ? pages : others).push(name);
		}
	};
	look('');
	return { folders, files };
}

/** True if an output matches the record exactly, without missing or additional files. */
export function isAsRecorded(folder: string, { folders, files, pages }: OutputRecord): boolean {
	const is = (path: string, stamp: Stamp) => stampOf(folder, path) === stamp;
	for (const [path, { stamp }] of folders) if (!is(path, stamp)) return false;
	for (const [path, stamp] of files) if (!is(path, stamp)) return false;
	for (const [path, { stamp, folder: around }] of pages) {
		if (!is(path, stamp) || (around !== undefined && !is(parentOf(path), around))) return false;
	}
	return true;
}

/** True if one of these pages is not in the record, or was written after `moment`, in milliseconds since 1970. */
export function changedAfter({ pages }: OutputRecord, paths: ReadonlySet<string>, moment: number): boolean {
	for (const path of paths) {
		const page = pages.get(path);
		if (page === undefined || timeOf(page.stamp) > moment) return true;
	}
	return false;
}

/** Removes all files of a record that are not pages, and folders that become empty. */
export function pruneFiles(folder: string, { files }: OutputRecord): void {
	remove(folder, [...files.keys()]);
}

/** Removes the pages of a record that do not stay, and folders that become empty. */
export function removePages(folder: string, { pages }: OutputRecord, stays: (path: string) => boolean): void {
	remove(
		folder,
		[...pages.keys()].filter((path) => !stays(path)),
	);
}

function remove(folder: string, paths: readonly string[]): void {
	const folders = new Set<string>();
	for (const path of paths) {
		rmSync(`${folder}/${path}`, { force: true });
		for (let at = parentOf(path); at !== ''; at = parentOf(at)) folders.add(at);
	}
	for (const path of [...folders].sort((a, b) => b.length - a.length)) {
		if (namesIn(folder, path).length === 0) rmdirSync(`${folder}/${path}`);
	}
}
