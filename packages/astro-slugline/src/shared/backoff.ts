/** How a failed request is tried again. */
export interface RetryOptions {
	/** How often a request is sent at most; 12 by default, and 5 as long as the service has not answered once. */
	attempts?: number;
	/** The first pause in milliseconds, doubled each time; 150 by default. */
	baseMs?: number;
	/** The longest pause in milliseconds, less what `Retry-After` asks for; 3,000 by default. */
	capMs?: number;
	/** How long one request may take with all its attempts, in milliseconds; 90,000 by default. */
	totalMs?: number;
}

export const defaultRetry: Required<RetryOptions> = {
	attempts: 12,
	baseMs: 150,
	capMs: 3000,
	totalMs: 90_000,
};

/** The longest wait that a `Retry-After` can cause, in milliseconds. */
const longestRetryAfter = 30_000;

/** A window of the service's rate limit is a second long: sooner than half of one a refused request is refused again. */
const rateWindow = 1000;

/**
 * Milliseconds to wait before the next attempt: from half to all of a pause that doubles, or what the service asks for.
 *
 * @param attempt the one that failed, from 1
 */
export function pauseAfter(
	attempt: number,
	{ baseMs, capMs }: Required<RetryOptions>,
	fault: { status?: number | undefined; retryAfterMs: number | null },
	random: number,
): number {
	const pause = Math.min(capMs, baseMs * 2 ** (attempt - 1));
	const longer = fault.status === 429 ? Math.max(pause, rateWindow) : pause;
	return Math.max(longer * (0.5 + random / 2), Math.min(fault.retryAfterMs ?? 0, longestRetryAfter));
}

/**
 * Milliseconds that a `Retry-After` asks for: seconds or an HTTP date. Null where there is none, or an unreadable one.
 *
 * @param now milliseconds since 1970
 */
export function retryAfter(header: string | null, now: number): number | null {
	if (header === null) return null;
	const value = header.trim();
	if (/^\d+(\.\d+)?$/.test(value)) return Number(value) * 1000;
	const date = Date.parse(value);
	return Number.isNaN(date) ? null : Math.max(0, date - now);
}
