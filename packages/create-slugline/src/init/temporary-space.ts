import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, sep } from 'node:path';
import type { ProjectFile } from './project-files.js';

/**
 * Copies a folder to a temporary one and adds the files of a demo, so that the result can be read before anything is written.
 *
 * @param files files of the project, all inside the folder
 */
export async function temporarySpace(
	folder: string,
	files: readonly ProjectFile[],
): Promise<{ folder: string; remove(): Promise<void> }> {
	if (files.length === 0) return { folder, remove: async () => {} };
	const copy = await mkdtemp(join(tmpdir(), 'slugline-demo-'));
	for (const { path, text } of files.filter(({ path }) => path.startsWith('space/'))) {
		const file = join(copy, path.split('/').slice(1).join(sep));
		await mkdir(dirname(file), { recursive: true });
		await writeFile(file, text);
	}
	// Existing files are never replaced, so they take precedence.
	if (existsSync(folder)) await cp(folder, copy, { recursive: true });
	return { folder: copy, remove: () => rm(copy, { recursive: true, force: true }) };
}
