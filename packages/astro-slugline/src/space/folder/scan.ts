import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { digestOf } from './digest.js';
import { SpaceFolderError } from './folder-error.js';

/** A file of the space, as text. */
export interface SourceFile {
	/** Relative to the folder, with `/`, in Unicode's composed form. */
	readonly path: string;
	readonly text: string;
	readonly digest: string;
	/** Size and time of change: tells only whether the file has to be read again. */
	readonly stamp: string;
}

/**
 * Reads the Markdown and YAML files of a folder, those that stand in hidden directories apart. Files that did not change since an
 * earlier scan are taken from there.
 *
 * @returns the files by path, in an order that is the same on every machine
 * @throws {SpaceFolderError} if a link leads out of the folder or a file is no text
 */
export function scanFolder(
	folder: string,
	before?: ReadonlyMap<string, SourceFile>,
): ReadonlyMap<string, SourceFile> {
	const root = realpathSync(folder);
	const found: SourceFile[] = [];
	const visit = (directory: string, prefix: string): void => {
		for (const item of readdirSync(directory, { withFileTypes: true })) {
			if (item.name.startsWith('.') || item.name === 'node_modules') continue;
			const absolute = path.join(directory, item.name);
			const relative = (prefix + item.name).normalize('NFC');
			if (item.isDirectory()) visit(absolute, `${relative}/`);
			else if (item.isSymbolicLink()) followLink(root, absolute, relative);
			if (!/\.(md|yaml|yml)$/.test(item.name) || !(item.isFile() || item.isSymbolicLink())) continue;
			const stats = statSync(absolute);
			const stamp = `${stats.size} ${stats.mtimeMs} ${stats.ctimeMs} ${stats.ino}`;
			const known = before?.get(relative);
			found.push(known?.stamp === stamp ? known : { ...readText(absolute, relative), stamp });
		}
	};
	visit(root, '');
	found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	return new Map(found.map((file) => [file.path, file]));
}

function readText(absolute: string, relative: string): Omit<SourceFile, 'stamp'> {
	const bytes = readFileSync(absolute);
	if (!isUtf8(bytes)) {
		throw new SpaceFolderError(relative, undefined, 'The file is not UTF-8 text. Save it as UTF-8.');
	}
	const text = bytes.toString('utf8');
	return { path: relative, text, digest: digestOf(text) };
}

/** Links to files of the folder are read; what leads out of it, or may lead in a circle, is refused. */
function followLink(root: string, absolute: string, relative: string): void {
	const target = targetOf(absolute);
	const fromRoot = target === undefined ? '..' : path.relative(root, target);
	const leaves = fromRoot === '' || fromRoot.split(path.sep)[0] === '..' || path.isAbsolute(fromRoot);
	if (target === undefined || leaves) {
		throw new SpaceFolderError(
			relative,
			undefined,
			'The link leads out of the folder, or nowhere. Put the file itself into the folder.',
		);
	}
	if (statSync(target).isDirectory()) {
		throw new SpaceFolderError(
			relative,
			undefined,
			'Links to directories are not followed. Put the directory itself here.',
		);
	}
}

function targetOf(absolute: string): string | undefined {
	try {
		return realpathSync(absolute);
	} catch {
		return undefined;
	}
}
