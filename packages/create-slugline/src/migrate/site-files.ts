import { lstatSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { realPathIn } from '../source/real-path.js';
import { filesOfGit } from './git.js';

/** The files of a folder that a migration may look at and change. */
export interface SiteFiles {
	/** Their paths, relative to the folder, sorted. */
	paths: string[];
	/** Links that lead out of the folder, or to what Git ignores. */
	links: string[];
}

/** Finds the files of a folder without following links: those that Git does not ignore, or else all but those of packages. */
export async function siteFiles(root: string): Promise<SiteFiles> {
	const listed = (await filesOfGit(root)) ?? new Set(await allFiles(root));
	const paths = new Set<string>();
	const links: string[] = [];
	for (const path of listed) {
		const real = realPathIn(root, path);
		const stats = lstatSync(join(root, path), { throwIfNoEntry: false });
		// Gone, or a repository of its own.
		if (!stats || stats.isDirectory()) continue;
		if (real !== undefined && listed.has(real)) paths.add(real);
		else if (stats.isSymbolicLink() && !(real !== undefined && leadsTo(listed, real))) links.push(path);
	}
	return { paths: [...paths].sort(), links: links.sort() };
}

/** True for a folder with listed files. */
const leadsTo = (listed: ReadonlySet<string>, folder: string): boolean =>
	[...listed].some((path) => path.startsWith(`${folder}/`));

async function allFiles(root: string): Promise<string[]> {
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	return entries
		.filter((entry) => !entry.isDirectory())
		.map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
		.filter((path) => !/(?:^|\/)(?:node_modules|dist|\.[^/]+)\//.test(path));
}

/** The text of a file as UTF-8; undefined if it is in another encoding. */
export async function readUtf8(path: string): Promise<string | undefined> {
	try {
		return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(path));
	} catch (error) {
		if (error instanceof TypeError) return undefined;
		throw error;
	}
}
