import { type FSWatcher, readdirSync, watch as watchDirectory } from 'node:fs';
import path from 'node:path';
import { pullManifestFile } from './folder/pull-manifest.js';

/** A burst of changes (an editor that saves in several steps, a checkout of another branch) is one change. Milliseconds. */
const settleTime = 40;

/** Who is told of changes; with what is wrong, where the folder cannot be served. */
export type WatchListener = (problem?: Error) => void;

/** Watches a folder for as long as anybody wants it watched. */
export interface Watch {
	/** Watches from now on, and tells the listener of each change. Returns what ends that. */
	add(listener: WatchListener): () => void;
	/** Tells all listeners that something changed. */
	tell(): void;
	close(): void;
}

/**
 * Makes the watch of a space's folder.
 *
 * @param refresh - reads the folder again; throws if it cannot be served
 */
export function createWatch(folder: string, refresh: () => void): Watch {
	const listeners = new Set<WatchListener>();
	let stop: (() => void) | undefined;
	const end = () => {
		stop?.();
		stop = undefined;
	};
	const onChange = () => {
		try {
			refresh();
		} catch (error) {
			const problem = error instanceof Error ? error : new Error(String(error));
			for (const listener of listeners) listener(problem);
		}
	};
	return {
		add(given) {
			// Two who give the same function are two.
			const listener: WatchListener = (problem) => given(problem);
			listeners.add(listener);
			stop ??= watchFolder(folder, onChange);
			return () => {
				if (listeners.delete(listener) && listeners.size === 0) end();
			};
		},
		tell() {
			for (const listener of listeners) listener();
		},
		close() {
			listeners.clear();
			end();
		},
	};
}

/**
 * Calls back after files in a folder, or in any directory below it, changed. Hidden files do not count, but for the manifest of a pull.
 * Directories are watched one by one, as Node's own recursive watch takes a watch for every file on Linux. Where the system allows no
 * more watches, those directories are not watched: their changes are seen when the space is asked for its cache version.
 */
function watchFolder(folder: string, onChange: () => void): () => void {
	const watchers = new Map<string, FSWatcher>();
	let timer: NodeJS.Timeout | undefined;

	const changed = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			// First: what is written into a new directory from now on is seen by its watch, what was before is read.
			watchAll();
			onChange();
		}, settleTime);
	};
	/** What was removed and made again is another directory, of the same name. */
	const forget = (gone: string) => {
		for (const [directory, watcher] of watchers) {
			if (directory !== gone && !directory.startsWith(gone + path.sep)) continue;
			watcher.close();
			watchers.delete(directory);
		}
	};
	const watchOne = (directory: string): FSWatcher | undefined => {
		try {
			const watcher = watchDirectory(directory, { persistent: false }, (event, name) => {
				if (name?.startsWith('.') && name !== pullManifestFile) return;
				if (event === 'rename' && name) forget(path.join(directory, name));
				changed();
			});
			// A directory that vanished: the next look finds it gone.
			return watcher.on('error', changed);
		} catch {
			return undefined;
		}
	};
	const watchAll = () => {
		const directories = new Set(directoriesIn(folder));
		for (const directory of watchers.keys()) if (!directories.has(directory)) forget(directory);
		for (const directory of directories) {
			const watcher = watchers.has(directory) ? undefined : watchOne(directory);
			if (watcher) watchers.set(directory, watcher);
		}
	};
	watchAll();
	return () => {
		clearTimeout(timer);
		forget(folder);
	};
}

/** A folder and all directories below it, as far as they can be read. */
function directoriesIn(folder: string): string[] {
	const found = [folder];
	try {
		for (const item of readdirSync(folder, { withFileTypes: true })) {
			if (!item.isDirectory() || item.name.startsWith('.') || item.name === 'node_modules') continue;
			found.push(...directoriesIn(path.join(folder, item.name)));
		}
	} catch {
		// It vanished while it was looked at.
	}
	return found;
}
