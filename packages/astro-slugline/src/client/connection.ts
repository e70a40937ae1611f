import pLimit from 'p-limit';
import { defaultRetry, type RetryOptions } from '../shared/http/backoff.js';
import { createSecrets } from '../shared/text/secrets.js';
import type { Asked } from './http/fault.js';
import { createRate, noRate } from './http/rate.js';
import { createSend, type RequestEvent, type ServiceConnection } from './http/send.js';
import { checkCount } from './lists/source.js';
import { type Clock, systemClock } from './model/clock.js';
import { SluglineUsageError } from './model/errors.js';

/** Options that every client accepts besides its token and addresses. */
export interface ConnectionOptions {
	/** The function that sends requests. Default: the global `fetch`. */
	fetch?: typeof globalThis.fetch | undefined;
	/** Concurrent requests, 1 to 30, which is the API's limit. Default: 30. */
	concurrency?: number | undefined;
	/** Keeps the API's limit of requests per second. Set it to false for a server without one. Default: true. */
	rateLimit?: boolean | undefined;
	/** Milliseconds for one response, headers and body. Default: 30,000, or 7,500 until the API has responded once. */
	timeoutMs?: number | undefined;
	/** How failed requests are retried. */
	retry?: RetryOptions | undefined;
	/** Time and randomness, for tests. */
	clock?: Clock | undefined;
	/** Called after every HTTP request, separately for each attempt and redirect. */
	onRequest?: ((event: RequestEvent) => void) | undefined;
	/** Called with a sentence to show, once for each thing that works differently than expected. */
	onNotice?: ((sentence: string) => void) | undefined;
}

/**
 * Limits for an API that has not responded yet. One that refuses connections is down, and one that accepts them without a
 * response hangs, both for longer than a build can wait.
 */
const first = { attempts: 5, timeoutMs: 7500, totalMs: 15_000 };

const defaultTimeoutMs = 30_000;

/** Concurrent requests that the API allows per space. */
const maxConcurrency = 30;

/** @throws {SluglineUsageError} if an option is invalid */
export function connect(
	role: Asked['role'],
	tokens: readonly string[],
	given: ConnectionOptions,
): ServiceConnection {
	const {
		fetch = globalThis.fetch,
		concurrency = maxConcurrency,
		rateLimit = true,
		timeoutMs = defaultTimeoutMs,
		retry,
		clock = systemClock,
		onRequest,
		onNotice,
	} = given;
	checkCount(concurrency, 'concurrency', maxConcurrency);
	checkCount(retry?.attempts ?? 1, 'retry.attempts');
	if (!(timeoutMs > 0)) {
		throw new SluglineUsageError(
			`\`timeoutMs\` is ${timeoutMs}. It must be a number of milliseconds above 0.`,
		);
	}
	const secrets = createSecrets(tokens);
	const noticed = new Set<string>();
	return {
		concurrency,
		send: createSend({
			role,
			fetch,
			limit: pLimit(concurrency),
			rate: rateLimit ? createRate(clock, { edge: role === 'delivery' }) : noRate,
			clock,
			timeoutMs,
			retry: { ...defaultRetry, ...retry },
			first: {
				attempts: retry?.attempts ?? first.attempts,
				timeoutMs: given.timeoutMs ?? first.timeoutMs,
				totalMs: retry?.totalMs ?? Math.max(first.totalMs, 2 * (given.timeoutMs ?? 0)),
			},
			secrets,
			onRequest,
		}),
		notice(topic, sentence) {
			if (noticed.has(topic)) return;
			noticed.add(topic);
			onNotice?.(sentence);
		},
	};
}
