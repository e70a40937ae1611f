import type { Clock } from '../clock.js';
import { RebuildError } from '../rebuild-error.js';

export interface BodyBounds {
	/** Most bytes that are read. */
	maxBytes: number;
	/** Milliseconds within which the whole body must have come. */
	timeoutMs: number;
}

/** The bytes of a body, or the status to answer where it is broken off, slow or too large. */
export type BodyResult = { bytes: Uint8Array<ArrayBuffer> } | { status: 400 | 408 | 413 };

/**
 * Reads a request's body and keeps no more of it than `maxBytes`.
 *
 * @throws {RebuildError} if something else has read the body before
 */
export async function readBody(request: Request, bounds: BodyBounds, clock: Clock): Promise<BodyResult> {
	if (request.bodyUsed) {
		throw new RebuildError(
			"The webhook call's body was read before the rebuild hook got it, and its signature is over the raw bytes. " +
				'Hand the request over unread, or a clone of it.',
		);
	}
	const { body } = request;
	if (Number(request.headers.get('content-length')) > bounds.maxBytes) {
		body?.cancel().catch(() => {});
		return { status: 413 };
	}
	if (body === null) return { bytes: new Uint8Array() };

	const reader = body.getReader();
	const stop = new AbortController();
	const late = clock.sleep(bounds.timeoutMs, stop.signal).then(
		() => 'late' as const,
		() => 'late' as const,
	);
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for (;;) {
			const read = await Promise.race([reader.read(), late]);
			if (read === 'late') return giveUp(reader, 408);
			if (read.done) return { bytes: join(chunks, size) };
			size += read.value.byteLength;
			if (size > bounds.maxBytes) return giveUp(reader, 413);
			chunks.push(read.value);
		}
	} catch {
		return { status: 400 };
	} finally {
		stop.abort();
	}
}

function giveUp(reader: ReadableStreamDefaultReader<Uint8Array>, status: 408 | 413): BodyResult {
	// Not waited for: a sender that stalls must not hold the answer.
	reader.cancel().catch(() => {});
	return { status };
}

function join(chunks: readonly Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
	const bytes = new Uint8Array(size);
	let offset = 0;
	for (const chunk of chunks) {
		bytes.set(chunk, offset);
		offset += chunk.byteLength;
	}
	return bytes;
}
