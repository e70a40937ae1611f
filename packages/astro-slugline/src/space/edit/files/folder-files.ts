import { randomUUID } from 'node:crypto';
import {
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	realpathSync,
	renameSync,
	rmdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SpaceEditError } from './edit-error.js';

/** New texts of files by path in the folder. Null removes a file. */
export type FileChanges = ReadonlyMap<string, string | null>;

/**
 * The files of a space's folder, by relative path with `/`. Changes are synchronous: within a process, no
 * reader sees a folder that is partly changed.
 */
export type FolderFiles = {
	/** Text of a file, or undefined if it does not exist. */
	read(file: string): Promise<string | undefined>;
	exists(file: string): boolean;
	/** Names in a directory. Empty if the directory does not exist. */
	list(directory: string): Promise<string[]>;
	/** Writes and removes files. Empty directories are removed. */
	apply(changes: FileChanges): void;
	/** The changes that would undo these changes: the current texts of the files. */
	undoOf(changes: FileChanges): Promise<FileChanges>;
	/** Renames a directory with its contents. */
	renameDirectory(from: string, to: string): void;
	/** Hides a directory with its contents until it is restored or removed. */
	putAside(directory: string): { putBack: () => void; remove: () => void };
};

/**
 * Opens a folder for changes. Nothing outside of it is ever changed, not even through links.
 *
 * @throws SpaceEditError from every function, if its path leaves the folder
 */
export function openFolder(folder: string): FolderFiles {
	const root = path.resolve(folder);
	const inside = (file: string): string => {
		const absolute = path.resolve(root, file);
		const relative = path.relative(root, absolute);
		if (relative === '' || relative.split(path.sep)[0] === '..' || path.isAbsolute(relative)) {
			throw new SpaceEditError(
				`The path ${JSON.stringify(file)} leaves the folder of the space. Use a path inside it.`,
			);
		}
		refuseLinks(root, relative);
		return absolute;
	};
	const read = async (file: string): Promise<string | undefined> => {
		const absolute = inside(file);
		return existsSync(absolute) ? readFile(absolute, 'utf8') : undefined;
	};
	/** Writes atomically: a reader sees either the old text or the new one. */
	const write = (file: string, text: string): void => {
		const absolute = inside(file);
		mkdirSync(path.dirname(absolute), { recursive: true });
		const draft = path.join(path.dirname(absolute), `.${randomUUID()}.tmp`);
		writeFileSync(draft, text);
		renameSync(draft, absolute);
	};
	const prune = (directory: string): void => {
		if (directory === root || !existsSync(directory) || readdirSync(directory).length > 0) return;
		rmdirSync(directory);
		prune(path.dirname(directory));
	};
	return {
		read,
		exists: (file) => existsSync(inside(file)),
		async list(directory) {
			const absolute = directory === '' ? root : inside(directory);
			return existsSync(absolute) ? readdir(absolute) : [];
		},
		apply(changes) {
			for (const [file, text] of changes) if (text !== null) write(file, text);
			for (const [file, text] of changes) {
				if (text !== null) continue;
				rmSync(inside(file), { force: true });
				prune(path.dirname(inside(file)));
			}
		},
		async undoOf(changes) {
			const before = new Map<string, string | null>();
			for (const file of changes.keys()) before.set(file, (await read(file)) ?? null);
			return before;
		},
		renameDirectory(from, to) {
			mkdirSync(path.dirname(inside(to)), { recursive: true });
			renameSync(inside(from), inside(to));
			prune(path.dirname(inside(from)));
		},
		putAside(directory) {
			const absolute = inside(directory);
			const hidden = path.join(root, `.${randomUUID()}.tmp`);
			renameSync(absolute, hidden);
			return {
				putBack: () => renameSync(hidden, absolute),
				remove() {
					rmSync(hidden, { recursive: true, force: true });
					prune(path.dirname(absolute));
				},
			};
		},
	};
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
		const leaves = count < names.length || !isWithin(realpathSync(root), absolute);
		if (leaves) {
			throw new SpaceEditError(
				`${names.slice(0, count).join('/')} in the folder of the space is a link, which is neither read nor written through. Replace it with the directory or file itself.`,
			);
		}
	}
}

/** True if a link leads to something in the folder. */
function isWithin(root: string, link: string): boolean {
	try {
		const relative = path.relative(root, realpathSync(link));
		return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
	} catch {
		// The link leads nowhere.
		return false;
	}
}
