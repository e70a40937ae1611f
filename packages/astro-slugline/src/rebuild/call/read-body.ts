import { readLimited } from '../../shared/read-limited.js';
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
export async function readBody(
	request: Request,
	{ maxBytes, timeoutMs }: BodyBounds,
	clock: Clock,
): Promise<BodyResult> {
	if (request.bodyUsed) {
		throw new RebuildError(
			"The webhook call's body was read before the rebuild hook got it, and its signature is over the raw bytes. " +
				'Hand the request over unread, or a clone of it.',
		);
	}
	const late = new AbortController();
	const read = new AbortController();
	clock.sleep(timeoutMs, read.signal).then(
		() => late.abort(),
		() => {},
	);
	try {
		const bytes = await readLimited(request, maxBytes, { signal: late.signal });
		return bytes === 'too large' ? { status: 413 } : { bytes };
	} catch {
		return { status: late.signal.aborted ? 408 : 400 };
	} finally {
		read.abort();
	}
}
