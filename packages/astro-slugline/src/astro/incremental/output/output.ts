import { readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { type Folder, type OutputRecord, type Page, recordedPages, type Stamp } from './output-record.js';

function stampOf(folder: string, path: string): Stamp | undefined {
	const stats = statSync(`${folder}/${path}`, { throwIfNoEntry: false });
	if (!stats) return undefined;
	return stats.isDirectory() ? `d ${stats.ctimeMs}` : `${stats.size} ${stats.ctimeMs}`;
}

const isFolder = (stamp: Stamp): boolean => stamp.startsWith('d');

const timeOf = (stamp: Stamp): number => Number(stamp.slice(stamp.indexOf(' ') + 1));

const parentOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const pathIn = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`);

const namesIn = (folder: string, path: string): string[] => readdirSync(`${folder}/${path}`);

/** Everything in an output as it is now. */
export function recordOutput(
	folder: string,
	pagePaths: ReadonlySet<string>,
	former: OutputRecord | undefined,
): OutputRecord {
	const before = former?.pages.byPath();
	const pages = new Map<string, Page>();
	const isAlone = (page: string, stamp: Stamp) =>
		before?.get(page)?.folder === stamp || namesIn(folder, parentOf(page)).length === 1;
	/** Records what belongs to a page; false for all else. */
	const takePage = (path: string, stamp: Stamp): boolean => {
		if (!isFolder(stamp)) {
			if (pagePaths.has(path)) pages.set(path, { stamp });
			return pages.has(path);
		}
		const page = pathIn(path, 'index.html');
		const ofPage = path !== '' && pagePaths.has(page) && isAlone(page, stamp) && stampOf(folder, page);
		if (ofPage) pages.set(page, { stamp: ofPage, folder: stamp });
		return Boolean(ofPage);
	};
	const { folders, files } = lookThrough(folder, former, takePage);
	return { folders, files, pages: recordedPages(pages) };
}

/**
 * Everything in an output as it is now, where nobody is known to have written to pages since the former record. Where that
 * is wrong, the next build sees that the record is not true.
 */
export function renewRecord(folder: string, former: OutputRecord): OutputRecord {
	return { ...lookThrough(folder, former, undefined), pages: former.pages };
}

/**
 * Looks at all folders and files. Folders that are as they were before are not listed again.
 *
 * @param takePage records what belongs to a page, and says so; without it, that is what belonged to one before
 */
function lookThrough(
	folder: string,
	former: OutputRecord | undefined,
	takePage: ((path: string, stamp: Stamp) => boolean) | undefined,
): Pick<OutputRecord, 'folders' | 'files'> {
	const folders = new Map<string, Folder>();
	const files = new Map<string, Stamp>();
	const look = (path: string): 'page' | 'other' => {
		const stamp = stampOf(folder, path);
		if (stamp === undefined) return 'other';
		if (takePage?.(path, stamp)) return 'page';
		if (isFolder(stamp)) lookInto(path, stamp);
		else files.set(path, stamp);
		return 'other';
	};
	const lookInto = (path: string, stamp: Stamp) => {
		const before = former?.folders.get(path);
		const known = new Set(takePage ? [] : before?.pages);
		const pages: string[] = [];
		const others: string[] = [];
		folders.set(path, { stamp, pages, others });
		const names = before?.stamp === stamp ? [...before.pages, ...before.others] : namesIn(folder, path);
		for (const name of names) {
			const isPage = known.has(name) || look(pathIn(path, name)) === 'page';
			(isPage ? pages : others).push(name);
		}
	};
	look('');
	return { folders, files };
}

/** True if an output is just what the record says, nothing less and nothing more. */
export function isAsRecorded(folder: string, { folders, files, pages }: OutputRecord): boolean {
	const is = (path: string, stamp: Stamp) => stampOf(folder, path) === stamp;
	for (const [path, { stamp }] of folders) if (!is(path, stamp)) return false;
	for (const [path, stamp] of files) if (!is(path, stamp)) return false;
	for (const [path, { stamp, folder: around }] of pages.byPath()) {
		if (!is(path, stamp) || (around !== undefined && !is(parentOf(path), around))) return false;
	}
	return true;
}

/** True if one of these pages is not in a record, or was written after a moment, in milliseconds since 1970. */
export function changedAfter({ pages }: OutputRecord, paths: ReadonlySet<string>, moment: number): boolean {
	const recorded = pages.byPath();
	for (const path of paths) {
		const page = recorded.get(path);
		if (page === undefined || timeOf(page.stamp) > moment) return true;
	}
	return false;
}

/**
 * Removes the files of an earlier build that this one neither wrote nor kept, and folders that are empty then.
 *
 * @param pages paths of the pages of this build, written or not; undefined if they are those of before
 * @param assets paths of other files that stay
 */
export function pruneOutput(
	folder: string,
	before: OutputRecord,
	pages: ReadonlySet<string> | undefined,
	assets: readonly string[],
): void {
	const folders = new Set<string>();
	const kept = new Set(assets);
	const prune = (path: string, stamp: Stamp) => {
		if (kept.has(path) || pages?.has(path) || stampOf(folder, path) !== stamp) return;
		rmSync(`${folder}/${path}`, { force: true });
		for (let at = parentOf(path); at !== ''; at = parentOf(at)) folders.add(at);
	};
	for (const [path, stamp] of before.files) prune(path, stamp);
	if (pages) for (const [path, { stamp }] of before.pages.byPath()) prune(path, stamp);
	for (const path of [...folders].sort((a, b) => b.length - a.length)) {
		if (namesIn(folder, path).length === 0) rmdirSync(`${folder}/${path}`);
	}
}
