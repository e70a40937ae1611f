import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { isChunked } from './chunks.js';

/** The Astro store that a pack belongs to: `astro dev` has its own, and all other commands share one. */
export type Mode = 'dev' | 'build';

/** The folder with the segments and indexes of all collections. */
export const packFolder = (cacheDir: URL, mode: Mode): string =>
	fileURLToPath(new URL(`slugline-packs/${mode}/`, cacheDir));

/** The file name of a segment. */
export const segmentFile = (segment: string): string => `${segment}.jsonl`;

/** The prefix of a collection's file names. A hash, because a collection may have any name. */
export const filePrefix = (collection: string): string =>
	`${createHash('sha256').update(collection).digest('hex').slice(0, 8)}-`;

/**
 * True if the pages of a site can read packs: they are rendered in Node by Astro's own prerenderer, on the machine that has the
 * cache. With an adapter, pages may run elsewhere. A store in chunks has a different format.
 */
export function canPack({ adapter, experimental }: Pick<AstroConfig, 'adapter' | 'experimental'>): boolean {
	return !adapter && !isChunked(experimental);
}
