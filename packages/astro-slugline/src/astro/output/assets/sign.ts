import { z } from 'zod';
import { readLimited } from '../../../shared/read-limited.js';
import { createSecrets } from '../../../shared/secrets.js';

const signedSchema = z.object({ asset: z.object({ signed_url: z.string() }) });

/** Gives the address under which a private asset can be loaded for a while. */
export type SignAddress = (address: string) => Promise<string>;

/** What went wrong while an address was signed; `again` says whether another attempt may help. */
export class SigningError extends Error {
	constructor(
		message: string,
		readonly again: boolean,
	) {
		super(message);
	}
}

/**
 * Has addresses of private assets signed by the service. The token goes into that request and nowhere else.
 *
 * @param baseUrl origin of the delivery interface
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
			throw new SigningError(`no signed address came for it: ${secrets.text(String(cause))}`, true);
		}
		if (response.status !== 200) {
			const again = response.status >= 500 || response.status === 429;
			throw new SigningError(
				`the service does not sign its address, with status ${response.status}; the token in SLUGLINE_ASSET_TOKEN may be of another kind or space`,
				again,
			);
		}
		const signed = signedSchema.safeParse(body).data?.asset.signed_url;
		if (!signed || !URL.canParse(signed))
			throw new SigningError('the service gives no signed address', false);
		return signed;
	};
}

/** The most bytes of an answer with a signed address. */
const maxSignedBytes = 64 * 1024;

/** The JSON of a response; undefined if it is not JSON. */
async function readJson(response: Response): Promise<unknown> {
	const bytes = await readLimited(response, maxSignedBytes);
	try {
		return bytes === 'too large' ? undefined : JSON.parse(new TextDecoder().decode(bytes));
	} catch {
		return undefined;
	}
}
