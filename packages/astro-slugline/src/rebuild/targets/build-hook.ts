import type { Target } from '../event.js';
import { callRemote, checkAddress } from './call.js';
import { payloadOf } from './payload.js';

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
	const { method = 'POST', headers = {}, timeoutMs = 30_000, fetch = globalThis.fetch } = options;
	const target: Target = async (event, { signal }) => {
		const json = { 'content-type': 'application/json', ...headers };
		const init: RequestInit =
			method === 'POST'
				? { method, headers: json, body: JSON.stringify(payloadOf(event)) }
				: { method, headers };
		await callRemote({ what: 'the build hook', url, init, fetch, timeoutMs, signal });
	};
	return Object.assign(target, { remote: true });
}
