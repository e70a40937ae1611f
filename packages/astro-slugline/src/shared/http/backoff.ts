/** How a failed request is retried. */
export interface RetryOptions {
	/** Maximum number of attempts. Default: 12, or 5 until the API has responded once. */
	attempts?: number;
	/** The first pause in milliseconds, which doubles each time. Default: 150. */
	baseMs?: number;
	/** The longest pause in milliseconds, unless `Retry-After` asks for more. Default: 3,000. */
	capMs?: number;
	/** Milliseconds for one request with all its attempts. Default: 90,000. */
	totalMs?: number;
}

export const defaultRetry: Required<RetryOptions> = {
	attempts: 12,
	baseMs: 150,
	capMs: 3000,
	totalMs: 90_000,
};

/** The longest wait that a `Retry-After` can cause, in milliseconds. */
const maxRetryAfterMs = 30_000;

/**
 * Window of the API's rate limit, in milliseconds. A refused request that is retried within half of it is
 * refused again.
 */
const rateWindowMs = 1000;

/**
 * Milliseconds to wait before the next attempt: half to all of a pause that doubles each time, or what the
 * API asks for.
 *
 * @param attempt number of the failed attempt, from 1
 * @param random at least 0 and below 1
 */
export function pauseAfter(
	attempt: number,
	{ baseMs, capMs }: Required<RetryOptions>,
	fault: { status?: number | undefined; retryAfterMs?: number | null },
	random: number,
): number {
	const pause = Math.min(capMs, baseMs * 2 ** (attempt - 1));
	const longer = fault.status === 429 ? Math.max(pause, rateWindowMs) : pause;
	return Math.max(longer * (0.5 + random / 2), fault.retryAfterMs ?? 0);
}

/**
 * Milliseconds in a `Retry-After` header, which contains seconds or an HTTP date, at most 30,000. Null if it is
 * missing or unreadable.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter(header: string | null, now: number): number | null {
	if (header === null) return null;
	const value = header.trim();
	const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1000 : Date.parse(value) - now;
	return Number.isNaN(ms) ? null : Math.min(Math.max(0, ms), maxRetryAfterMs);
}
