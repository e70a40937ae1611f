import { z } from 'zod';
import type { Delivery } from './webhooks/index.js';

const expectedTime = 'Expected milliseconds, 0 or more.';
const expectedCount = 'Expected a whole number of at least 1.';
const count = z.number(expectedCount).int(expectedCount).min(1, expectedCount);

const fault = z
	.strictObject({
		/** Which requests: the beginning of the path, or a pattern for path and query. All, where absent. */
		match: z.union([z.string(), z.instanceof(RegExp)]).optional(),
		/** Answers with this status and the service's words for it; with `html`, with a page. */
		status: z.number().int().min(200).max(599).optional(),
		/** Never answers. */
		hang: z.literal(true).optional(),
		/** Breaks the connection off in the middle of the body. */
		cut: z.literal(true).optional(),
		/** Answers a page of HTML, as a gateway or a wrong address does. */
		html: z.literal(true).optional(),
		/** Only the first so many matching requests. */
		times: count.optional(),
		/** Every so many-th matching request. */
		every: count.optional(),
	})
	.refine(
		({ status, html, hang, cut }) =>
			[status !== undefined || html === true, hang === true, cut === true].filter(Boolean).length === 1,
		'Expected one of `status`, `html`, `hang` and `cut`; only `status` and `html` go together.',
	)
	.refine(
		({ times, every }) => times === undefined || every === undefined,
		'Expected `times` or `every`, not both.',
	);

export type Fault = z.output<typeof fault>;

const rateLimit = z.strictObject({
	/** One limit for all requests instead of the service's tiers. */
	perSecond: count.optional(),
	/** Seconds that a refused request is told to wait, in `Retry-After`; the service does not say. */
	retryAfter: z.number().int().min(0).optional(),
});

const edge = z.strictObject({
	/** The Minimum Cache TTL of each token, in seconds: its snapshots begin in steps of that length only. */
	minimumCacheTtl: z
		.strictObject({ public: z.number().int().min(0).default(0), preview: z.number().int().min(0).default(0) })
		.prefault({}),
	/** How many locations it has. Each request meets the next one, and each knows of a change up to two seconds late. */
	locations: count.default(1),
});

const spaceSettingsSchema = z.strictObject({
	/**
	 * An edge in front, as the service has one: it keeps what is published under its exact address, tells in `X-Cache` what came from there,
	 * serves snapshots by `cv`, and redirects what it does not hold. Off by default: then any number as `cv` reads the present.
	 */
	edge: z
		.union([z.boolean(), edge], 'Expected true, false, or an object with `minimumCacheTtl` and `locations`.')
		.default(false)
		.transform((value) => (value === true ? edge.parse({}) : value === false ? undefined : value)),
	/** Refuse with 429 what exceeds the service's rates; off by default. */
	rateLimit: z
		.union([z.boolean(), rateLimit], 'Expected true, false, or an object with `perSecond` and `retryAfter`.')
		.default(false)
		.transform((value) => (value === true ? {} : value === false ? undefined : value)),
	/** Milliseconds before each answer. */
	latencyMs: z.number(expectedTime).min(0, expectedTime).default(0),
	/** How many requests may be under way at once; more are refused with 429. Unlimited by default; the service takes 30. */
	concurrency: count.optional(),
	/** What goes wrong on purpose. The first fault that applies to a request counts. */
	faults: z.array(fault).default([]),
	/** Milliseconds now; for rates and the dates of webhook endpoints, never for content. */
	clock: z
		.custom<() => number>((value) => typeof value === 'function', 'Expected a function.')
		.default(() => Date.now),
	/** Waits; ends early, by rejecting, when the signal aborts. */
	sleep: z
		.custom<(milliseconds: number, signal: AbortSignal) => Promise<void>>(
			(value) => typeof value === 'function',
			'Expected a function.',
		)
		.optional(),
	/** What webhook endpoints are called with; the global `fetch` by default. */
	fetch: z
		.custom<typeof fetch>((value) => typeof value === 'function', 'Expected a function.')
		.default(() => fetch),
	/** Told of every call of a webhook endpoint that ended. */
	onDelivery: z
		.custom<(delivery: Delivery) => void>((value) => typeof value === 'function', 'Expected a function.')
		.optional(),
	/** Told of each answered request in one line, without tokens. */
	log: z
		.custom<(line: string) => void>((value) => typeof value === 'function', 'Expected a function.')
		.optional(),
});

export type SpaceSettings = z.input<typeof spaceSettingsSchema>;

/** Settings with their defaults. */
export type Settings = z.output<typeof spaceSettingsSchema>;

/**
 * Checks the settings of a space.
 *
 * @throws {TypeError} naming the first setting that is wrong
 */
export function readSettings(settings: SpaceSettings): Settings {
	const result = spaceSettingsSchema.safeParse(settings);
	if (result.success) return result.data;
	const issue = result.error.issues[0];
	const unknown = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : [];
	const name = [...(issue?.path ?? []), ...unknown].join('.');
	const sentence = unknown.length > 0 ? 'There is no such setting.' : (issue?.message ?? '');
	throw new TypeError(`The settings of the space are wrong at \`${name}\`: ${sentence}`);
}
