import { errorCode } from 'astro-keep/shared/error-code';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { payloadOf, type RebuildEvent, type Target } from '../model/event.js';
import { RebuildError } from '../model/rebuild-error.js';

/** Options of `buildHook()`. */
export interface BuildHookOptions {
	/** Method of the request. A GET has no body. @default 'POST' */
	method?: 'POST' | 'GET' | undefined;
	/** Additional headers, such as a token. */
	headers?: Record<string, string> | undefined;
	/** Milliseconds to wait for the answer. @default 30000 */
	timeoutMs?: number | undefined;
	/** The `fetch` for the request. @default the global one */
	fetch?: typeof fetch | undefined;
}

/**
 * Calls a host's build hook (Netlify, Vercel, Cloudflare Pages, and others). The body of a POST says what changed, as JSON:
 * `triggers`, `spaceVersion`, and `askAgain`. The address is a secret and is not part of any message.
 *
 * @throws {RebuildError} if the address is not an http or https URL
 * @example buildHook(process.env.BUILD_HOOK)
 */
export function buildHook(address: string | URL | undefined, options: BuildHookOptions = {}): Target {
	const url = checkAddress(address, 'the build hook');
	const { method = 'POST', headers = {} } = options;
	const json = { 'content-type': 'application/json', ...headers };
	return remoteTarget('the build hook', url, options, (event) =>
		method === 'POST'
			? { method, headers: json, body: JSON.stringify(payloadOf(event)) }
			: { method, headers },
	);
}

/** Options of `repositoryDispatch()`. */
export interface RepositoryDispatchOptions {
	/** Owner and name. @example 'acme/site' */
	repository: string;
	/** A token with write access to the repository's contents. */
	token: string | undefined;
	/** The type that the workflow listens for. @default 'slugline' */
	eventType?: string | undefined;
	/** Address of the GitHub API, for an Enterprise server. @default 'https://api.github.com' */
	baseUrl?: string | undefined;
	/** Milliseconds to wait for the answer. @default 30000 */
	timeoutMs?: number | undefined;
	/** The `fetch` for the request. @default the global one */
	fetch?: typeof fetch | undefined;
}

/**
 * Starts a GitHub Actions workflow that listens for `repository_dispatch`. `client_payload` says what changed: `triggers`,
 * `spaceVersion`, and `askAgain`.
 *
 * @throws {RebuildError} if an option is invalid
 * @example repositoryDispatch({ repository: 'acme/site', token: process.env.GITHUB_TOKEN })
 */
export function repositoryDispatch(options: RepositoryDispatchOptions): Target {
	const { repository, token, eventType = 'slugline' } = options;
	const baseUrl = checkAddress(options.baseUrl ?? 'https://api.github.com', 'the GitHub API');
	if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
		throw new RebuildError("`repository` must be the owner and name of a repository, such as 'acme/site'.");
	}
	if (!token)
		throw new RebuildError('The token of repositoryDispatch() is not set. Check where it comes from.');
	if (eventType === '' || eventType.length > 100) {
		throw new RebuildError('`eventType` of repositoryDispatch() must have 1 to 100 characters.');
	}
	const url = `${trimEndSlashes(baseUrl)}/repos/${repository}/dispatches`;
	return remoteTarget('GitHub', url, options, (event) => ({
		method: 'POST',
		headers: {
			accept: 'application/vnd.github+json',
			authorization: `Bearer ${token}`,
			'content-type': 'application/json',
			'user-agent': 'astro-slugline',
			'x-github-api-version': '2022-11-28',
		},
		body: JSON.stringify({ event_type: eventType, client_payload: payloadOf(event) }),
	}));
}

/**
 * A target that calls a host that starts builds. It fails if there is no answer, or no success. Messages contain no part of the
 * address or of the answer.
 *
 * @param what used in messages instead of the address, which is a secret
 */
function remoteTarget(
	what: string,
	url: string,
	{ timeoutMs = 30_000, fetch = globalThis.fetch }: Pick<BuildHookOptions, 'timeoutMs' | 'fetch'>,
	initOf: (event: RebuildEvent) => RequestInit,
): Target {
	const target: Target = async (event, { signal }) => {
		let response: Response;
		try {
			const ends = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
			// A redirect would turn the POST into a GET.
			response = await fetch(url, { ...initOf(event), redirect: 'manual', signal: ends });
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
	};
	return Object.assign(target, { remote: true });
}

const capital = (what: string) => what.charAt(0).toUpperCase() + what.slice(1);

function codeOf(error: unknown): string {
	const code = errorCode(error instanceof Error && error.cause);
	return typeof code === 'string' ? ` (${code})` : '';
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
function checkAddress(address: string | URL | undefined, what: string): string {
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
