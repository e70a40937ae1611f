import type { Secrets } from '../../shared/secrets.js';
import { type ServiceErrorKind, SluglineServiceError } from '../errors.js';
import { maxAnswerBytes } from './exchange.js';
import { hintFor } from './hints.js';

/** Whether another attempt may help: a few of them where the answer is of a wrong kind and likely to stay so. */
export type Again = 'never' | 'few' | 'yes';

/** A failed attempt, before it is known whether it is the last one. */
export interface Fault {
	kind: Exclude<ServiceErrorKind, 'shape' | 'endless'>;
	again: Again;
	method: string;
	/** The address with its token. */
	url: string;
	/** Which interface was asked: the usual causes differ. */
	role: 'delivery' | 'management';
	status?: number | undefined;
	/** The service's or the system's words, `''` where there are none. */
	words: string;
	/** True if the body was JSON. */
	json: boolean;
	/** Milliseconds that the service asks to wait. */
	retryAfterMs: number | null;
	/** The origin that a redirect leads to. */
	elsewhere?: string | undefined;
	cause?: unknown;
}

/** The error that a fault becomes once it is final. */
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
			return `The service answered ${request} with status ${fault.status}${words ? `: "${words}"` : ''}${tried}.`;
		case 'network':
			return `${request} failed: ${words}${tried}.`;
		case 'timeout':
			return `${request} had no complete answer within ${timeoutMs / 1000} s${tried}.`;
		case 'cut':
			return `The answer to ${request} ended before it was complete${words ? `: ${words}` : ''}${tried}.`;
		case 'too-large':
			return `The answer to ${request} is larger than ${maxAnswerBytes / 1024 / 1024} MB, so it was not read to its end.`;
		case 'not-json':
			return `The answer to ${request} is not JSON${words ? `, it begins with "${words}"` : ''}${tried}.`;
		case 'redirect':
			return fault.elsewhere
				? `${request} was redirected to another host, ${fault.elsewhere}, and the token is not sent there.`
				: `${request} was redirected with status ${fault.status} in a way that leads nowhere.`;
	}
}
