import { setTimeout as pause } from 'node:timers/promises';
import { listen } from '../support/listen.js';
import { BenchSpace, type Size } from './space.js';

/** A running service. What asks it runs in processes of their own, so that its work does not count as theirs. */
export type Service = Awaited<ReturnType<typeof startService>>;

const maxConcurrent = 30;

/** Requests a second by page size, as the service allows them. */
function tierOf(url: URL): number {
	const perPage = Number(url.searchParams.get('per_page') ?? 25);
	if (perPage <= 25) return 50;
	if (perPage <= 50) return 15;
	return perPage <= 75 ? 10 : 6;
}

/** The service's limits: each tier counts in fixed windows of a second, and 30 requests may be under way at once. */
function createLimits() {
	let window = -1;
	const counts = new Map<number, number>();
	let open = 0;
	return {
		/** Lets a request in, or says why not. One that was let in has to `leave`. */
		enter(url: URL): string | undefined {
			if (open >= maxConcurrent) return `More than ${maxConcurrent} concurrent requests.`;
			const second = Math.floor(Date.now() / 1000);
			if (second !== window) counts.clear();
			window = second;
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

/**
 * Starts a service with a generated space.
 *
 * @param edge caches published responses by their address. Cached responses do not count towards the limits.
 */
export async function startService({
	latencyMs,
	edge,
	...size
}: Size & { latencyMs: number; edge?: boolean }) {
	const space = new BenchSpace(size);
	const limits = createLimits();
	const cached = new Map<string, { body: Buffer; headers: Record<string, string> }>();
	let counters = { requests: 0, refused: 0 };

	const { url, close } = await listen(async (request, response) => {
		const asked = new URL(request.url ?? '/', 'http://service');
		const address = asked.href;
		const send = (status: number, what: string, body: Buffer = Buffer.alloc(0), headers = {}) =>
			response
				.writeHead(status, {
					...{ 'Content-Type': 'application/json', 'Content-Length': body.length, ...headers },
					...(edge && { 'X-Cache': `${what} from cloudfront` }),
				})
				.end(body);
		counters.requests += 1;
		const hit = cached.get(address);
		const refusal = hit ? undefined : limits.enter(asked);
		if (refusal !== undefined) counters.refused += 1;
		else if (!hit) response.on('close', limits.leave);
		await pause(latencyMs);
		if (hit) return send(200, 'Hit', hit.body, hit.headers);
		if (refusal !== undefined) return send(429, 'Error', Buffer.from(JSON.stringify({ error: refusal })));
		const answer = space.answer(asked);
		if (answer.status === 301) return send(301, 'Miss', undefined, { Location: answer.location });
		const { status, headers = {} } = answer;
		const body = Buffer.from(JSON.stringify(answer.body));
		if (edge && status === 200 && asked.searchParams.has('cv')) cached.set(address, { body, headers });
		return send(status, 'Miss', body, headers);
	});
	return {
		...{ space, url, stop: close },
		/** What was asked since the last call. */
		counters() {
			const counted = counters;
			counters = { requests: 0, refused: 0 };
			return counted;
		},
	};
}

/** What happened in the space before a build. */
export interface Step {
	name: string;
	/** How many stories were changed; 100 by a renamed folder. Undefined for a build without anything cached. */
	changed: number | undefined;
	act(space: BenchSpace): void;
}

/** The builds of one round, in their order. */
export const steps = [
	{ name: 'cold', changed: undefined, act() {} },
	{ name: 'unchanged', changed: 0, act() {} },
	{ name: 'first change', changed: 1, act: (space) => space.change(1) },
	{ name: '1 changed', changed: 1, act: (space) => space.change(1) },
	{ name: '100 changed', changed: 100, act: (space) => space.change(100) },
	{ name: 'folder of 100 renamed', changed: 100, act: (space) => space.renameFolder() },
] as const satisfies readonly Step[];
