import { orAborted } from '../../shared/http/abort.js';
import { readLimited } from '../../shared/http/read-limited.js';
import { causes } from '../../shared/text/secrets.js';
import type { Fault } from './fault.js';

/** A complete response of any status. */
export interface Reply {
	kind: 'reply';
	status: number;
	headers: Headers;
	text: string;
	bytes: number;
	/** To be called once the response is used: until then its bytes take up the client's room. */
	release(): void;
}

/** The client holds so many bytes of other responses that there is no room for this one before its turn. */
export interface NoRoom {
	kind: 'no-room';
}

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
): Promise<Reply | Fault | NoRoom> {
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(), timeoutMs);
	const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
	let begun = false;
	let reply: Reply | undefined;
	try {
		const response = await orAborted(fetch(url, { ...request, redirect: 'manual', signal: stop }), stop);
		begun = true;
		const { status, headers } = response;
		const body = await orAborted(readLimited(response, maxAnswerBytes, { take: share.take }), stop);
		if (body === 'too large')
			return share.isRefused()
				? { kind: 'no-room' }
				: { kind: 'too-large', again: 'never', words: '', status };
		const text = new TextDecoder().decode(body);
		reply = { kind: 'reply', status, headers, text, bytes: body.byteLength, release: share.release };
		return reply;
	} catch (error) {
		signal?.throwIfAborted();
		if (late.signal.aborted) return { kind: 'timeout', again: 'yes', words: '' };
		return { kind: begun ? 'cut' : 'network', ...reason(error), cause: error };
	} finally {
		clearTimeout(timer);
		if (!reply) share.release();
	}
}

/** Error codes that a retry would meet again: an unknown host, or an invalid certificate or TLS setup. */
const finalCodes = /^ENOTFOUND$|CERT|SELF_SIGNED|UNABLE_TO_(GET|VERIFY)|^ERR_(SSL|TLS)/;

function reason(error: unknown): Pick<Fault, 'words' | 'again'> {
	const chain = causes(error);
	const withCode = chain.findLast((one) => typeof code(one) === 'string');
	const last = withCode ?? chain.at(-1);
	const words = last?.message || code(last) || 'the connection failed';
	const isFinal = finalCodes.test(code(last) ?? '') || words === 'bad port';
	return { words, again: isFinal ? 'limited' : 'yes' };
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
