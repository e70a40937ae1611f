import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { AstroConfig, AstroIntegrationLogger } from 'astro';

/** A part of a file, with a checksum. */
export interface Part {
	/** In bytes. */
	length: number;
	/** CRC-32 of the bytes. */
	crc: number;
}

/**
 * The location of an entry's data in a segment: the `head`, which is everything except `content`, on one line, and `content` on
 * the next. Data without an object in `content` has only a head.
 */
export interface Location {
	segment: string;
	/** Offset of the head's first byte. */
	offset: number;
	head: Part;
	/** Has length 0 if there is no content. */
	content: Part;
}

/** The bytes of an entry in its segment, with line ends. */
export const sizeOf = ({ head, content }: Pick<Location, 'head' | 'content'>): number =>
	head.length + 1 + (content.length > 0 ? content.length + 1 : 0);

/** The Astro store that a pack belongs to: `astro dev` has its own, and all other commands share one. */
export type Mode = 'dev' | 'build';

/** The folder with the segments and indexes of all collections. */
export const packFolder = (cacheDir: URL, mode: Mode): string =>
	fileURLToPath(new URL(`astro-keep-packs/${mode}/`, cacheDir));

/** The file name of a segment. */
export const segmentFile = (segment: string): string => `${segment}.jsonl`;

/** The prefix of a collection's file names. A hash, because a collection may have any name. */
export const filePrefix = (collection: string): string =>
	`${createHash('sha256').update(collection).digest('hex').slice(0, 8)}-`;

/**
 * True if Node renders the static pages of a site on this machine, and pages on demand where the folder of the server is. Other
 * adapters than that for Node may render both in another runtime, or move the server's code without other files.
 */
export const runsInNode = ({ adapter }: Pick<AstroConfig, 'adapter'>): boolean =>
	!adapter || adapter.name === '@astrojs/node';

/** True if the pages of a site can read packs. A store in chunks has a different format. */
export const canPack = (config: Pick<AstroConfig, 'adapter' | 'experimental'>): boolean =>
	runsInNode(config) && !isChunked(config.experimental);

type Experimental = AstroConfig['experimental'];

/** True if Astro writes its data store in chunks, in any form of the option. */
export const isChunked = ({ collectionStorage }: Experimental): boolean =>
	collectionStorage !== undefined && collectionStorage !== 'single-file';

/** Warns about a store in chunks. Astro writes it one character at a time: 10,000 stories take half a minute in every build. */
export function warnOfChunks(experimental: Experimental, logger: AstroIntegrationLogger): void {
	if (!isChunked(experimental)) return;
	logger.warn(
		'`experimental.collectionStorage` in astro.config makes Astro write its data store in chunks, which takes many times as long in every build. Remove it: astro-keep stores large collections in its own files anyway.',
	);
}
