import { parsedJson } from 'astro-keep/shared/json';
import { z } from 'zod';
import { readLimited } from '../../../shared/http/read-limited.js';
import { createSecrets } from '../../../shared/text/secrets.js';
import { type Fault, fault } from './fetch-file.js';

const signedSchema = z.object({ asset: z.object({ signed_url: z.url() }) });

/** Maximum size of a response with a signed address, in bytes. */
const maxSignedBytes = 64 * 1024;

/** Returns an address from which a private asset can be loaded for a limited time. */
export type SignAddress = (address: string) => Promise<string | Fault>;

/**
 * Lets the API sign the addresses of private assets. The token is used for these requests only.
 *
 * @param baseUrl origin of the delivery API
 * @param timeoutMs of one request
 */
export function createSigner(baseUrl: string, token: string, timeoutMs: number): SignAddress {
	const secrets = createSecrets([token]);
	return async (address) => {
		const url = new URL('/v2/cdn/assets/me', baseUrl);
		url.searchParams.set('filename', address);
		url.searchParams.set('token', token);
		try {
			const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
			const bytes = await readLimited(response, maxSignedBytes);
			if (response.status !== 200) {
				return fault(
					`the API refused to sign its address (status ${response.status}); the token in SLUGLINE_ASSET_TOKEN may be of the wrong kind or for another space`,
					response.status >= 500 || response.status === 429,
				);
			}
			const body = bytes === 'too large' ? undefined : parsedJson(new TextDecoder().decode(bytes));
			const signed = signedSchema.safeParse(body).data?.asset.signed_url;
			return signed ?? fault('the API returned no signed address');
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
			return fault(`its address could not be signed: ${secrets.text(String(cause))}`, true);
		}
	};
}
