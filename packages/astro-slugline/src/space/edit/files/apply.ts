import type { SpaceModel } from '../../model/space-model.js';
import { SpaceEditError } from './edit-error.js';
import type { FileChanges, FolderFiles } from './folder-files.js';

export interface EditedFolder {
	files: FolderFiles;
	/** Reads the folder again, and throws if it cannot be served. */
	refresh(): SpaceModel;
}

/** The changes of a rename or move. */
export type Relocation = {
	readonly changes: Map<string, string | null>;
	/** A directory to rename after the other changes. */
	readonly directory?: { readonly from: string; readonly to: string };
};

/** Changes files, unless the folder could not be served then. */
export async function apply(folder: EditedFolder, changes: FileChanges): Promise<void> {
	const { files } = folder;
	const undo = await files.undoOf(changes);
	files.apply(changes);
	refreshOr(folder, () => files.apply(undo));
}

/** @returns a function that undoes the changes, unless their files have changed since */
export async function applyUndoable(
	folder: EditedFolder,
	changes: FileChanges,
): Promise<() => Promise<void>> {
	const undo = await folder.files.undoOf(changes);
	await apply(folder, changes);
	return async () => {
		const now = await folder.files.undoOf(changes);
		if ([...changes].every(([file, text]) => now.get(file) === text)) return apply(folder, undo);
		throw new SpaceEditError(
			'The files of the story have changed since it was unpublished, so that is not undone. Publish the story.',
		);
	};
}

/** Changes files, and renames a directory with what it contains. */
export async function relocate(folder: EditedFolder, { changes, directory }: Relocation): Promise<void> {
	if (!directory) return apply(folder, changes);
	const { files } = folder;
	const undo = await files.undoOf(changes);
	files.apply(changes);
	try {
		files.renameDirectory(directory.from, directory.to);
	} catch (error) {
		files.apply(undo);
		throw error;
	}
	refreshOr(folder, () => {
		files.renameDirectory(directory.to, directory.from);
		files.apply(undo);
	});
}

export function removeFolder(folder: EditedFolder, path: string): void {
	const aside = folder.files.putAside(path);
	refreshOr(folder, aside.putBack);
	aside.remove();
}

/** Reads the folder again, or undoes the edit if that fails. */
function refreshOr({ refresh }: EditedFolder, undo: () => void): void {
	try {
		refresh();
	} catch (error) {
		undo();
		refresh();
		throw error;
	}
}
