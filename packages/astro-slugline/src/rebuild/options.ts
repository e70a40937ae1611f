import type { Driver, Storage } from 'unstorage';
import { z } from 'zod';
import { regionNames } from '../shared/api/regions.js';
import { optionErrors } from '../shared/option-errors.js';
import { defaultActions } from './call/actions.js';
import type { Clock } from './model/clock.js';
import type { Target } from './model/event.js';
import type { Logger } from './model/logger.js';
import { RebuildError } from './model/rebuild-error.js';

const isObjectWith =
	(...names: string[]) =>
	(value: unknown) =>
		typeof value === 'object' &&
		value !== null &&
		names.every((name) => typeof Reflect.get(value, name) === 'function');

const milliseconds = z.number('must be a number of milliseconds').nonnegative('must not be negative');

const secret = z.string('contains a secret that is not set').min(1, 'contains an empty secret');

const serviceSchema = z
	.strictObject({
		/** Access token of the space. */
		token: z.string('is not set').min(1, 'is empty'),
		/** Where the space is hosted. @default 'eu' */
		region: z.enum(regionNames).optional(),
		/** Address of the content delivery host, if it is in none of the regions. */
		baseUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
	})
	.refine(({ region, baseUrl }) => !(region && baseUrl), {
		path: ['region'],
		message: 'cannot be combined with `baseUrl`; remove one of them',
	});

/** The options of the rebuild hook. */
const hookOptionsSchema = z.strictObject({
	/** The webhook's secret, or several while one is being replaced. */
	secrets: z
		.union(
			[secret.transform((one) => [one]), z.array(secret)],
			'must be a list of strings, none of them empty',
		)
		.default([]),
	/** Accepts calls without a signature, so that anyone who knows the address can start builds. @default false */
	unsigned: z.boolean().default(false),
	/** The triggers that start a build: names, or families such as `story.*`. @default those that can change a build */
	actions: z
		.array(z.string())
		.min(1, 'is an empty list')
		.default([...defaultActions]),
	/** What to do after a change: `run()`, `buildHook()`, `repositoryDispatch()`, or a function. */
	targets: z
		.array(
			z.custom<Target>(
				(value) => typeof value === 'function',
				'must be a function, such as the result of run() or buildHook()',
			),
		)
		.min(1, 'is an empty list, so nothing would be built'),
	/** Milliseconds after a build or a call in which further calls are collected. A later one builds at once. @default 2000 */
	quietMs: milliseconds.default(2000),
	/** Longest time in milliseconds that a burst waits for that. @default 30000 */
	maxWaitMs: milliseconds.default(30_000),
	/** Where pending calls are stored: an unstorage storage or driver. @default files in `.slugline` in the working directory */
	storage: z
		.custom<Storage | Driver>(
			isObjectWith('getItem', 'getKeys'),
			'must be a storage or a driver of unstorage',
		)
		.optional(),
	/** How to reach the API, to compare the version of the space. Needs `built`. */
	service: serviceSchema.optional(),
	/** Path or address of the `slugline.json` of what is live. Needs `service`. */
	built: z.union([z.string().min(1), z.instanceof(URL)]).optional(),
	/** Milliseconds between checks of the version of the space, in case a call is lost. @default no checks */
	pollMs: z.number().min(1000, 'must be at least 1000 milliseconds').optional(),
	/** Milliseconds until a remote target is called again if its deploy has not appeared. @default 900000 */
	deployTimeoutMs: milliseconds.default(900_000),
	/** Largest body of a call, in bytes. @default 1048576 */
	maxBodyBytes: z.number().int().positive().default(1_048_576),
	/** Milliseconds within which the whole body must arrive. @default 10000 */
	bodyTimeoutMs: milliseconds.default(10_000),
	/** Milliseconds that work passed to `waitUntil` may take before a target is called. @default 20000 */
	waitUntilMs: milliseconds.default(20_000),
	/** Milliseconds without a sign of life after which another receiver takes over. @default 30000 */
	leaseMs: z.number().min(1000, 'must be at least 1000 milliseconds').default(30_000),
	/** Where the hook logs what it does. @default the console */
	logger: z
		.custom<Logger>(isObjectWith('info', 'warn', 'error'), 'must have the methods info, warn and error')
		.optional(),
	/** The `fetch` for requests to the API and to `built`. @default the global one */
	fetch: z.custom<typeof fetch>((value) => typeof value === 'function', 'must be a function').optional(),
	/** The time, for tests. */
	clock: z.custom<Clock>(isObjectWith('now', 'sleep'), 'must have the methods now and sleep').optional(),
});

/** Options of `createRebuildHook()`. */
export type RebuildHookOptions = z.input<typeof hookOptionsSchema>;
export type HookOptions = z.output<typeof hookOptionsSchema>;

/**
 * Validates the options.
 *
 * @throws {RebuildError} naming every invalid option, but never its value, which may be a secret
 */
export function readHookOptions(input: RebuildHookOptions): HookOptions {
	const parsed = hookOptionsSchema.safeParse(input);
	if (!parsed.success) throw wrong(optionErrors(hookOptionsSchema, parsed.error));
	const options = parsed.data;
	if (options.secrets.length === 0 && !options.unsigned) {
		throw wrong([
			'`secrets` is missing, so anyone could start builds: pass the secret of the webhook, or set `unsigned: true`',
		]);
	}
	if (options.secrets.length > 0 && options.unsigned) {
		throw wrong(['`unsigned` cannot be combined with `secrets`; remove one of them']);
	}
	if ((options.service === undefined) !== (options.built === undefined)) {
		throw wrong(['`service` and `built` are compared with each other; set both or neither']);
	}
	if (options.pollMs !== undefined && !options.service) {
		throw wrong(['`pollMs` needs `service` and `built`, because it compares them']);
	}
	return options;
}

const wrong = (sentences: string[]) =>
	new RebuildError(`Invalid options passed to createRebuildHook(): ${sentences.join('; ')}.`);
