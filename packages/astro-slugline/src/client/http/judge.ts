import { retryAfter } from '../../shared/backoff.js';
import { errorWords } from '../../wire/index.js';
import type { Exchange } from './exchange.js';
import type { Fault } from './fault.js';
import type { Answer } from './send.js';

/** The request, as far as reading the response depends on it. */
export interface Asked {
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
): Answer | Fault {
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
		return undefined;
	}
}
