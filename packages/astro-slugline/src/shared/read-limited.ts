/**
 * Reads a response's body up to a limit. Beyond it, cancels the body and returns `'too large'`. The limit
 * applies to decompressed bytes, so it also stops small responses that decompress to large ones.
 *
 * @param maxBytes bytes to hold in memory at most
 * @param take is called with the bytes of each part of the body; false stops reading as the limit does
 */
export async function readLimited(
	response: Response,
	maxBytes: number,
	take: (bytes: number) => boolean = () => true,
): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
	const { body } = response;
	if (body === null) return new Uint8Array();
	if (Number(response.headers.get('content-length')) > maxBytes) {
		await body.cancel();
		return 'too large';
	}
	const reader = body.getReader();
	const chunks: Uint8Array[] = [];
	let size = 0;
	for (;;) {
		const { done, value } = await reader.read();
		if (done) break;
		size += value.byteLength;
		if (size > maxBytes || !take(value.byteLength)) {
			// Not waited for: a sender that stalls must not hold the answer.
			reader.cancel().catch(() => {});
			return 'too large';
		}
		chunks.push(value);
	}
	if (chunks.length === 1 && chunks[0]?.buffer instanceof ArrayBuffer) {
		return new Uint8Array(chunks[0].buffer, chunks[0].byteOffset, chunks[0].byteLength);
	}
	const bytes = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
