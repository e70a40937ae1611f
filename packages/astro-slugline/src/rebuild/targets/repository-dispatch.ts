import { trimEndSlashes } from '../../shared/slashes.js';
import type { Target } from '../event.js';
import { RebuildError } from '../rebuild-error.js';
import { callRemote, checkAddress } from './call.js';
import { payloadOf } from './payload.js';

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
	const { repository, token, eventType = 'slugline', timeoutMs = 30_000, fetch = globalThis.fetch } = options;
	const baseUrl = checkAddress(options.baseUrl ?? 'https://api.github.com', 'the GitHub API');
	if (!/^[\w.-]+\/[\w.-]+$/.test(repository)) {
		throw new RebuildError("`repository` must be the owner and name of a repository, such as 'acme/site'.");
	}
	if (!token)
		throw new RebuildError('The token of repositoryDispatch() is not set. Check where it comes from.');
	if (eventType === '' || eventType.length > 100) {
		throw new RebuildError('`eventType` of repositoryDispatch() must have 1 to 100 characters.');
	}
	const target: Target = async (event, { signal }) => {
		const init: RequestInit = {
			method: 'POST',
			headers: {
				accept: 'application/vnd.github+json',
				authorization: `Bearer ${token}`,
				'content-type': 'application/json',
				'user-agent': 'astro-slugline',
				'x-github-api-version': '2022-11-28',
			},
			body: JSON.stringify({ event_type: eventType, client_payload: payloadOf(event) }),
		};
		const url = `${trimEndSlashes(baseUrl)}/repos/${repository}/dispatches`;
		await callRemote({ what: 'GitHub', url, init, fetch, timeoutMs, signal });
	};
	return Object.assign(target, { remote: true });
}
