import { z } from 'zod';
import { readLimited } from '../../../shared/http/read-limited.js';
import { parsedJson } from '../../../shared/json.js';
import { createSecrets } from '../../../shared/text/secrets.js';

const signedSchema = z.object({ asset: z.object({ signed_url: z.string() }) });

/** Returns an address from which a private asset can be loaded for a limited time. */
export type SignAddress = (address: string) => Promise<string>;

/** An address could not be signed. `again` is true if another attempt may succeed. */
export class SigningError extends Error {
	constructor(
		message: string,
		readonly again: boolean,
	) {
		super(message);
	}
}

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
		let response: Response;
		let body: unknown;
		try {
			response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
			body = await readJson(response);
		} catch (error) {
			const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
			throw new SigningError(`its address could not be signed: ${secrets.text(String(cause))}`, true);
		}
		if (response.status !== 200) {
			const again = response.status >= 500 || response.status === 429;
			throw new SigningError(
				`the API refused to sign its address (status ${response.status}); the token in SLUGLINE_ASSET_TOKEN may be of the wrong kind or for another space`,
				again,
			);
		}
		const signed = signedSchema.safeParse(body).data?.asset.signed_url;
		if (!signed || !URL.canParse(signed)) throw new SigningError('the API returned no signed address', false);
		return signed;
	};
}

/** Maximum size of a response with a signed address, in bytes. */
const maxSignedBytes = 64 * 1024;

/** The JSON of a response; undefined if it is not JSON. */
async function readJson(response: Response): Promise<unknown> {
	const bytes = await readLimited(response, maxSignedBytes);
	return bytes === 'too large' ? undefined : parsedJson(new TextDecoder().decode(bytes));
}
