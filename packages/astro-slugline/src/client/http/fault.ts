import type { Secrets } from '../../shared/secrets.js';
import { type ServiceErrorKind, SluglineServiceError } from '../errors.js';
import { maxAnswerBytes } from './exchange.js';
import { hintFor } from './hints.js';

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
	/** Milliseconds that the API asks to wait. */
	retryAfterMs: number | null;
	/** The origin that a redirect leads to. */
	elsewhere?: string | undefined;
	cause?: unknown;
}

/** Creates the error for a fault that is final. */
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
