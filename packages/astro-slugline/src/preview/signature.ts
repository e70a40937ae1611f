import { hex, isSame } from './digest.js';
import type { Signature } from './editor-address.js';

/** Seconds for which a signature is valid. */
const maxAgeSeconds = 3600;

/** Seconds by which the editor's clock may be ahead of this one. */
const maxAheadSeconds = 300;

/** The space that signs. */
export interface Signer {
	/** Number of the space. */
	spaceId: number;
	/** The preview token of the space, which the editor also has. */
	previewToken: string;
}

/** Signs as the editor does. @param now Unix time in milliseconds */
export async function sign({ spaceId, previewToken }: Signer, now: number): Promise<Signature> {
	const timestamp = String(Math.floor(now / 1000));
	return {
		spaceId: String(spaceId),
		timestamp,
		hash: await hashOf(String(spaceId), previewToken, timestamp),
	};
}

/**
 * True if the editor of this space made the signature within the last hour. Hashes are compared in constant time.
 *
 * @param now Unix time in milliseconds
 */
export async function isSigned(
	{ spaceId, timestamp, hash }: Signature,
	signer: Signer,
	now: number,
): Promise<boolean> {
	if (!signer.previewToken || spaceId !== String(signer.spaceId) || !/^\d{1,12}$/.test(timestamp))
		return false;
	const age = Math.floor(now / 1000) - Number(timestamp);
	const expected = await hashOf(spaceId, signer.previewToken, timestamp);
	return isSame(hash, expected) && age <= maxAgeSeconds && age >= -maxAheadSeconds;
}

const hashOf = async (spaceId: string, previewToken: string, timestamp: string): Promise<string> => {
	const text = new TextEncoder().encode(`${spaceId}:${previewToken}:${timestamp}`);
	return hex(await crypto.subtle.digest('SHA-1', text));
};
