interface Reading {
	/** Is called with the bytes of each part of the body; false stops reading as the limit does. */
	take?: (bytes: number) => boolean;
	signal?: AbortSignal;
}

/**
 * Reads the body of a request or a response up to a limit. Beyond it, cancels the body and returns `'too large'`. The limit
 * applies to decompressed bytes, so it also stops small responses that decompress to large ones.
 *
 * @param maxBytes bytes to hold in memory at most
 * @throws the signal's reason once it is aborted, and whatever breaks the body off
 */
export async function readLimited(
	{ body, headers }: Pick<Request | Response, 'body' | 'headers'>,
	maxBytes: number,
	{ take = () => true, signal }: Reading = {},
): Promise<Uint8Array<ArrayBuffer> | 'too large'> {
	if (Number(headers.get('content-length')) > maxBytes) {
		body?.cancel().catch(() => {});
		return 'too large';
	}
	if (body === null) return new Uint8Array();
	const reader = body.getReader();
	// Not waited for: a sender that stalls must not hold the answer.
	const cancel = () => void reader.cancel().catch(() => {});
	signal?.addEventListener('abort', cancel, { once: true });
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for (;;) {
			signal?.throwIfAborted();
			const { done, value } = await reader.read();
			// A read that was waiting ends as if the body did.
			signal?.throwIfAborted();
			if (done) return joined(chunks, size);
			size += value.byteLength;
			if (size > maxBytes || !take(value.byteLength)) {
				cancel();
				return 'too large';
			}
			chunks.push(value);
		}
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}

function joined(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
	const [first] = chunks;
	if (chunks.length === 1 && first?.buffer instanceof ArrayBuffer)
		return new Uint8Array(first.buffer, first.byteOffset, first.byteLength);
	const bytes = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
