import { mkdir, rename, writeFile } from 'node:fs/promises';

/** Writes a file atomically: entirely or not at all. Creates its folder if needed. */
export async function replaceFile(file: URL, text: string | Uint8Array): Promise<void> {
	await mkdir(new URL('.', file), { recursive: true });
	const next = new URL(`${file.href}.${process.pid}`);
	await writeFile(next, text);
	await rename(next, file);
}
