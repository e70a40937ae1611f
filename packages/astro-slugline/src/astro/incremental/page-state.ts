import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';

/** What a build keeps of what its pages read, for the next one to compare. */
export interface PageState {
	/** Hash of all that runs for every page. */
	common: string;
	/** Each thing that was read: the read, the module that asked, and a digest of the answer. */
	reads: [read: string, importer: string, digest: string][];
	/** Of each page: the key that Astro keeps it under, a digest of what `getStaticPaths` gave it, and places in `reads`. */
	pages: Record<string, [token: string, given: string, ...reads: number[]]>;
	/** Places in `reads` of what may be on any page. */
	shared: number[];
}

const shape = z.object({
	version: z.literal(1),
	common: z.string(),
	reads: z.array(z.tuple([z.string(), z.string(), z.string()])),
	pages: z.record(z.string(), z.tuple([z.string(), z.string()], z.number())),
	shared: z.array(z.number()),
});

/** The state of the last finished build; undefined where there is none that can be read. */
export async function readState(file: URL): Promise<PageState | undefined> {
	try {
		return shape.parse(JSON.parse(await readFile(file, 'utf8')));
	} catch {
		return undefined;
	}
}

export async function writeState(file: URL, state: PageState): Promise<void> {
	await writeWhole(file, JSON.stringify({ version: 1, ...state }));
}

/** Writes a file so that it is there as a whole or not at all. */
export async function writeWhole(file: URL, text: string): Promise<void> {
	await mkdir(new URL('./', file), { recursive: true });
	const beside = new URL(`${file.href}.${process.pid}`);
	await writeFile(beside, text);
	await rename(beside, file);
}
