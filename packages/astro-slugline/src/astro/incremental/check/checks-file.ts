import { readFile } from 'node:fs/promises';
import { replaceFile } from '../../../shared/replace-file.js';
import type { PageId } from '../decide/page-ids.js';
import type { Progress } from './sample.js';

/** What builds remember about checked pages. */
export interface Checks extends Progress {
	/** Pages that two renderings in one build made differently, with the digest of their code then. */
	unstable: ReadonlyMap<PageId, string>;
	/** Duration of the previous build, in milliseconds. */
	buildMs: number;
}

/** Changes with the shape of the file. A file of another shape is not read: checking begins anew. */
const version = 2;

type Rows<Value> = [string, Value][];

interface Stored {
	version: number;
	places: Rows<number>;
	lastRoute: string | null;
	unstable: Rows<string>;
	buildMs: number;
}

export const noChecks: Checks = {
	places: new Map(),
	lastRoute: undefined,
	unstable: new Map(),
	buildMs: 0,
};

/** Reads the file of the previous build; empty if it cannot be read. */
export async function readChecks(file: URL): Promise<Checks> {
	try {
		const stored: Stored = JSON.parse(await readFile(file, 'utf8'));
		if (stored.version !== version) return noChecks;
		const { places, lastRoute, unstable, buildMs } = stored;
		return {
			places: new Map(places),
			lastRoute: lastRoute ?? undefined,
			unstable: new Map(unstable),
			buildMs,
		};
	} catch {
		return noChecks;
	}
}

export async function writeChecks(file: URL, checks: Checks): Promise<void> {
	const { places, lastRoute, unstable, buildMs } = checks;
	const stored: Stored = {
		version,
		places: [...places],
		lastRoute: lastRoute ?? null,
		unstable: [...unstable],
		buildMs: Math.round(buildMs),
	};
	await replaceFile(file, JSON.stringify(stored));
}
