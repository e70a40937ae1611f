const encoder = new TextEncoder();

/** The first 128 bits of a text's SHA-256, in hexadecimal. */
export const textHash = (text: string): Promise<string> => bytesHash(encoder.encode(text));

/** The same of a text that is encoded already. */
export async function bytesHash(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
	const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes), 0, 16);
	let hex = '';
	for (const byte of digest) hex += byte.toString(16).padStart(2, '0');
	return hex;
}
