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

/** New texts of files by their path in the folder; null removes one. */
export type FileChanges = ReadonlyMap<string, string | null>;

/**
 * The files of a space's folder, by path relative to it, with `/`. What changes it is done when the function returns: within one process
 * nobody reads a folder that is half changed.
 */
export type FolderFiles = {
	/** Text of a file; undefined if there is none. */
	read(file: string): Promise<string | undefined>;
	exists(file: string): boolean;
	/** Names in a directory; none if there is no such directory. */
	list(directory: string): Promise<string[]>;
	/** Writes and removes files. Directories that end up empty go. */
	apply(changes: FileChanges): void;
	/** What undoes changes: the texts that these files have now. */
	undoOf(changes: FileChanges): Promise<FileChanges>;
	/** Renames a directory with everything in it. */
	renameDirectory(from: string, to: string): void;
	/** Hides a directory with everything in it, until it is put back or removed for good. */
	putAside(directory: string): { putBack: () => void; remove: () => void };
};

/**
 * Opens a folder for changes. Nothing outside it is ever touched, not through links either.
 *
 * @throws SpaceEditError from every function whose path leaves the folder
 */
export function openFolder(folder: string): FolderFiles {
	const root = path.resolve(folder);
	const inside = (file: string): string => {
		const absolute = path.resolve(root, file);
		const relative = path.relative(root, absolute);
		if (relative === '' || relative.split(path.sep)[0] === '..' || path.isAbsolute(relative)) {
			throw new SpaceEditError(
				`The path ${JSON.stringify(file)} leaves the folder of the space. Name a file inside it.`,
			);
		}
		refuseLinks(root, relative);
		return absolute;
	};
	const read = async (file: string): Promise<string | undefined> => {
		const absolute = inside(file);
		return existsSync(absolute) ? readFile(absolute, 'utf8') : undefined;
	};
	/** Whoever reads sees the old text or the new one. */
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
 * Links to directories are not followed, as when the folder is read, and links to files only within it.
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
				`${names.slice(0, count).join('/')} in the folder of the space is a link, and nothing is read or written through it. Put the directory or the file itself there.`,
			);
		}
	}
}

/** Does a link lead to something in the folder? */
function isWithin(root: string, link: string): boolean {
	try {
		const relative = path.relative(root, realpathSync(link));
		return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
	} catch {
		return false;
	}
}
