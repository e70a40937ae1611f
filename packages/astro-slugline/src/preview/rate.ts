/** Lets so many requests through at once, and so many a second after that. */
export interface RateLimit {
	/** True if one more request may be answered now. @param now Unix time in milliseconds */
	take(key: string, now: number): boolean;
}

/** Keys that are remembered; beyond that, the oldest are forgotten. */
const maxKeys = 1000;

/** @param burst requests at once @param perSecond requests a second */
export function createRateLimit(burst: number, perSecond: number): RateLimit {
	const buckets = new Map<string, { tokens: number; at: number }>();
	return {
		take(key, now) {
			const known = buckets.get(key) ?? { tokens: burst, at: now };
			const tokens = Math.min(burst, known.tokens + ((now - known.at) / 1000) * perSecond);
			buckets.delete(key);
			buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now });
			if (buckets.size > maxKeys) buckets.delete(buckets.keys().next().value ?? '');
			return tokens >= 1;
		},
	};
}
