import { z } from 'zod';
import type { Delivery } from './webhooks/deliveries.js';

const expectedTime = 'Expected milliseconds, 0 or more.';
const expectedCount = 'Expected a whole number of at least 1.';
const count = z.number(expectedCount).int(expectedCount).min(1, expectedCount);

const functionOf = <T>() => z.custom<T>((value) => typeof value === 'function', 'Expected a function.');

const fault = z
	.strictObject({
		/** Which requests fail: the start of the path, or a pattern for path and query. Default: all. */
		match: z.union([z.string(), z.instanceof(RegExp)]).optional(),
		/** Responds with this status and the API's message for it, or with a page if `html` is set. */
		status: z.number().int().min(200).max(599).optional(),
		/** Never responds. */
		hang: z.literal(true).optional(),
		/** Ends the connection halfway through the body. */
		cut: z.literal(true).optional(),
		/** Responds with an HTML page, as a gateway or a wrong address would. */
		html: z.literal(true).optional(),
		/** Number of matching requests that fail, from the first on. */
		times: count.optional(),
		/** Only every nth matching request fails. */
		every: count.optional(),
	})
	.refine(
		({ status, html, hang, cut }) =>
			[status !== undefined || html === true, hang === true, cut === true].filter(Boolean).length === 1,
		'Expected one of `status`, `html`, `hang`, and `cut`. Only `status` and `html` can be combined.',
	)
	.refine(
		({ times, every }) => times === undefined || every === undefined,
		'Expected `times` or `every`, not both.',
	);

/** A simulated failure. */
export type Fault = z.output<typeof fault>;

const rateLimit = z.strictObject({
	/** One limit for all requests instead of the API's tiers. */
	perSecond: count.optional(),
	/** Seconds in the `Retry-After` header of refused requests. The API does not send this header. */
	retryAfter: z.number().int().min(0).optional(),
});

const edge = z.strictObject({
	/** The Minimum Cache TTL of each token, in seconds: the interval between its snapshots. */
	minimumCacheTtl: z
		.strictObject({ public: z.number().int().min(0).default(0), preview: z.number().int().min(0).default(0) })
		.prefault({}),
	/**
	 * Number of edge locations. Each request reaches the next one, and each notices a change up to two
	 * seconds late.
	 */
	locations: count.default(1),
});

const spaceSettingsSchema = z.strictObject({
	/**
	 * Simulates the API's edge: it caches published content under its exact address, reports hits in
	 * `X-Cache`, serves snapshots by `cv`, and redirects requests for uncached ones. Default: false, which
	 * ignores the value of `cv`.
	 */
	edge: z
		.union([z.boolean(), edge], 'Expected true, false, or an object with `minimumCacheTtl` and `locations`.')
		.default(false)
		.transform((value) => (value === true ? edge.parse({}) : value === false ? undefined : value)),
	/** Responds with 429 above the API's rate limits. Default: false. */
	rateLimit: z
		.union([z.boolean(), rateLimit], 'Expected true, false, or an object with `perSecond` and `retryAfter`.')
		.default(false)
		.transform((value) => (value === true ? {} : value === false ? undefined : value)),
	/** Milliseconds before each response. Default: 0. */
	latencyMs: z.number(expectedTime).min(0, expectedTime).default(0),
	/** Number of concurrent requests above which the space responds with 429. Default: unlimited. The API allows 30. */
	concurrency: count.optional(),
	/** Simulated failures. The first fault that matches a request applies. */
	faults: z.array(fault).default([]),
	/** Current time in milliseconds, for rate limits and the dates of webhooks, never for content. */
	clock: functionOf<() => number>().default(() => Date.now),
	/** Waits. Rejects as soon as the signal aborts. */
	sleep: functionOf<(milliseconds: number, signal: AbortSignal) => Promise<void>>().optional(),
	/** The function that calls webhooks. Default: the global `fetch`. */
	fetch: functionOf<typeof fetch>().default(() => fetch),
	/** Called after every call of a webhook. */
	onDelivery: functionOf<(delivery: Delivery) => void>().optional(),
	/** Called with one line for each request, without tokens. */
	log: functionOf<(line: string) => void>().optional(),
});

/** Settings of `createSpace()`, all of them optional. */
export type SpaceSettings = z.input<typeof spaceSettingsSchema>;

/** Settings with their defaults. */
export type Settings = z.output<typeof spaceSettingsSchema>;

/**
 * Validates the settings of a space.
 *
 * @throws {TypeError} naming the first invalid setting
 */
export function readSettings(settings: SpaceSettings): Settings {
	const result = spaceSettingsSchema.safeParse(settings);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
	const name = [...(issue?.path ?? []), ...unknown].join('.');
	const sentence = unknown.length > 0 ? 'Unknown setting.' : (issue?.message ?? '');
	throw new TypeError(`Invalid setting \`${name}\` of createSpace(): ${sentence}`);
}
