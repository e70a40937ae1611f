import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SpaceModel, SpaceTokens } from '../model/space-model.js';
import { SpaceFolderError } from './files/folder-error.js';
import { type SourceFile, scanFolder } from './files/scan.js';
import { readSpaceFile } from './files/space-file.js';
import { type ReadSpace, readSpace } from './read-space.js';
import { openMadeTokens } from './tokens.js';

/** A folder, and its content as last read. */
export type Store = ReturnType<typeof openStore>;

/** Opens a folder. Only `space.yaml` is read at once, for its tokens. Messages name files as the folder was given, if that is relative. */
export function openStore(folder: string) {
	const absolute = path.resolve(folder);
	const front = path.isAbsolute(folder) ? '' : path.posix.join(folder.replaceAll('\\', '/'), '/');
	const made = openMadeTokens(absolute);
	const atFirst = tokensAtFirst(absolute, made.tokens);
	let files: ReadonlyMap<string, SourceFile> | undefined;
	let lastGood: ReadSpace | undefined;
	let failure: { readonly error: unknown } | undefined;

	const model = (): SpaceModel => {
		if (failure || !lastGood) throw failure?.error;
		return lastGood.model;
	};
	const read = (): void => {
		const previous = files;
		files = undefined;
		try {
			files = scan(folder, absolute, previous);
			if (previous && isSame(previous, files)) return;
			lastGood = readSpace(files, absolute, made.tokens, lastGood, front);
			failure = undefined;
		} catch (error) {
			if (error instanceof SpaceFolderError && error.file !== folder) error.message = front + error.message;
			failure = { error };
		}
	};
	return {
		/** Absolute path of the folder. */
		folder: absolute,
		/** What messages name files with. */
		front,
		/** Available before anything else is read. */
		tokens: () => lastGood?.model.tokens ?? atFirst,
		/** Stores the generated tokens, so that they are the same at the next start. */
		saveTokens: made.save,
		/**
		 * The space as last read. Reads the folder unless it has been read already.
		 *
		 * @throws {SpaceFolderError} if it cannot be served
		 */
		current() {
			if (failure || !lastGood) read();
			return model();
		},
		/**
		 * Reads what changed in the folder. If nothing changed, returns the same object as before.
		 *
		 * @throws {SpaceFolderError} if it cannot be served; `current` throws the same error until it can
		 */
		refresh() {
			read();
			return model();
		},
	};
}

function scan(given: string, absolute: string, before: ReadonlyMap<string, SourceFile> | undefined) {
	if (!existsSync(absolute)) {
		throw new SpaceFolderError(
			given,
			undefined,
			'The folder does not exist. Create it with a file space.yaml, or correct its path.',
		);
	}
	return scanFolder(absolute, before);
}

const isSame = (a: ReadonlyMap<string, SourceFile>, b: ReadonlyMap<string, SourceFile>): boolean =>
	a.size === b.size && [...b].every(([name, file]) => a.get(name)?.digest === file.digest);

function tokensAtFirst(folder: string, made: SpaceTokens): SpaceTokens {
	try {
		const text = readFileSync(path.join(folder, 'space.yaml'), 'utf8');
		return { ...made, ...readSpaceFile({ path: 'space.yaml', text }).tokens };
	} catch {
		// Problems in `space.yaml` are reported when the folder is read.
		return made;
	}
}
