const maxConcurrent = 30;

/** Requests a second by page size, as the service allows them. */
function tierOf(url: URL): number {
	const perPage = Number(url.searchParams.get('per_page') ?? 25);
	if (perPage <= 25) return 50;
	if (perPage <= 50) return 15;
	return perPage <= 75 ? 10 : 6;
}

/** The service's limits: each tier counts in fixed windows of a second, and 30 requests may be under way at once. */
export function createLimits(now: () => number) {
	let window = -1;
	let counts = new Map<number, number>();
	let open = 0;
	return {
		/** Lets a request in, or says why not. One that was let in has to `leave`. */
		enter(url: URL): string | undefined {
			if (open >= maxConcurrent) return `More than ${maxConcurrent} concurrent requests.`;
			const second = Math.floor(now() / 1000);
			if (second !== window) {
				window = second;
				counts = new Map();
			}
			const tier = tierOf(url);
			const count = (counts.get(tier) ?? 0) + 1;
			counts.set(tier, count);
			if (count > tier) return `Rate limit of ${tier} request per second has been reached.`;
			open += 1;
			return undefined;
		},
		leave() {
			open -= 1;
		},
	};
}
