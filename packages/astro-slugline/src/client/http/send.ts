import type { LimitFunction } from 'p-limit';
import type { z } from 'zod';
import { pauseAfter, type RetryOptions, retryAfter } from '../../shared/http/backoff.js';
import { redirectTarget } from '../../shared/http/redirect.js';
import type { Secrets } from '../../shared/text/secrets.js';
import type { Clock } from '../model/clock.js';
import { createRoom, exchange, type NoRoom, type Reply, type Turn } from './exchange.js';
import { type Asked, errorOf, type Fault, judge, type Received } from './fault.js';
import type { Rate } from './rate.js';
import { readAnswer } from './read.js';

/** Describes an HTTP request after it ended. */
export interface RequestEvent {
	method: string;
	/** The address without the token. */
	address: string;
	/** HTTP status. Undefined without a complete response. */
	status?: number | undefined;
	/** Why there is no complete response. Undefined if there is one. */
	error?: string | undefined;
	/** Size of the body in bytes, decompressed. */
	bytes: number;
	/** Milliseconds from sending the request to the end of the response. */
	ms: number;
	/** Milliseconds of delay before, by the rate limit or as a pause after a failed attempt. */
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
	/** Parts of the body that must not appear in an error. */
	secrets?: string[];
	perSecond: number;
	/** The answer takes up room until its `release` is called; without, until it is given. */
	holds?: boolean;
	/** When an answer that is asked for ahead is the next one to be used; without, that is now. */
	turn?: Turn | undefined;
	signal?: AbortSignal | undefined;
}

export interface Answer extends Received {
	/**
	 * The body, parsed.
	 *
	 * @throws {SluglineServiceError} of kind `shape`, naming the endpoint, the story or other item, and the field
	 */
	read<Shape extends z.ZodType>(shape: Shape): z.output<Shape>;
}

/** Sends a call, and retries it while that may help. Rejects with a `SluglineServiceError`. */
export type Send = (call: Call) => Promise<Answer>;

/** The connection that the lists and methods of a client share. */
export interface ServiceConnection {
	send: Send;
	concurrency: number;
	notice(topic: string, sentence: string): void;
}

/** What sending depends on: the connection's options, and its limits. */
export interface SendOptions {
	role: Asked['role'];
	fetch: typeof globalThis.fetch;
	/** Limits the concurrent requests, and those per second. */
	limit: LimitFunction;
	rate: Rate;
	clock: Clock;
	timeoutMs: number;
	retry: Required<RetryOptions>;
	/** Limits until the API has responded once: attempts, milliseconds for one response, and milliseconds for all. */
	first: { attempts: number; timeoutMs: number; totalMs: number };
	secrets: Secrets;
	onRequest?: ((event: RequestEvent) => void) | undefined;
}

/** Attempts at something that is probably permanent, such as an HTML page. */
const maxDoubtfulAttempts = 3;

const maxRedirects = 5;

export function createSend(options: SendOptions): Send {
	const { clock, secrets } = options;
	const usual = { ...options.retry, timeoutMs: options.timeoutMs };
	const room = createRoom();
	let hasAnswered = false;
	return async (call) => {
		let pausedMs = 0;
		let startedAt: number | undefined;
		let doubtful = 0;
		for (let attempt = 1; ; attempt++) {
			const asked = { role: options.role, method: call.method, url: call.url };
			const result = await follow({ ...options, room }, call, asked, attempt, pausedMs, () => {
				const { timeoutMs, totalMs } = hasAnswered ? usual : options.first;
				startedAt ??= clock.now();
				return Math.min(timeoutMs, Math.max(1000, startedAt + totalMs - clock.now()));
			});
			if ('kind' in result && result.kind === 'no-room') {
				await call.turn?.come;
				startedAt = undefined;
				attempt -= 1;
				continue;
			}
			if (!('kind' in result)) {
				hasAnswered = true;
				return { ...result, read: (shape) => readAnswer(shape, result, call, secrets) };
			}
			// A refusal proves that the API is up.
			hasAnswered ||= result.kind === 'status' && (result.status ?? 0) < 500;
			const { attempts, timeoutMs, totalMs } = hasAnswered ? usual : options.first;
			pausedMs = pauseAfter(attempt, usual, result, clock.random());
			// A request that creates something is only repeated if the API certainly did nothing.
			const again = call.method === 'POST' && result.status !== 429 ? 'never' : result.again;
			if (again === 'limited') doubtful += 1;
			const enough = again === 'never' || doubtful >= maxDoubtfulAttempts || attempt >= attempts;
			if (enough || clock.now() + pausedMs > (startedAt ?? 0) + totalMs) {
				throw errorOf(asked, result, attempt, timeoutMs, secrets.with(call.secrets ?? []));
			}
			await clock.sleep(pausedMs, call.signal);
		}
	};
}

type Sending = SendOptions & { room: ReturnType<typeof createRoom> };

/** One attempt, including its redirects. Leaves in `asked` the address of the last request. */
async function follow(
	options: Sending,
	call: Call,
	asked: Asked,
	attempt: number,
	pausedMs: number,
	timeout: () => number,
): Promise<Received | Fault | NoRoom> {
	for (let hop = 0; ; hop++) {
		const hopped = { ...call, url: asked.url, isRedirected: hop > 0 };
		const result = await attemptOnce(options, hopped, attempt, hop === 0 ? pausedMs : 0, timeout);
		if (result.kind !== 'reply') return result;
		const location = isRedirect(result.status) ? result.headers.get('location') : null;
		if (location === null || hop === maxRedirects || call.method !== 'GET') {
			const judged = judge(asked, result, options.clock.now());
			if ('kind' in judged || !call.holds) result.release();
			return judged;
		}
		result.release();
		const target = redirectTarget(asked.url, location);
		if (target.kind === 'elsewhere') {
			const { origin: elsewhere } = target;
			return { kind: 'redirect', again: 'never', words: '', status: result.status, elsewhere };
		}
		asked.url = target.url;
	}
}

const isRedirect = (status: number) => [301, 302, 303, 307, 308].includes(status);

/** Why there is no complete response. */
function reasonOf(result: Fault | NoRoom, secrets: Secrets): string {
	if (result.kind === 'no-room') return 'too many large responses at once, so it is requested again later';
	if (result.kind === 'timeout') return 'no complete response in time';
	return result.kind === 'too-large' ? 'the response is too large' : secrets.text(result.words);
}

function attemptOnce(
	{ fetch, limit, rate, clock, secrets, onRequest, room }: Sending,
	call: Call & { isRedirected: boolean },
	attempt: number,
	pausedMs: number,
	timeout: () => number,
): Promise<Reply | Fault | NoRoom> {
	return limit(async () => {
		const pass = await rate.take(call.perSecond, call.signal, call.isRedirected);
		call.signal?.throwIfAborted();
		const timeoutMs = timeout();
		const sentAt = clock.now();
		const headers: Record<string, string> = { accept: 'application/json', ...call.headers };
		if (call.body !== undefined) headers['content-type'] = 'application/json';
		const body = call.body === undefined ? undefined : JSON.stringify(call.body);
		const result = await exchange(
			fetch,
			{ url: call.url, method: call.method, headers, body },
			timeoutMs,
			room(() => call.turn?.isNext() ?? true),
			call.signal,
		);
		const isReply = result.kind === 'reply';
		if (isReply) pass.answered(result.headers.get('x-cache'));
		if (isReply && result.status === 429)
			pass.refused(retryAfter(result.headers.get('retry-after'), clock.now()) ?? 0);
		onRequest?.({
			method: call.method,
			address: secrets.address(call.url),
			...(isReply
				? { status: result.status, bytes: result.bytes }
				: { error: reasonOf(result, secrets), bytes: 0 }),
			ms: clock.now() - sentAt,
			waitedMs: pausedMs + pass.waitedMs,
			attempt,
		});
		return result;
	});
}
