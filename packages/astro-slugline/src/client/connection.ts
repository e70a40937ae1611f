import { defaultRetry, type RetryOptions } from '../shared/backoff.js';
import { createSecrets, type Secrets } from '../shared/secrets.js';
import { type Clock, systemClock } from './clock.js';
import { SluglineUsageError } from './errors.js';
import type { Fault } from './http/fault.js';
import { createGate } from './http/gate.js';
import { createRate, noRate } from './http/rate.js';
import { createSend, type RequestEvent, type Send } from './http/send.js';
import { checkCount } from './lists/source.js';

/** What every client takes beside its token and addresses. */
export interface ConnectionOptions {
	/** What requests are sent with; the global `fetch` by default. */
	fetch?: typeof globalThis.fetch | undefined;
	/** Requests at once, 1 to 30 (the service's limit), 30 by default. */
	concurrency?: number | undefined;
	/** Keeps to the service's requests a second, true by default. A server that has no such limit can be asked faster. */
	rateLimit?: boolean | undefined;
	/** Milliseconds for one answer, headers and body; 30,000 by default, and 7,500 as long as the service has not answered once. */
	timeoutMs?: number | undefined;
	/** How failed requests are tried again. */
	retry?: RetryOptions | undefined;
	/** Time and chance, for tests. */
	clock?: Clock | undefined;
	/** Called after every HTTP request, each attempt and redirect on its own. */
	onRequest?: ((event: RequestEvent) => void) | undefined;
	/** Called once for each thing that works otherwise than expected, with a sentence to show. */
	onNotice?: ((sentence: string) => void) | undefined;
}

export interface Connection {
	send: Send;
	secrets: Secrets;
	concurrency: number;
	notice(topic: string, sentence: string): void;
}

/**
 * What a service gets that has not answered once. One that refuses is down, and one that takes connections and says nothing hangs, both
 * for longer than a build can wait.
 */
const first = { attempts: 5, timeoutMs: 7500, totalMs: 15_000 };

const usualTimeoutMs = 30_000;

/** The most requests at once that the service allows a space. */
const mostAtOnce = 30;

/** @throws {SluglineUsageError} if an option is not right */
export function connect(
	role: Fault['role'],
	tokens: readonly string[],
	given: ConnectionOptions,
): Connection {
	const {
		fetch = globalThis.fetch,
		concurrency = mostAtOnce,
		rateLimit = true,
		timeoutMs = usualTimeoutMs,
		retry,
		clock = systemClock,
		onRequest,
		onNotice,
	} = given;
	checkCount(concurrency, 'concurrency', mostAtOnce);
	if (!(timeoutMs > 0)) {
		throw new SluglineUsageError(
			`\`timeoutMs\` is ${timeoutMs}. It must be a number of milliseconds above 0.`,
		);
	}
	const secrets = createSecrets(tokens);
	const noticed = new Set<string>();
	return {
		secrets,
		concurrency,
		send: createSend({
			role,
			fetch,
			gate: createGate(concurrency, rateLimit ? createRate(clock, { edge: role === 'delivery' }) : noRate),
			clock,
			timeoutMs,
			retry: retryOf(retry),
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

function retryOf(retry: RetryOptions = {}): Required<RetryOptions> {
	const { attempts, baseMs, capMs, totalMs } = defaultRetry;
	return {
		attempts: checkCount(retry.attempts ?? attempts, 'retry.attempts'),
		baseMs: retry.baseMs ?? baseMs,
		capMs: retry.capMs ?? capMs,
		totalMs: retry.totalMs ?? totalMs,
	};
}
