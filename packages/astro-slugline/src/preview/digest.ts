/** Bytes in hexadecimal. */
export const hex = (bytes: ArrayBuffer): string =>
	[...new Uint8Array(bytes)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** Compares two texts in constant time: how long it takes depends only on their lengths. */
export function isSame(one: string, other: string): boolean {
	if (one.length !== other.length) return false;
	let difference = 0;
	for (let place = 0; place < one.length; place++)
		difference |= one.charCodeAt(place) ^ other.charCodeAt(place);
	return difference === 0;
}

/** Encodes bytes or text as base64url, which is safe in URLs and headers. */
export function base64Url(value: string | ArrayBuffer): string {
	const bytes = typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value);
	const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
	return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/**
 * Decodes text from base64url.
 *
 * @throws {Error} if the value is not the base64url form of UTF-8 text
 */
export function textOfBase64Url(value: string): string {
	const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
	return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(binary, (c) => c.charCodeAt(0)));
}
