import type { AstroConfig, AstroIntegrationLogger } from 'astro';

type Experimental = AstroConfig['experimental'];

/** True if Astro's data store is written in chunks, by whichever form of the option. */
export const isChunked = ({ collectionStorage }: Experimental): boolean =>
	collectionStorage !== undefined && collectionStorage !== 'single-file';

/** Says what a store in chunks costs. Astro writes it a character at a time: 10,000 stories take half a minute, at every build. */
export function warnOfChunks(experimental: Experimental, logger: AstroIntegrationLogger): void {
	if (!isChunked(experimental)) return;
	logger.warn(
		'`experimental.collectionStorage` in astro.config makes Astro write its data store in chunks, which takes many times as long at every build. Leave it out: large collections of astro-slugline lie beside that store.',
	);
}
