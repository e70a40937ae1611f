import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import { isChunked } from './chunks.js';

/** Whose Astro store a pack belongs to: `astro dev` has one, all other commands share another. */
export type Mode = 'dev' | 'build';

/** The folder in which the segments and indexes of all collections lie. */
export const packFolder = (cacheDir: URL, mode: Mode): string =>
	fileURLToPath(new URL(`slugline-packs/${mode}/`, cacheDir));

/** The name of a segment's file. */
export const segmentFile = (segment: string): string => `${segment}.jsonl`;

/** What the names of a collection's files begin with. A hash, since a collection may have any name. */
export const filePrefix = (collection: string): string =>
	`${createHash('sha256').update(collection).digest('hex').slice(0, 8)}-`;

/**
 * True if the pages of a site can read packs: they are rendered by Astro's own prerenderer, in Node, beside the cache.
 * An adapter may take the pages elsewhere. A store in chunks has a form of its own.
 */
export function canPack({ adapter, experimental }: Pick<AstroConfig, 'adapter' | 'experimental'>): boolean {
	return !adapter && !isChunked(experimental);
}
