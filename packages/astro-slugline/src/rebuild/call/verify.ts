const signatureForm = /^[0-9a-f]{40}$/i;

/** True if a signature (40 hexadecimal digits) is the HMAC-SHA1 of these bytes with one of the secrets. */
export type Verify = (signature: string | null, body: Uint8Array<ArrayBuffer>) => Promise<boolean>;

/**
 * Creates the check of webhook signatures. It always tries every secret, and it compares in constant time, with Web Crypto.
 */
export function createVerify(secrets: readonly string[]): Verify {
	const importKey = (secret: string) =>
		crypto.subtle.importKey('raw', new TextEncoder().encode(secret), { name: 'HMAC', hash: 'SHA-1' }, false, [
			'verify',
		]);
	return async (signature, body) => {
		if (signature === null || !signatureForm.test(signature.trim())) return false;
		const bytes = Uint8Array.from(signature.trim().match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
		const results = await Promise.all(
			secrets.map(async (secret) => crypto.subtle.verify('HMAC', await importKey(secret), bytes, body)),
		);
		return results.includes(true);
	};
}
