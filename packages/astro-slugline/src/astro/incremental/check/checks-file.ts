import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/replace-file.js';
import type { PageId } from '../decide/page-ids.js';
import type { Progress } from './sample.js';

/** Changes with the shape of the file. A file of another shape is not read: checking begins anew. */
const version = 4;

/** What builds remember about checked pages. */
export interface Checks extends Progress {
	version: typeof version;
	/** Pages that came out differently in one build, with the digest of their code then. */
	unstable: readonly (readonly [PageId, code: string])[];
}

export const noChecks: Checks = { version, places: {}, lastRoute: '', unstable: [] };

/** Reads the file of the previous build; empty if it cannot be read. */
export async function readChecks(file: URL): Promise<Checks> {
	try {
		const stored: Checks = JSON.parse(await readFile(file, 'utf8'));
		return stored.version === version ? stored : noChecks;
	} catch {
		return noChecks;
	}
}

export const writeChecks = (file: URL, checks: Checks): Promise<void> =>
	replaceFile(file, JSON.stringify(checks));
