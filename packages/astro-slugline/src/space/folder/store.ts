import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { SpaceModel, SpaceTokens } from '../model.js';
import { digestOf } from './digest.js';
import { SpaceFolderError } from './folder-error.js';
import { openMadeTokens } from './made-tokens.js';
import { type ReadSpace, readSpace } from './read-space.js';
import { readSpaceFile, tokensOf } from './read-space-file.js';
import { type SourceFile, scanFolder } from './scan.js';

/** A folder and what it held when it was last looked at. */
export interface Store {
	/** Absolute path of the folder. */
	readonly folder: string;
	/** Known before anything else was read. */
	tokens(): SpaceTokens;
	/** Keeps the tokens that were made, so that they are the same at the next start. */
	saveTokens(): void;
	/**
	 * The space as it was last read; reads the folder if nobody has.
	 *
	 * @throws {SpaceFolderError} if it cannot be served
	 */
	current(): SpaceModel;
	/**
	 * Looks at the folder again and reads what changed. A space without changes is the same object as before.
	 *
	 * @throws {SpaceFolderError} if it cannot be served; until it can, `current` throws too
	 */
	refresh(): SpaceModel;
}

type Outcome = { readonly model: SpaceModel } | { readonly error: unknown };

/** Opens a folder. Only `space.yaml` is read at once, and only for its tokens. */
export function openStore(folder: string): Store {
	const absolute = path.resolve(folder);
	const made = openMadeTokens(absolute);
	const atFirst = tokensAtFirst(absolute, made.tokens);
	let files: ReadonlyMap<string, SourceFile> | undefined;
	let lastGood: ReadSpace | undefined;
	let outcome: Outcome | undefined;

	const model = (): SpaceModel => {
		if (outcome && 'model' in outcome) return outcome.model;
		throw outcome?.error;
	};
	const read = (): void => {
		const known = files;
		files = undefined;
		try {
			const found = scan(folder, absolute, known);
			files = found;
			if (outcome && known && isSame(known, found)) return;
			const next = readSpace(found, absolute, made.tokens, lastGood);
			lastGood = next;
			outcome = { model: next.model };
		} catch (error) {
			outcome = { error };
		}
	};
	return {
		folder: absolute,
		tokens: () => lastGood?.model.tokens ?? atFirst,
		saveTokens: made.save,
		current() {
			if (!outcome || 'error' in outcome) read();
			return model();
		},
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
			'There is no such folder. Create it with a file space.yaml, or correct its path.',
		);
	}
	return scanFolder(absolute, before);
}

const isSame = (a: ReadonlyMap<string, SourceFile>, b: ReadonlyMap<string, SourceFile>): boolean =>
	a.size === b.size && [...b].every(([name, file]) => a.get(name)?.digest === file.digest);

/** What is wrong with `space.yaml` is told when the folder is read. */
function tokensAtFirst(folder: string, made: SpaceTokens): SpaceTokens {
	try {
		const text = readFileSync(path.join(folder, 'space.yaml'), 'utf8');
		return tokensOf(readSpaceFile({ path: 'space.yaml', text, digest: digestOf(text), stamp: '' }), made);
	} catch {
		return tokensOf(undefined, made);
	}
}
