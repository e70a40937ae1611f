import { retryAfter } from '../../../shared/http/backoff.js';
import { readLimited } from '../../../shared/http/read-limited.js';

/** The validators of a cached file, for a conditional request. */
export interface Validators {
	etag: string | null;
	lastModified: string | null;
}

/** How one attempt to download a file ended. */
export type FetchedFile =
	| ({ kind: 'file'; bytes: Uint8Array } & Validators)
	/** The cached version is current. */
	| { kind: 'same' }
	| Fault;

/** `words` end the sentence `… cannot be downloaded: …`. `again` is true if another attempt may succeed. */
export interface Fault {
	kind: 'fault';
	words: string;
	again: boolean;
	status?: number;
	retryAfterMs: number | null;
}

export const fault = (words: string, again = false): Fault => ({
	...{ kind: 'fault', words, again, retryAfterMs: null },
});

export interface FetchLimits {
	maxBytes: number;
	timeoutMs: number;
	/** The hosts that files may be loaded from. */
	hosts: readonly string[];
}

/** Maximum number of redirects for one file. */
const maxRedirects = 5;

/** Makes one attempt to download a file, with a conditional request if it is cached. Never rejects. */
export async function fetchFile(
	address: string,
	cached: Validators | undefined,
	extension: string,
	{ maxBytes, timeoutMs, hosts }: FetchLimits,
): Promise<FetchedFile> {
	const stop = AbortSignal.timeout(timeoutMs);
	try {
		const response = await follow(address, hosts, { headers: conditions(cached), signal: stop });
		if (typeof response === 'string') return fault(response);
		const { status, headers, body } = response;
		if (status === 304 && cached) return { kind: 'same' };
		if (status !== 200) {
			await body?.cancel();
			const again = status >= 500 || [408, 425, 429].includes(status);
			const retryAfterMs = retryAfter(headers.get('retry-after'), Date.now());
			return { ...fault(`the response has status ${status}`, again), status, retryAfterMs };
		}
		if (/^text\/html\b/i.test(headers.get('content-type') ?? '')) {
			await body?.cancel();
			return fault(`the response is a web page, not a .${extension} file`);
		}
		const bytes = await readLimited(response, maxBytes);
		if (bytes === 'too large') {
			return fault(`it is larger than ${maxBytes} bytes, the limit of \`assets.download.maxBytes\``);
		}
		if (bytes.byteLength === 0) return fault('the file is empty', true);
		if (!fitsExtension(bytes, extension)) return fault(`the response is not a .${extension} file`);
		return { kind: 'file', bytes, etag: headers.get('etag'), lastModified: headers.get('last-modified') };
	} catch (error) {
		return fault(stop.aborted ? `it did not arrive within ${timeoutMs / 1000} s` : reason(error), true);
	}
}

/** The response after all redirects, or the reason why a redirect was not followed. */
async function follow(
	address: string,
	hosts: readonly string[],
	init: RequestInit,
): Promise<Response | string> {
	let url = URL.parse(address);
	for (let hop = 0; hop <= maxRedirects; hop++) {
		if (!url || !isAllowedAddress(url, hosts)) {
			return `its address leads to ${url?.host || 'no host'}, which is not a host of assets. If the space has files there, add it to \`assets.hosts\``;
		}
		const response = await fetch(url, { ...init, redirect: 'manual' });
		const location = response.headers.get('location');
		if (![301, 302, 303, 307, 308].includes(response.status) || location === null) return response;
		await response.body?.cancel();
		url = URL.parse(location, url);
	}
	return `it was redirected more than ${maxRedirects} times`;
}

/** Signed addresses of private assets lead to the storage behind the service's own hosts. */
const isSigningStore = (host: string): boolean =>
	/\.amazonaws\.com(?:\.cn)?$/.test(host) && host.split('.').some((label) => /^s3(?:-|$)/.test(label));

/**
 * True if a build may load a file from an address. Only hosts of assets are allowed, so that neither a redirect nor the API can
 * lead a build into a private network.
 *
 * @param hosts of assets, with the port if it is not the default one
 */
function isAllowedAddress(address: URL, hosts: readonly string[]): boolean {
	if (address.username || address.password) return false;
	if (address.protocol === 'https:' && isSigningStore(address.host)) return true;
	return (address.protocol === 'https:' || address.protocol === 'http:') && hosts.includes(address.host);
}

function conditions(cached: Validators | undefined): Record<string, string> {
	return {
		...(cached?.etag && { 'if-none-match': cached.etag }),
		...(cached?.lastModified && { 'if-modified-since': cached.lastModified }),
	};
}

/** The system's message for a failed connection, which `fetch` has in the error's cause. */
function reason(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	const words = cause instanceof Error ? cause.message : '';
	return words || 'the connection failed';
}

/** First bytes of pictures, as hexadecimal digits. AVIF, HEIC, and related formats begin with a length and `ftyp`. */
const picture =
	/^(?:ffd8ff|89504e470d0a|47494638|52494646.{8}57454250|.{8}66747970|424d|00000[12]00|49492a00|4d4d002a|ff0a|0000000c4a584c20)/;

const pictureExtensions = /^(?:jpe?g|png|gif|webp|avif|hei[cf]|bmp|ico|tiff?|jxl)$/;

/** PDF readers accept some bytes before the header. */
const pdf = /^[\s\S]{0,1019}%PDF-/;

/** Markup or a script, after byte order marks and spaces: browsers and servers may take it for a page, an SVG, or a program. */
const markup = /^(?:\xef\xbb\xbf|\xfe\xff|\xff\xfe|[\s\0])*(?:<|#!)/;

/** Number of bytes that are checked. */
const headBytes = 1024;

/** True if the first bytes of a file fit its extension, as far as that matters when the file is served or opened. */
function fitsExtension(bytes: Uint8Array, extension: string): boolean {
	const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, headBytes)).toString(
		'latin1',
	);
	if (pictureExtensions.test(extension)) return picture.test(Buffer.from(head, 'latin1').toString('hex'));
	if (extension === 'pdf') return pdf.test(head);
	return !markup.test(head);
}
