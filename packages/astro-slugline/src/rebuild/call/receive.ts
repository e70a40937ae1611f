import { isObject } from 'astro-keep/shared/json';
import { readLimited } from '../../shared/http/read-limited.js';
import type { Trigger } from '../../wire/index.js';
import { type Clock, inLimit } from '../model/clock.js';
import { RebuildError } from '../model/rebuild-error.js';
import type { AnswerStatus } from './answers.js';
import { classify, type WebhookEvent } from './classify.js';

interface SignedParts {
	verify: Verify;
	/** The most bytes of a body, and the milliseconds within which all of it must have arrived. */
	bounds: { maxBytes: number; timeoutMs: number };
	clock: Clock;
}

interface ReceiveParts extends SignedParts {
	/** The triggers that start a build. */
	chosen: ReadonlySet<Trigger>;
}

/**
 * The event of a call, or the status to answer if there is nothing to do.
 *
 * @throws {RebuildError} if the body has already been read
 */
export async function receive(
	request: Request,
	{ chosen, ...parts }: ReceiveParts,
): Promise<{ event: WebhookEvent } | { status: AnswerStatus }> {
	const read = await readSigned(request, parts);
	if ('status' in read) return read;
	// Every call of the service has an `action`, also if it is about something that no site shows.
	if (!isObject(read.json) || typeof read.json['action'] !== 'string') return { status: 400 };
	const event = classify(read.json);
	return event && chosen.has(event.trigger) ? { event } : { status: 202 };
}

/**
 * The JSON of a call with a right signature, or the status to answer.
 *
 * @throws {RebuildError} if the body has already been read
 */
export async function readSigned(
	request: Request,
	{ verify, ...parts }: SignedParts,
): Promise<{ json: unknown } | { status: AnswerStatus }> {
	if (request.method !== 'POST') return { status: 405 };
	const body = await readBody(request, parts);
	if ('status' in body) return body;
	if (!(await verify(request.headers.get('webhook-signature'), body.bytes))) return { status: 401 };
	const json = parse(body.bytes);
	return json === undefined ? { status: 400 } : { json };
}

function parse(bytes: Uint8Array): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch {
		// It is not UTF-8, or not JSON.
		return undefined;
	}
}

/**
 * The bytes of a request's body, or the status to answer if it was broken off, slow, or too large.
 *
 * @throws {RebuildError} if something else has read the body before
 */
async function readBody(
	request: Request,
	{ bounds: { maxBytes, timeoutMs }, clock }: Pick<SignedParts, 'bounds' | 'clock'>,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { status: 400 | 408 | 413 }> {
	if (request.bodyUsed) {
		throw new RebuildError(
			"The webhook call's body was read before the rebuild hook got it, and its signature is over the raw bytes. " +
				'Hand the request over unread, or a clone of it.',
		);
	}
	return inLimit(clock, timeoutMs, async (signal) => {
		try {
			const bytes = await readLimited(request, maxBytes, { signal });
			return bytes === 'too large' ? { status: 413 } : { bytes };
		} catch {
			// The body was too slow, or its sender broke it off.
			return { status: signal.aborted ? 408 : 400 };
		}
	});
}

const signatureForm = /^[0-9a-f]{40}$/i;

/** True if a signature (40 hexadecimal digits) is the HMAC-SHA1 of these bytes with one of the secrets. */
type Verify = (signature: string | null, body: Uint8Array<ArrayBuffer>) => Promise<boolean>;

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
