/** @internal */
import { randomUUID } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Writes a file atomically: after a crash at any moment, it has either its old content or all of the new one. Creates its folder
 * if needed. The content is forced to disk before it gets its name, which takes about 2 ms a file.
 */
export async function replaceFile(file: URL | string, content: string | Uint8Array): Promise<void> {
	const path = typeof file === 'string' ? file : fileURLToPath(file);
	const draft = join(dirname(path), `.${randomUUID()}.tmp`);
	await mkdir(dirname(path), { recursive: true });
	try {
		await writeFile(draft, content, { flush: true });
		await rename(draft, path);
	} catch (error) {
		await rm(draft, { force: true });
		throw error;
	}
}

/** Like {@link replaceFile}, for code in which nothing may happen between reading and writing. */
export function replaceFileSync(path: string, content: string | Uint8Array): void {
	const draft = join(dirname(path), `.${randomUUID()}.tmp`);
	mkdirSync(dirname(path), { recursive: true });
	try {
		writeFileSync(draft, content, { flush: true });
		renameSync(draft, path);
	} catch (error) {
		rmSync(draft, { force: true });
		throw error;
	}
}

/** Age of a draft, in milliseconds, after which the process that wrote it no longer runs. */
const abandonedMs = 3_600_000;

/** Deletes the drafts of {@link replaceFile} that killed processes left in a folder. */
export async function sweepDrafts(folder: string): Promise<void> {
	const drafts = (await readdir(folder)).filter((name) => /^\.[\da-f-]{36}\.tmp$/.test(name));
	for (const draft of drafts.map((name) => join(folder, name))) {
		const found = await stat(draft).catch(() => undefined);
		if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(draft, { force: true });
	}
}
