import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from 'astro-keep/shared/error-code';
import { digestOf } from './digest.js';
import { SpaceFolderError } from './folder-error.js';
import { pullManifestFile } from './pull-manifest.js';

export interface SourceFile {
	/** Relative to the folder, with `/`, in composed Unicode (NFC). */
	readonly path: string;
	readonly text: string;
	/** Empty for a file in a form that nothing reads. */
	readonly digest: string;
	/** Size and times, which only decide whether the file must be read again. Empty if it must. */
	readonly stamp: string;
}

/** Files of these forms are read. */
const readForm = /\.(?:mdx?|markdown|ya?ml)$/i;

/** Files that may have content in a form that nothing reads, except those that projects and tools have. */
const unreadForm =
	/^(?!(?:components|package|tsconfig|readme|licen[cs]e|changelog)\b).*\.(?:json[c5]?|txt|html?|csv|tsv|toml|xml|rst|adoc|docx|odt|rtf)$/i;

/**
 * Reads the Markdown and YAML files of a folder, except hidden ones, and the manifest of a pull. Of others with content, it has only
 * the path. Files that have not changed since an earlier scan are reused.
 *
 * @returns the files by path, in an order that is the same on every machine
 * @throws {SpaceFolderError} if a link leads out of the folder, or if a file is not text
 */
export function scanFolder(
	folder: string,
	before?: ReadonlyMap<string, SourceFile>,
): ReadonlyMap<string, SourceFile> {
	const root = realpathSync(folder);
	const found: SourceFile[] = [];
	const visit = (directory: string, prefix: string): void => {
		for (const item of unlessGone(() => readdirSync(directory, { withFileTypes: true })) ?? []) {
			const relative = (prefix + item.name).normalize('NFC');
			const isManifest = relative === pullManifestFile;
			if (!isManifest && (item.name.startsWith('.') || item.name === 'node_modules')) continue;
			const absolute = path.join(directory, item.name);
			if (item.isDirectory()) visit(absolute, `${relative}/`);
			else if (item.isSymbolicLink()) followLink(root, absolute, relative);
			if (!(item.isFile() || item.isSymbolicLink())) continue;
			if (!isManifest && !readForm.test(item.name)) {
				if (unreadForm.test(item.name)) found.push({ path: relative, text: '', digest: '', stamp: '' });
				continue;
			}
			const file = unlessGone(() => readFile(absolute, relative, before?.get(relative)));
			if (file) found.push(file);
		}
	};
	visit(root, '');
	found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
	return new Map(found.map((file) => [file.path, file]));
}

/** A file younger than this many milliseconds is read again, because it may change without a change of its times. */
const settlingMs = 100;

function readFile(absolute: string, relative: string, previous: SourceFile | undefined): SourceFile {
	const { size, mtimeMs, ctimeMs, ino } = statSync(absolute);
	const isRestless = Date.now() - mtimeMs < settlingMs;
	const stamp = isRestless ? '' : `${size} ${mtimeMs} ${ctimeMs} ${ino}`;
	if (previous && stamp !== '' && previous.stamp === stamp) return previous;
	const text = readFileSync(absolute, 'utf8');
	// Invalid UTF-8 was read as replacement characters, which a text may also contain itself.
	if (text.includes('\ufffd') && !isUtf8(readFileSync(absolute))) {
		throw new SpaceFolderError(relative, undefined, 'The file is not UTF-8 text. Save it as UTF-8.');
	}
	return { path: relative, text, digest: digestOf(text), stamp };
}

/** Undefined if the file or directory has just been deleted. */
function unlessGone<Result>(read: () => Result): Result | undefined {
	try {
		return read();
	} catch (error) {
		if (errorCode(error) === 'ENOENT') return undefined;
		throw error;
	}
}

/** Follows links to files within the folder. Links that lead out of it, or could form a cycle, are refused. */
function followLink(root: string, absolute: string, relative: string): void {
	const target = targetOf(absolute);
	if (target === undefined || !isBelow(root, target)) {
		throw new SpaceFolderError(
			relative,
			undefined,
			'The link leads out of the folder, or to nothing. Replace it with the file itself.',
		);
	}
	if (statSync(target).isDirectory()) {
		throw new SpaceFolderError(
			relative,
			undefined,
			'Links to directories are not followed. Replace it with the directory itself.',
		);
	}
}

/** True if a path is in a directory, at any depth. */
export function isBelow(directory: string, absolute: string): boolean {
	const relative = path.relative(directory, absolute);
	return relative !== '' && relative.split(path.sep)[0] !== '..' && !path.isAbsolute(relative);
}

/** Where a link leads to; undefined if that is nothing, or the link itself. */
export function targetOf(absolute: string): string | undefined {
	try {
		return realpathSync(absolute);
	} catch {
		// Nothing is there.
		return undefined;
	}
}
