import { type FSWatcher, readdirSync, watch as watchDirectory } from 'node:fs';
import path from 'node:path';
import { pullManifestFile } from './folder/files/pull-manifest.js';

/**
 * Milliseconds within which several changes count as one, such as an editor that saves in steps, or a
 * checkout of another branch.
 */
const settleMs = 40;

/** Called after each change, with the problem if the folder cannot be served. */
export type WatchListener = (problem?: Error) => void;

/** Watches a folder while there are listeners. */
export type Watch = ReturnType<typeof createWatch>;

/**
 * Creates the watch of a space's folder.
 *
 * @param refresh reads the folder again, and throws if it cannot be served
 */
export function createWatch(folder: string, refresh: () => void) {
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
		/** Adds a listener, and starts to watch if needed. Returns a function that removes it. */
		add(given: WatchListener) {
			// The same function added twice counts as two listeners.
			const listener: WatchListener = (problem) => given(problem);
			listeners.add(listener);
			stop ??= watchFolder(folder, onChange);
			return () => {
				if (listeners.delete(listener) && listeners.size === 0) end();
			};
		},
		notify() {
			for (const listener of listeners) listener();
		},
		close() {
			listeners.clear();
			end();
		},
	};
}

/**
 * Calls back after files in a folder or its subdirectories change. Hidden files are ignored, except for the
 * manifest of a pull. Each directory is watched separately, because Node's recursive watch needs one watch
 * per file on Linux. If the system allows no more watches, changes in the remaining directories are noticed
 * when the cache version is requested.
 */
function watchFolder(folder: string, onChange: () => void): () => void {
	let watchers: FSWatcher[] = [];
	let timer: NodeJS.Timeout | undefined;

	const changed = () => {
		clearTimeout(timer);
		timer = setTimeout(() => {
			// Watches first, then reads: what is written to a new directory later is reported, and what was
			// written before is read.
			watchAll();
			onChange();
		}, settleMs);
	};
	const watchOne = (directory: string): FSWatcher[] => {
		try {
			const watcher = watchDirectory(directory, { persistent: false }, (_, name) => {
				if (!name?.startsWith('.') || name === pullManifestFile) changed();
			});
			// The directory was deleted, which the next look notices.
			return [watcher.on('error', changed)];
		} catch {
			// The system allows no more watches.
			return [];
		}
	};
	const stop = () => {
		for (const watcher of watchers) watcher.close();
	};
	/** All anew, because a directory that is deleted and created again needs a new watch. */
	const watchAll = () => {
		stop();
		watchers = directoriesIn(folder).flatMap(watchOne);
	};
	watchAll();
	return () => {
		clearTimeout(timer);
		stop();
	};
}

/** A folder and all readable directories below it. */
function directoriesIn(folder: string): string[] {
	const found = [folder];
	try {
		for (const item of readdirSync(folder, { withFileTypes: true })) {
			if (!item.isDirectory() || item.name.startsWith('.') || item.name === 'node_modules') continue;
			found.push(...directoriesIn(path.join(folder, item.name)));
		}
	} catch {
		// Deleted in the meantime.
	}
	return found;
}
