import { RebuildError } from '../rebuild-error.js';

export interface RemoteCall {
	/** Used in messages instead of the address, which is a secret. */
	what: string;
	url: string;
	init: RequestInit;
	fetch: typeof fetch;
	timeoutMs: number;
	/** Ends the call when the hook stops. */
	signal: AbortSignal;
}

/**
 * Calls a host that starts builds. Messages contain no part of the address or of the answer.
 *
 * @throws {RebuildError} if there was no answer, or it was not a success
 */
export async function callRemote({ what, url, init, fetch, timeoutMs, signal }: RemoteCall): Promise<void> {
	let response: Response;
	try {
		const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
		// A redirect would turn the POST into a GET.
		response = await fetch(url, { ...init, redirect: 'manual', signal: ends });
	} catch (error) {
		if (signal.aborted) throw new RebuildError(`The call to ${what} was stopped.`);
		if (error instanceof Error && error.name === 'TimeoutError') {
			throw new RebuildError(`${capital(what)} did not answer within ${timeoutMs / 1000} s.`);
		}
		throw new RebuildError(`${capital(what)} could not be reached${codeOf(error)}.`);
	}
	response.body?.cancel().catch(() => {});
	if (response.ok) return;
	throw new RebuildError(`${capital(what)} answered ${response.status}. ${hintOf(response.status)}`);
}

const capital = (what: string) => what.charAt(0).toUpperCase() + what.slice(1);

function codeOf(error: unknown): string {
	const cause = error instanceof Error ? error.cause : undefined;
	return cause instanceof Error && 'code' in cause && typeof cause.code === 'string'
		? ` (${cause.code})`
		: '';
}

function hintOf(status: number): string {
	if (status === 401 || status === 403) return 'Check its token and the permissions of the token.';
	if (status === 404 || status === 410) return 'Check its address; it may have been deleted.';
	if (status === 422) return 'Check its options; the host did not accept the request.';
	if (status >= 300 && status < 400) return 'Use the address that it redirects to.';
	if (status === 429) return 'It was called too often.';
	return 'Look at the status of the host.';
}

/**
 * Validates the address and returns it unchanged.
 *
 * @throws {RebuildError} that does not quote the address
 */
export function checkAddress(address: string | URL | undefined, what: string): string {
	const text = String(address ?? '');
	const url = URL.parse(text);
	if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return text;
	const problem =
		text === ''
			? 'is not set'
			: url?.username || url?.password
				? 'contains a user name or password; send them in a header instead'
				: 'is not an http or https address';
	throw new RebuildError(`The address of ${what} ${problem}. Check where it comes from.`);
}
