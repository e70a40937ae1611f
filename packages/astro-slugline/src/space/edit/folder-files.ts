import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { SpaceEditError } from './edit-error.js';

/** New texts of files by their path in the folder; null removes one. */
export type FileChanges = ReadonlyMap<string, string | null>;

/** The files of a space's folder, by path relative to it, with `/`. */
export type FolderFiles = {
	/** Text of a file; undefined if there is none. */
	read(file: string): Promise<string | undefined>;
	exists(file: string): boolean;
	/** Names in a directory; none if there is no such directory. */
	list(directory: string): Promise<string[]>;
	/**
	 * Writes and removes files, each at once: whoever reads sees the old text or the new one. Directories that end up empty go.
	 *
	 * @returns undoes it
	 */
	apply(changes: FileChanges): Promise<() => Promise<void>>;
	/** Renames a directory with everything in it. */
	renameDirectory(from: string, to: string): Promise<void>;
	/** Hides a directory with everything in it, until it is put back or removed for good. */
	putAside(directory: string): Promise<{ putBack: () => Promise<void>; remove: () => Promise<void> }>;
};

/**
 * Opens a folder for changes. Nothing outside it is ever touched.
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
		return absolute;
	};
	const read = async (file: string): Promise<string | undefined> => {
		const absolute = inside(file);
		return existsSync(absolute) ? readFile(absolute, 'utf8') : undefined;
	};
	const write = async (file: string, text: string | null): Promise<void> => {
		const absolute = inside(file);
		if (text === null) {
			await rm(absolute, { force: true });
			return prune(path.dirname(absolute));
		}
		await mkdir(path.dirname(absolute), { recursive: true });
		const draft = path.join(path.dirname(absolute), `.${randomUUID()}.tmp`);
		await writeFile(draft, text);
		await rename(draft, absolute);
	};
	const prune = async (directory: string): Promise<void> => {
		if (directory === root || !existsSync(directory) || (await readdir(directory)).length > 0) return;
		await rmdir(directory);
		await prune(path.dirname(directory));
	};
	return {
		read,
		exists: (file) => existsSync(inside(file)),
		async list(directory) {
			const absolute = directory === '' ? root : inside(directory);
			return existsSync(absolute) ? readdir(absolute) : [];
		},
		async apply(changes) {
			const before = new Map<string, string | null>();
			for (const file of changes.keys()) before.set(file, (await read(file)) ?? null);
			const order = [...changes].sort(([, a], [, b]) => Number(a === null) - Number(b === null));
			for (const [file, text] of order) await write(file, text);
			return async () => {
				for (const [file, text] of before) await write(file, text);
			};
		},
		async renameDirectory(from, to) {
			await mkdir(path.dirname(inside(to)), { recursive: true });
			await rename(inside(from), inside(to));
			await prune(path.dirname(inside(from)));
		},
		async putAside(directory) {
			const absolute = inside(directory);
			const hidden = path.join(root, `.${randomUUID()}.tmp`);
			await rename(absolute, hidden);
			return {
				putBack: () => rename(hidden, absolute),
				async remove() {
					await rm(hidden, { recursive: true, force: true });
					await prune(path.dirname(absolute));
				},
			};
		},
	};
}
