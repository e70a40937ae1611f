import { retryAfter } from '../../../shared/backoff.js';
import { readLimited } from '../../../shared/read-limited.js';
import { fitsExtension } from './file-content.js';
import { isKnownAddress } from './known-hosts.js';

/** What is said of a version of a file that is kept. */
export interface Validators {
	etag: string | null;
	lastModified: string | null;
}

/** How one attempt to download a file ended. */
export type FetchedFile =
	| ({ kind: 'file'; bytes: Uint8Array } & Validators)
	/** The kept version is still right. */
	| { kind: 'same' }
	/** `words` end the sentence `… cannot be downloaded: …`. */
	| { kind: 'fault'; words: string; again: boolean; status?: number; retryAfterMs: number | null };

export interface FetchLimits {
	maxBytes: number;
	timeoutMs: number;
	/** The hosts that files may come from. */
	hosts: readonly string[];
}

/** Redirects that are followed for one file. */
const maxRedirects = 5;

/** One attempt to download a file, with a condition if a version of it is kept. Never rejects. */
export async function fetchFile(
	address: string,
	kept: Validators | undefined,
	extension: string,
	{ maxBytes, timeoutMs, hosts }: FetchLimits,
): Promise<FetchedFile> {
	const stop = AbortSignal.timeout(timeoutMs);
	try {
		const response = await follow(address, hosts, { headers: conditions(kept), signal: stop });
		if (typeof response === 'string') return final(response);
		const { status, headers, body } = response;
		if (status === 304 && kept) return { kind: 'same' };
		if (status !== 200) {
			await body?.cancel();
			const again = status >= 500 || [408, 425, 429].includes(status);
			const retryAfterMs = retryAfter(headers.get('retry-after'), Date.now());
			return { kind: 'fault', words: `the answer has status ${status}`, again, status, retryAfterMs };
		}
		if (/^text\/html\b/i.test(headers.get('content-type') ?? '')) {
			await body?.cancel();
			return final(`the answer is a web page, not a .${extension} file`);
		}
		const bytes = await readLimited(response, maxBytes);
		if (bytes === 'too large') {
			return final(`it is larger than ${maxBytes} bytes, which \`assets.download.maxBytes\` allows`);
		}
		if (bytes.byteLength === 0) return { ...final('the file is empty'), again: true };
		if (!fitsExtension(bytes, extension)) return final(`what came is not a .${extension} file`);
		return { kind: 'file', bytes, etag: headers.get('etag'), lastModified: headers.get('last-modified') };
	} catch (error) {
		const words = stop.aborted ? `it was not complete after ${timeoutMs / 1000} s` : reason(error);
		return { kind: 'fault', words, again: true, retryAfterMs: null };
	}
}

/** The answer at the end of all redirects, or why one of them is not followed. */
async function follow(
	address: string,
	hosts: readonly string[],
	init: RequestInit,
): Promise<Response | string> {
	let url = URL.parse(address);
	for (let hop = 0; hop <= maxRedirects; hop++) {
		if (!url || !isKnownAddress(url, hosts)) {
			return `its address leads to ${url?.host || 'no host'}, which is not a host of assets. If the space keeps files there, add it to \`assets.hosts\``;
		}
		const response = await fetch(url, { ...init, redirect: 'manual' });
		const location = response.headers.get('location');
		if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
		await response.body?.cancel();
		url = URL.parse(location, url);
	}
	return 'it is redirected without an end';
}

const final = (words: string) => ({ kind: 'fault' as const, words, again: false, retryAfterMs: null });

function conditions(kept: Validators | undefined): Record<string, string> {
	return {
		...(kept?.etag && { 'if-none-match': kept.etag }),
		...(kept?.lastModified && { 'if-modified-since': kept.lastModified }),
	};
}

/** The system's words for a failed connection, which `fetch` hides in its cause. */
function reason(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const words = cause instanceof Error ? cause.message : '';
	return words || 'the connection failed';
}
