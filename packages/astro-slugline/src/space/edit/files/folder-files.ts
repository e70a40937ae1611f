import { existsSync, lstatSync, readdirSync, readFileSync, realpathSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { replaceFileSync } from 'astro-keep/shared/node/replace-file';
import { filesBelow } from '../../../shared/node/files-below.js';
import { isBelow, targetOf } from '../../folder/files/scan.js';
import { SpaceEditError } from './edit-error.js';

/** What an edit makes of files, by path in the folder; null for those that it removes. */
export type FileChanges = ReadonlyMap<string, string | Buffer | null>;

/** An edit that is written, and the changes that undo it. */
export interface Committed {
	readonly changes: FileChanges;
	readonly undo: FileChanges;
	/** Files of stories that the edit removed. */
	readonly gone: readonly string[];
}

/** The files of a space's folder as one edit changes them, by relative path with `/`. */
export type EditedFiles = ReturnType<typeof openFolder>;

/**
 * Opens a folder for an edit. Nothing outside of it is ever changed, not even through links. Everything is
 * synchronous: within a process, no reader sees a folder that is partly changed.
 *
 * @throws SpaceEditError from every function, if its path leaves the folder
 */
export function openFolder(folder: string) {
	const root = path.resolve(folder);
	const changes = new Map<string, string | Buffer | null>();
	const inside = (file: string): string => insideOf(root, file);
	const stored = (file: string): Buffer | undefined =>
		existsSync(inside(file)) ? readFileSync(inside(file)) : undefined;
	/** The files on disk that belong to the same story, which are its languages and drafts. */
	const sameStory = (file: string): string[] => {
		const { dir, base } = path.posix.parse(file);
		const [name] = base.split('.', 1);
		const directory = path.dirname(inside(file));
		return (existsSync(directory) ? readdirSync(directory) : [])
			.filter((one) => one.endsWith('.md') && one.split('.', 1)[0] === name)
			.map((one) => path.posix.join(dir, one));
	};
	return {
		/** What is not written yet. */
		changes,
		/** Text of a file with the changes, or undefined if it does not exist. */
		read: (file: string): string | undefined =>
			(changes.has(file) ? changes.get(file) : stored(file))?.toString(),
		/** Paths of all files below a directory with the changes. */
		list(directory: string): string[] {
			const found = filesBelow(inside(directory), false).map((file) => path.posix.join(directory, file));
			const changed = [...changes.keys()].filter((file) => file.startsWith(`${directory}/`));
			return [...new Set([...found, ...changed])].filter((file) => changes.get(file) !== null);
		},
		/** True if a file or directory exists on disk. */
		exists: (file: string) => existsSync(inside(file)),
		move(from: string, to: string) {
			changes.set(to, changes.get(from) ?? stored(from) ?? null).set(from, null);
		},
		/**
		 * Writes the changes, and removes directories that are empty then.
		 *
		 * @param check called at the end; if it throws, everything is restored
		 */
		commit(check?: () => void): Committed {
			const undo = new Map([...changes.keys()].map((file) => [file, stored(file) ?? null]));
			const written = new Set<string>();
			try {
				write(root, changes, written);
				check?.();
			} catch (error) {
				// A full disk has no room to restore a file that is as it was.
				write(root, new Map([...undo].filter(([file]) => written.has(file))));
				throw error;
			}
			return { changes, undo, gone: [...undo.keys()].filter((file) => sameStory(file).length === 0) };
		},
		/**
		 * Undoes an edit.
		 *
		 * @throws SpaceEditError if its files have changed since
		 */
		restore(edit: Committed) {
			for (const [file, contents] of edit.changes) {
				const now = changes.has(file) ? changes.get(file) : stored(file);
				if (Buffer.from(now ?? '').equals(Buffer.from(contents ?? '')) && !now === !contents) continue;
				throw new SpaceEditError(
					`The file ${JSON.stringify(file)} has changed since the edit, so that is not undone. Change it by hand.`,
				);
			}
			const [added] = edit.gone.flatMap(sameStory);
			if (added !== undefined)
				throw new SpaceEditError(
					`Another story has the file ${JSON.stringify(added)} since the edit, so that is not undone. Delete that story first.`,
				);
			for (const [file, contents] of edit.undo) changes.set(file, contents);
		},
	};
}

/** @param written gets the paths of the files that are changed so far */
function write(root: string, changes: FileChanges, written = new Set<string>()): void {
	for (const [file, contents] of changes) {
		if (contents === null) continue;
		replaceFileSync(insideOf(root, file), contents);
		written.add(file);
	}
	for (const [file, contents] of changes) {
		if (contents !== null) continue;
		const absolute = insideOf(root, file);
		rmSync(absolute, { force: true });
		written.add(file);
		prune(root, path.dirname(absolute));
	}
}

function prune(root: string, directory: string): void {
	if (directory === root || !existsSync(directory) || readdirSync(directory).length > 0) return;
	rmdirSync(directory);
	prune(root, path.dirname(directory));
}

function insideOf(root: string, file: string): string {
	const absolute = path.resolve(root, file);
	if (!isBelow(root, absolute)) {
		throw new SpaceEditError(
			`The path ${JSON.stringify(file)} leaves the folder of the space. Use a path inside it.`,
		);
	}
	refuseLinks(root, path.relative(root, absolute));
	return absolute;
}

/**
 * Links to directories are refused, as when reading the folder. Links to files are only followed within it.
 *
 * @throws SpaceEditError naming the link
 */
function refuseLinks(root: string, relative: string): void {
	const names = relative.split(path.sep);
	for (let count = 1; count <= names.length; count++) {
		const absolute = path.join(root, ...names.slice(0, count));
		const stats = lstatSync(absolute, { throwIfNoEntry: false });
		if (!stats) return;
		if (!stats.isSymbolicLink()) continue;
		const target = targetOf(absolute);
		const leaves = target === undefined || !isBelow(realpathSync(root), target);
		if (count < names.length || leaves) {
			throw new SpaceEditError(
				`${names.slice(0, count).join('/')} in the folder of the space is a link, which is neither read nor written through. Replace it with the directory or file itself.`,
			);
		}
	}
}
