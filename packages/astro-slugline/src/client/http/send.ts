import { pauseAfter, type RetryOptions, retryAfter } from '../../shared/backoff.js';
import type { Secrets } from '../../shared/secrets.js';
import type { Clock } from '../clock.js';
import { type Exchange, exchange } from './exchange.js';
import { type Again, errorOf, type Fault } from './fault.js';
import type { Gate } from './gate.js';
import { judge } from './judge.js';
import { redirectTarget } from './redirect.js';

/** What is told of every HTTP request, after it has ended. */
export interface RequestEvent {
	method: string;
	/** The address without the token. */
	address: string;
	/** HTTP status; undefined where no complete answer came. */
	status?: number | undefined;
	/** Why no complete answer came; undefined where one did. */
	error?: string | undefined;
	/** Size of the body in bytes, decompressed. */
	bytes: number;
	/** Milliseconds that request and answer took. */
	ms: number;
	/** Milliseconds it was held back before, by the rate limit or as a pause after a failed attempt. */
	waitedMs: number;
	/** 1 for the first attempt. */
	attempt: number;
}

export interface Call {
	method: 'GET' | 'POST' | 'PUT' | 'DELETE';
	/** The address with its token. */
	url: string;
	headers?: Record<string, string>;
	body?: unknown;
	/** What of the body must not show in an error. */
	secrets?: string[];
	/** The rate that the request counts towards. */
	perSecond: number;
	signal?: AbortSignal | undefined;
}

/** A complete answer: its JSON, or null where the body is empty and the call was no GET. */
export interface Answer {
	body: unknown;
	headers: Headers;
	status: number;
	/** The address that answered, with its token: another than the call's after a redirect. */
	url: string;
}

/** Sends a call, and again while that may help. Rejects with a `SluglineServiceError`. */
export type Send = (call: Call) => Promise<Answer>;

export interface SendOptions {
	role: Fault['role'];
	fetch: typeof globalThis.fetch;
	gate: Gate;
	clock: Clock;
	timeoutMs: number;
	retry: Required<RetryOptions>;
	/** Attempts, milliseconds for one answer, and milliseconds for all, as long as the service has not answered once. */
	first: { attempts: number; timeoutMs: number; totalMs: number };
	secrets: Secrets;
	onRequest?: ((event: RequestEvent) => void) | undefined;
}

/** Attempts at something that is probably wrong for good, such as a page of HTML. */
const few = 3;

const mostRedirects = 5;

export function createSend(options: SendOptions): Send {
	const { clock, secrets } = options;
	const usual = { ...options.retry, timeoutMs: options.timeoutMs };
	let hasAnswered = false;
	return async (call) => {
		let pausedMs = 0;
		let startedAt: number | undefined;
		let doubtful = 0;
		for (let attempt = 1; ; attempt++) {
			const result = await follow(options, call, attempt, pausedMs, () => {
				const { timeoutMs, totalMs } = hasAnswered ? usual : options.first;
				startedAt ??= clock.now();
				return Math.min(timeoutMs, Math.max(1000, startedAt + totalMs - clock.now()));
			});
			if (!('kind' in result)) {
				hasAnswered = true;
				return result;
			}
			// It refuses, so it is there.
			hasAnswered ||= result.kind === 'status' && (result.status ?? 0) < 500;
			const { attempts, timeoutMs, totalMs } = hasAnswered ? usual : options.first;
			pausedMs = pauseAfter(attempt, usual, result, clock.random());
			const hope = again(call, result);
			if (hope === 'few') doubtful += 1;
			const enough = hope === 'never' || doubtful >= few || attempt >= attempts;
			if (enough || clock.now() + pausedMs > (startedAt ?? 0) + totalMs) {
				throw errorOf(result, attempt, timeoutMs, secrets.with(call.secrets ?? []));
			}
			await clock.sleep(pausedMs, call.signal);
		}
	};
}

/** What creates something is only repeated where the service surely did nothing. */
const again = (call: Call, fault: Fault): Again =>
	call.method === 'POST' && fault.status !== 429 ? 'never' : fault.again;

/** One attempt, its redirects included. */
async function follow(
	options: SendOptions,
	call: Call,
	attempt: number,
	pausedMs: number,
	timeout: () => number,
): Promise<Answer | Fault> {
	let url = call.url;
	for (let hop = 0; ; hop++) {
		const asked = { role: options.role, method: call.method, url, now: options.clock.now };
		const waited = hop === 0 ? pausedMs : 0;
		const hopped = { ...call, url, isRedirected: hop > 0 };
		const result = await once(options, hopped, attempt, waited, timeout);
		const location =
			result.kind === 'answer' && isRedirect(result.status) ? result.headers.get('location') : null;
		if (result.kind !== 'answer' || location === null || hop === mostRedirects || call.method !== 'GET') {
			return judge(asked, result);
		}
		const target = redirectTarget(url, location);
		if (target.kind === 'elsewhere') {
			const fault = judge(asked, result);
			return 'kind' in fault ? { ...fault, kind: 'redirect', elsewhere: target.origin } : fault;
		}
		url = target.url;
	}
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

function noAnswer(result: Exclude<Exchange, { kind: 'answer' }>, secrets: Secrets): string {
	if (result.kind === 'timeout') return 'no complete answer in time';
	return result.kind === 'too-large' ? 'an answer that is too large' : secrets.text(result.words);
}

function once(
	{ fetch, gate, clock, secrets, onRequest, retry }: SendOptions,
	call: Call & { isRedirected: boolean },
	attempt: number,
	pausedMs: number,
	timeout: () => number,
): Promise<Exchange> {
	return gate.through(call, async (pass) => {
		const timeoutMs = timeout();
		const sentAt = clock.now();
		const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
		if (call.body !== undefined) headers['content-type'] = 'application/json';
		const body = call.body === undefined ? undefined : JSON.stringify(call.body);
		const result = await exchange(
			fetch,
			{ url: call.url, method: call.method, headers, body },
			timeoutMs,
			call.signal,
		);
		if (result.kind === 'answer') pass.answered(result.headers.get('x-cache'));
		if (result.kind === 'answer' && result.status === 429) {
			const fault = { status: 429, retryAfterMs: retryAfter(result.headers.get('retry-after'), clock.now()) };
			pass.refused(pauseAfter(attempt, retry, fault, clock.random()));
		}
		onRequest?.({
			method: call.method,
			address: secrets.address(call.url),
			...(result.kind === 'answer'
				? { status: result.status, bytes: result.bytes }
				: {
						error: noAnswer(result, secrets),
						bytes: 0,
					}),
			ms: clock.now() - sentAt,
			waitedMs: pausedMs + pass.waitedMs,
			attempt,
		});
		return result;
	});
}
