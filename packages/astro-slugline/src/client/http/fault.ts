import { retryAfter } from '../../shared/http/backoff.js';
import type { Secrets } from '../../shared/text/secrets.js';
import { errorWords } from '../../wire/index.js';
import { type ServiceErrorKind, SluglineServiceError } from '../model/errors.js';
import { isRegional } from '../model/regions.js';
import { maxAnswerBytes, type Reply } from './exchange.js';

/** A failed attempt, before it is decided whether it was the last one. */
export interface Fault {
	kind: Exclude<ServiceErrorKind, 'shape' | 'endless'>;
	/** Whether a retry may help. `limited` stands for a response of a wrong kind, which is likely to stay so. */
	again: 'never' | 'limited' | 'yes';
	/** The message of the API or the system, or `''`. */
	words: string;
	status?: number | undefined;
	/** True if the body was JSON. */
	json?: boolean;
	retryAfterMs?: number | null;
	/** The origin that a redirect leads to. */
	elsewhere?: string | undefined;
	cause?: unknown;
}

/** The request that failed. */
export interface Asked {
	/** The API that was called. The usual causes differ. */
	role: 'delivery' | 'management';
	method: string;
	/** The address with its token. */
	url: string;
}

export function errorOf(
	asked: Asked,
	fault: Fault,
	attempts: number,
	timeoutMs: number,
	secrets: Secrets,
): SluglineServiceError {
	const { method, url } = asked;
	const { kind, status, cause } = fault;
	const address = secrets.address(url);
	const words = secrets.text(fault.words, kind === 'not-json' ? 40 : 300);
	const tried = attempts > 1 ? ` (${attempts} attempts)` : '';
	const [what, hint] = sentences(asked, { ...fault, words }, `${method} ${address}`, tried, timeoutMs);
	return new SluglineServiceError(
		what,
		{ kind, status, method, address, words, hint, attempts },
		{ cause: secrets.cause(cause) },
	);
}

/** What happened, and the usual cause with what to do about it. */
function sentences(
	asked: Asked,
	fault: Fault,
	request: string,
	tried: string,
	timeoutMs: number,
): [what: string, hint: string] {
	const { words, elsewhere, status } = fault;
	const check = `check ${addressOptions(asked)}`;
	switch (fault.kind) {
		case 'status':
			return [
				`The API responded to ${request} with status ${status}${words ? `: "${words}"` : ''}${tried}.`,
				statusHint(asked, fault),
			];
		case 'network':
			return [`${request} failed: ${words}${tried}.`, networkHint(asked, words)];
		case 'timeout':
			return [
				`${request} got no complete response within ${timeoutMs / 1000} s${tried}.`,
				'The API is too slow or hangs. Try again later, or increase `timeoutMs`.',
			];
		case 'cut':
			return [
				`The response to ${request} ended before it was complete${words ? `: ${words}` : ''}${tried}.`,
				'Something on the way drops responses. Try again later; if it persists, check the proxies in between.',
			];
		case 'too-large':
			return [
				`The response to ${request} is larger than ${maxAnswerBytes / 1024 / 1024} MB, so reading stopped.`,
				`This is probably not the address of the API: ${check}. If a story really is that large, split it, or lower \`perPage\`.`,
			];
		case 'not-json':
			return [
				`The response to ${request} is not JSON${words ? `; it begins with "${words}"` : ''}${tried}.`,
				`This is probably not the address of the API: ${check}.`,
			];
		case 'redirect':
			if (!elsewhere)
				return [
					`${request} was redirected with status ${status} and cannot be followed.`,
					`This may not be the address of the API: ${check}.`,
				];
			return [
				`${request} was redirected to another host, ${elsewhere}. The token is not sent there.`,
				`If your space is there, set \`${asked.role === 'delivery' ? 'baseUrl' : 'managementUrl'}\` to it. If not, ${check}.`,
			];
	}
}

/** The options that a request's address comes from: a region's, or one of its own. */
function addressOptions({ role, url }: Asked): string {
	if (isRegional(url)) return '`region`';
	return role === 'delivery' ? '`baseUrl`' : '`managementUrl` and `authUrl`';
}

function statusHint(asked: Asked, { status = 0, json, words }: Fault): string {
	const isDelivery = asked.role === 'delivery';
	const orRegion = (word: string) => (isRegional(asked.url) ? ` ${word} region` : '');
	if (status === 401 || status === 403) {
		if (!isDelivery)
			return 'Check the token: the management API needs a personal access token or an OAuth token of an owner or admin, not an access token of the delivery API.';
		return new URL(asked.url).searchParams.get('version') === 'draft'
			? `Drafts need a preview token: check that the token is one, and that it belongs to this space${orRegion('and')}.`
			: `Check the access token: it may be mistyped, deleted, or belong to another space${orRegion('or')}.`;
	}
	if (status === 404) {
		if (!isDelivery) return `Check the space's id and the webhook's id, then ${addressOptions(asked)}.`;
		return json
			? isRegional(asked.url)
				? 'A token of another region often causes this: check `region`, then the token.'
				: 'The token may belong to another space or API: check `baseUrl`, then the token.'
			: `This is probably not the address of the API: check ${addressOptions(asked)}.`;
	}
	if (isDelivery && /per_?page/i.test(words))
		return 'Lower `perPage`: at most 100 for stories, or 1000 for the other lists.';
	if (status === 429)
		return 'Other programs may use up the rate limit of this space. Try again later, or lower `concurrency`.';
	if (status >= 500) return 'The API returned a server error. Try again later.';
	return 'The API rejected the request: check the query and its parameters.';
}

function networkHint(asked: Asked, words: string): string {
	const { host } = new URL(asked.url);
	if (/ENOTFOUND|EAI_AGAIN/.test(words) && isRegional(asked.url))
		return 'There is no network, or a firewall or proxy blocks this name. SLUGLINE_OFFLINE=1 builds from what the last sync has stored.';
	if (/ENOTFOUND|EAI_AGAIN/.test(words))
		return `The host ${host} does not exist, or there is no network: check ${addressOptions(asked)}.`;
	if (/ECONNREFUSED/.test(words)) return `Nothing is listening at ${host}: check ${addressOptions(asked)}.`;
	return `Check the network, then ${addressOptions(asked)}.`;
}

/** A successful response. */
export interface Received extends Omit<Reply, 'kind' | 'text'> {
	/** The JSON of the body, or null if it is empty and the call is not a GET. */
	body: unknown;
	/** The address that responded, with its token. It differs from the call's after a redirect. */
	url: string;
}

/** Turns a response into a usable answer or into a fault. */
export function judge({ method, url }: Asked, reply: Reply, now: number): Received | Fault {
	const { status, headers, text, bytes, release } = reply;
	const json = parse(text);
	if (status >= 200 && status < 300) {
		if (json || (text === '' && method !== 'GET'))
			return { body: json?.value ?? null, headers, status, url, bytes, release };
		const isCut = /^\s*([{[]|$)/.test(text);
		if (isCut) return { kind: 'cut', again: 'yes', words: '', status };
		return { kind: 'not-json', again: 'limited', words: text, status };
	}
	if ((status >= 300 && status < 400) || status === 0)
		return { kind: 'redirect', again: 'never', words: '', status };
	return {
		kind: 'status',
		again: status >= 500 || status === 429 || status === 408 || status === 425 ? 'yes' : 'never',
		words: errorWords(json?.value),
		status,
		json: json !== undefined,
		retryAfterMs: retryAfter(headers.get('retry-after'), now),
	};
}

const prototypeKey = '"__proto__"';

/** Leaves out a key that a field plugin may have, and that no store can hold: Astro's fails on it without naming the story. */
const withoutPrototypes = (key: string, value: unknown) => (key === '__proto__' ? undefined : value);

function parse(text: string): { value: unknown } | undefined {
	try {
		return { value: text.includes(prototypeKey) ? JSON.parse(text, withoutPrototypes) : JSON.parse(text) };
	} catch {
		// It is not JSON.
		return undefined;
	}
}
