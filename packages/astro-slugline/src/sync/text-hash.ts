const encoder = new TextEncoder();

/** The first 128 bits of a text's SHA-256, in hexadecimal. */
export async function textHash(text: string): Promise<string> {
	const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', encoder.encode(text)), 0, 16);
	let hex = '';
	for (const byte of bytes) hex += byte.toString(16).padStart(2, '0');
	return hex;
}
