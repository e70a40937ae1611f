import { retryAfter } from '../../shared/http/backoff.js';
import type { Secrets } from '../../shared/text/secrets.js';
import { errorWords } from '../../wire/index.js';
import { type ServiceErrorKind, SluglineServiceError } from '../model/errors.js';
import { type Exchange, maxAnswerBytes, type Received } from './exchange.js';

/** Whether a retry may help. `limited` stands for a response of a wrong kind, which is likely to stay so. */
export type Again = 'never' | 'limited' | 'yes';

/** A failed attempt, before it is decided whether it was the last one. */
export interface Fault {
	kind: Exclude<ServiceErrorKind, 'shape' | 'endless'>;
	again: Again;
	method: string;
	/** The address with its token. */
	url: string;
	/** The API that was called. The usual causes differ. */
	role: 'delivery' | 'management';
	status?: number | undefined;
	/** The message of the API or the system, or `''`. */
	words: string;
	/** True if the body was JSON. */
	json: boolean;
	retryAfterMs: number | null;
	/** The origin that a redirect leads to. */
	elsewhere?: string | undefined;
	cause?: unknown;
}

export function errorOf(fault: Fault, attempts: number, timeoutMs: number, secrets: Secrets) {
	const address = secrets.address(fault.url);
	const words = secrets.text(fault.words, fault.kind === 'not-json' ? 40 : 300);
	const tried = attempts > 1 ? ` (${attempts} attempts)` : '';
	const what = sentence(fault, `${fault.method} ${address}`, words, tried, timeoutMs);
	const hint = hintFor(fault, words);
	return new SluglineServiceError(
		what,
		{ kind: fault.kind, status: fault.status, method: fault.method, address, words, hint, attempts },
		{ cause: secrets.cause(fault.cause) },
	);
}

function sentence(fault: Fault, request: string, words: string, tried: string, timeoutMs: number): string {
	switch (fault.kind) {
		case 'status':
			return `The API responded to ${request} with status ${fault.status}${words ? `: "${words}"` : ''}${tried}.`;
		case 'network':
			return `${request} failed: ${words}${tried}.`;
		case 'timeout':
			return `${request} got no complete response within ${timeoutMs / 1000} s${tried}.`;
		case 'cut':
			return `The response to ${request} ended before it was complete${words ? `: ${words}` : ''}${tried}.`;
		case 'too-large':
			return `The response to ${request} is larger than ${maxAnswerBytes / 1024 / 1024} MB, so reading stopped.`;
		case 'not-json':
			return `The response to ${request} is not JSON${words ? `; it begins with "${words}"` : ''}${tried}.`;
		case 'redirect':
			return fault.elsewhere
				? `${request} was redirected to another host, ${fault.elsewhere}. The token is not sent there.`
				: `${request} was redirected with status ${fault.status} and cannot be followed.`;
	}
}

/** The usual cause of a fault and what to do about it, in one or two sentences. */
function hintFor(fault: Fault, words: string): string {
	switch (fault.kind) {
		case 'status':
			return fault.role === 'delivery' ? deliveryHint(fault, words) : managementHint(fault);
		case 'network':
			return networkHint(fault, words);
		case 'timeout':
			return 'The API is too slow or hangs. Try again later, or increase `timeoutMs`.';
		case 'cut':
			return 'Something on the way drops responses. Try again later; if it persists, check the proxies in between.';
		case 'too-large':
			return `This is probably not the address of the API: check ${addressOptions(fault)}. If a story really is that large, split it, or lower \`perPage\`.`;
		case 'not-json':
			return `This is probably not the address of the API: check ${addressOptions(fault)}.`;
		case 'redirect':
			return fault.elsewhere
				? `If your space is there, set \`${fault.role === 'delivery' ? 'baseUrl' : 'managementUrl'}\` to it. If not, check ${addressOptions(fault)}.`
				: `This may not be the address of the API: check ${addressOptions(fault)}.`;
	}
}

const addressOptions = ({ role }: Fault) =>
	role === 'delivery' ? '`region` and `baseUrl`' : '`region`, `managementUrl`, and `authUrl`';

function deliveryHint(fault: Fault, words: string): string {
	const parameters = new URL(fault.url).searchParams;
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return parameters.get('version') === 'draft'
			? 'Drafts need a preview token: check that the token is one, and that it belongs to this space and region.'
			: 'Check the access token: it may be mistyped, deleted, or belong to another space or region.';
	}
	if (status === 404) {
		return fault.json
			? 'A token of another region often causes this: check `region` and `baseUrl`, then the token.'
			: `This is probably not the address of the API: check ${addressOptions(fault)}.`;
	}
	if (/per_?page/i.test(words))
		return 'Lower `perPage`: at most 100 for stories, or 1000 for the other lists.';
	return otherHint(status);
}

function managementHint(fault: Fault): string {
	const { status = 0 } = fault;
	if (status === 401 || status === 403) {
		return 'Check the token: the management API needs a personal access token or an OAuth token of an owner or admin, not an access token of the delivery API.';
	}
	if (status === 404) return `Check the space's id and the webhook's id, then ${addressOptions(fault)}.`;
	return otherHint(status);
}

function otherHint(status: number): string {
	if (status === 429)
		return 'Other programs may use up the rate limit of this space. Try again later, or lower `concurrency`.';
	if (status >= 500) return 'The API returned a server error. Try again later.';
	return 'The API rejected the request: check the query and its parameters.';
}

function networkHint(fault: Fault, words: string): string {
	const { host } = new URL(fault.url);
	if (/ENOTFOUND|EAI_AGAIN/.test(words))
		return `The host ${host} does not exist, or there is no network: check ${addressOptions(fault)}.`;
	if (/ECONNREFUSED/.test(words)) return `Nothing is listening at ${host}: check ${addressOptions(fault)}.`;
	return `Check the network, then ${addressOptions(fault)}.`;
}

/** The request, as far as reading the response depends on it. */
interface Asked {
	role: Fault['role'];
	method: string;
	/** The address with its token. */
	url: string;
	now: () => number;
}

/** Turns a response into a usable answer or into a fault of a certain kind. */
export function judge(
	{ role, method, url, now }: Asked,
	result: Exclude<Exchange, { kind: 'no-room' }>,
): Received | Fault {
	const fault = { role, method, url, words: '', json: false, retryAfterMs: null };
	if (result.kind === 'timeout') return { ...fault, kind: 'timeout', again: 'yes' };
	if (result.kind === 'too-large') {
		return { ...fault, kind: 'too-large', again: 'never', status: result.status };
	}
	if (result.kind !== 'answer') {
		const { kind, words, final, cause } = result;
		return { ...fault, kind, again: final ? 'limited' : 'yes', words, cause };
	}
	const { status, headers, text } = result;
	const json = parse(text);
	if (status >= 200 && status < 300) {
		const { bytes, release } = result;
		if (json) return { body: json.value, headers, status, url, bytes, release };
		if (text === '' && method !== 'GET') return { body: null, headers, status, url, bytes, release };
		if (/^\s*([{[]|$)/.test(text)) return { ...fault, kind: 'cut', again: 'yes', status };
		return { ...fault, kind: 'not-json', again: 'limited', status, words: text };
	}
	if ((status >= 300 && status < 400) || status === 0) {
		return { ...fault, kind: 'redirect', again: 'never', status };
	}
	return {
		...fault,
		kind: 'status',
		again: status >= 500 || status === 429 || status === 408 || status === 425 ? 'yes' : 'never',
		status,
		words: errorWords(json?.value),
		json: json !== undefined,
		retryAfterMs: retryAfter(headers.get('retry-after'), now()),
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
