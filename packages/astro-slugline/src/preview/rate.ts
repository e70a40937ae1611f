/** Limit of keys. Beyond it, the oldest are dropped. */
const maxKeys = 1000;

/**
 * A rate limit with a burst, counted separately for each key.
 *
 * @param burst requests that are allowed at once
 * @param perSecond requests that are allowed per second after that
 * @returns counts a request, and is false if it exceeds the limit; `now` is Unix time in milliseconds
 */
export function createRateLimit(burst: number, perSecond: number) {
	const buckets = new Map<string, { tokens: number; at: number }>();
	return (key: string, now: number): boolean => {
		const bucket = buckets.get(key) ?? { tokens: burst, at: now };
		const tokens = Math.min(burst, bucket.tokens + ((now - bucket.at) / 1000) * perSecond);
		buckets.delete(key);
		buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
		if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value ?? '');
		return tokens >= 1;
	};
}
