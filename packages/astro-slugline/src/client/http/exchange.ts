import { readLimited } from '../../shared/read-limited.js';
import { causes } from '../../shared/secrets.js';

/** An answer as it came, or why none did. */
export type Exchange =
	| { kind: 'answer'; status: number; headers: Headers; text: string; bytes: number }
	| { kind: 'timeout' }
	/** More than {@link maxAnswerBytes}, so it was not read to its end. */
	| { kind: 'too-large'; status: number }
	/** No answer, or one that broke off in the body. */
	| { kind: 'network' | 'cut'; words: string; final: boolean; cause: unknown };

/**
 * The most bytes of one answer, decompressed: many times what the largest page of a real space has, and little enough that
 * all answers under way at once fit into memory.
 */
export const maxAnswerBytes = 64 * 1024 * 1024;

export interface ExchangeRequest {
	url: string;
	method: string;
	headers: Record<string, string>;
	body?: string | undefined;
}

/**
 * One HTTP request with its whole answer. Redirects are answers. A failure is a value, so that it can be tried again.
 *
 * @param timeoutMs for headers and body together
 * @throws the signal's reason, once it is aborted
 */
export async function exchange(
	fetch: typeof globalThis.fetch,
	{ url, ...request }: ExchangeRequest,
	timeoutMs: number,
	signal?: AbortSignal,
): Promise<Exchange> {
	const late = new AbortController();
	const timer = setTimeout(() => late.abort(), timeoutMs);
	const stop = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
	let begun = false;
	try {
		const response = await orStopped(fetch(url, { ...request, redirect: 'manual', signal: stop }), stop);
		begun = true;
		const bytes = await orStopped(readLimited(response, maxAnswerBytes), stop);
		if (bytes === 'too large') return { kind: 'too-large', status: response.status };
		return {
			kind: 'answer',
			status: response.status,
			headers: response.headers,
			text: new TextDecoder().decode(bytes),
			bytes: bytes.byteLength,
		};
	} catch (error) {
		signal?.throwIfAborted();
		if (late.signal.aborted) return { kind: 'timeout' };
		return { kind: begun ? 'cut' : 'network', ...reason(error), cause: error };
	} finally {
		clearTimeout(timer);
	}
}

/** The promise, or a rejection as soon as the signal is aborted: not every fetch heeds its signal. */
function orStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
	return new Promise((resolve, reject) => {
		const stop = () => reject(signal.reason);
		if (signal.aborted) stop();
		signal.addEventListener('abort', stop, { once: true });
		promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
	});
}

/** Codes of faults that the next attempt will meet again: no such host, a certificate or TLS that does not fit. */
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
