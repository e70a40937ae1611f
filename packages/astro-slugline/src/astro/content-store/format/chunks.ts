import type { AstroConfig, AstroIntegrationLogger } from 'astro';

type Experimental = AstroConfig['experimental'];

/** True if Astro writes its data store in chunks, in any form of the option. */
export const isChunked = ({ collectionStorage }: Experimental): boolean =>
	collectionStorage !== undefined && collectionStorage !== 'single-file';

/** Warns about a store in chunks. Astro writes it one character at a time: 10,000 stories take half a minute in every build. */
export function warnOfChunks(experimental: Experimental, logger: AstroIntegrationLogger): void {
	if (!isChunked(experimental)) return;
	logger.warn(
		'`experimental.collectionStorage` in astro.config makes Astro write its data store in chunks, which takes many times as long in every build. Remove it: astro-slugline stores large collections in its own files anyway.',
	);
}
