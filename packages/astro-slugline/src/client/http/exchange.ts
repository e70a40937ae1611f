import { orAborted } from '../../shared/http/abort.js';
import { readLimited } from '../../shared/http/read-limited.js';
import { causes } from '../../shared/text/secrets.js';

/** A complete response: its JSON, or null if the body is empty and the call is not a GET. */
export interface Received {
	body: unknown;
	headers: Headers;
	status: number;
	/** The address that responded, with its token. It differs from the call's after a redirect. */
	url: string;
	bytes: number;
	release(): void;
}

/** A complete response, or the reason why there is none. */
export type Exchange =
	| {
			kind: 'answer';
			status: number;
			headers: Headers;
			text: string;
			bytes: number;
			/** To be called once the answer is used: until then its bytes take up the client's room. */
			release(): void;
	  }
	| { kind: 'timeout' }
	/** Larger than {@link maxAnswerBytes}, so reading stopped. */
	| { kind: 'too-large'; status: number }
	/** The client holds so many bytes of other responses that there is no room for this one before its turn. */
	| { kind: 'no-room'; status: number }
	/** No response, or one that ended within the body. */
	| { kind: 'network' | 'cut'; words: string; final: boolean; cause: unknown };

/**
 * Largest response in bytes, decompressed: many times the largest page of a real space, and small enough that
 * all concurrent responses fit into memory.
 */
export const maxAnswerBytes = 64 * 1024 * 1024;

interface ExchangeRequest {
	url: string;
	method: string;
	headers: Record<string, string>;
	body?: string | undefined;
}

/**
 * Sends one HTTP request and reads its whole response. Redirects are not followed. A failure is returned as a
 * value, so that the request can be retried.
 *
 * @param timeoutMs milliseconds for headers and body together
 * @throws the signal's reason, once it is aborted
 */
export async function exchange(
	fetch: typeof globalThis.fetch,
	{ url, ...request }: ExchangeRequest,
	timeoutMs: number,
	share: Share,
	signal?: AbortSignal,
): Promise<Exchange> {
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(), timeoutMs);
	const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
	let begun = false;
	let result: Exchange | undefined;
	try {
		const response = await orAborted(fetch(url, { ...request, redirect: 'manual', signal: stop }), stop);
		begun = true;
		const { status, headers } = response;
		const bytes = await orAborted(readLimited(response, maxAnswerBytes, { take: share.take }), stop);
		if (bytes === 'too large') return { kind: share.isRefused() ? 'no-room' : 'too-large', status };
		const text = new TextDecoder().decode(bytes);
		const { release } = share;
		result = { kind: 'answer', status, headers, text, bytes: bytes.byteLength, release };
		return result;
	} catch (error) {
		signal?.throwIfAborted();
		if (late.signal.aborted) return { kind: 'timeout' };
		return { kind: begun ? 'cut' : 'network', ...reason(error), cause: error };
	} finally {
		clearTimeout(timer);
		if (!result) share.release();
	}
}

/** Error codes that a retry would meet again: an unknown host, or an invalid certificate or TLS setup. */
const finalCodes = /^ENOTFOUND$|CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_(SSL|TLS)/;

function reason(error: unknown): { words: string; final: boolean } {
	const chain = causes(error);
	const withCode = chain.findLast((one) => typeof code(one) === 'string');
	const last = withCode ?? chain.at(-1);
	const words = last?.message || code(last) || 'the connection failed';
	return { words, final: finalCodes.test(code(last) ?? '') || words === 'bad port' };
}

const code = (error: Error | undefined): string | undefined =>
	error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** The most bytes of answers that a client holds at once, as they are read and until they are used. */
export const maxHeldBytes = 128 * 1024 * 1024;

type Share = ReturnType<ReturnType<typeof createRoom>>;

/** Counts the bytes of the answers that a client holds, so that pages ahead of what is used do not fill the memory. */
export function createRoom() {
	let held = 0;
	/** @param isNext the response being awaited is always admitted; otherwise prefetched pages would block it */
	return (isNext: () => boolean) => {
		let own = 0;
		let isRefused = false;
		return {
			/** False if there is no room for so many more bytes. */
			take(bytes: number): boolean {
				isRefused = held + bytes > maxHeldBytes && !isNext();
				if (isRefused) return false;
				held += bytes;
				own += bytes;
				return true;
			},
			isRefused: () => isRefused,
			release() {
				held -= own;
				own = 0;
			},
		};
	};
}

/** When a prefetched response becomes the next one. */
export interface Turn {
	isNext(): boolean;
	/** Resolves when it is, or when the list is given up. */
	come: Promise<void>;
}
