import { smallHash } from 'astro-keep/shared/text/small-hash';
import { inertExtensions } from '../../../shared/text/inert-extensions.js';

/**
 * The name of a downloaded file in the output, such as `harbour.1f0c5a9e2b7d4c31.webp`. It follows from the address alone, so that
 * pages can use it before the file is downloaded. Undefined for a file that must not be downloaded.
 *
 * @param address the file's address, including the transformation of an image
 */
export function assetName(address: string, name: string, extension: string): string | undefined {
	if (!inertExtensions.has(extension)) return undefined;
	const words = decoded(name)
		.normalize('NFKD')
		.toLowerCase()
		.replace(/[^a-z0-9]+/g, '-')
		.replace(/^-|-$/g, '')
		.slice(0, 60);
	const hash = [address, `${address.length} ${address}`].map((text) =>
		smallHash(text).toString(16).padStart(8, '0'),
	);
	return `${words || 'file'}.${hash.join('')}.${extension}`;
}

/** Matches such names, to find them in pages. */
export const assetNamePattern = /[a-z0-9-]{1,60}\.[0-9a-f]{16}\.[a-z0-9]{1,8}/g;

function decoded(text: string): string {
	try {
		return decodeURIComponent(text);
	} catch {
		// A stray `%`.
		return text;
	}
}
