import type { Driver, Storage } from 'unstorage';
import { z } from 'zod';
import { defaultActions } from './call/actions.js';
import type { Clock } from './clock.js';
import type { Target } from './event.js';
import type { Logger } from './logger.js';
import { RebuildError } from './rebuild-error.js';

const isObjectWith =
	(...names: string[]) =>
	(value: unknown) =>
		typeof value === 'object' &&
		value !== null &&
		names.every((name) => typeof Reflect.get(value, name) === 'function');

const milliseconds = z.number('must be a number of milliseconds').nonnegative('must not be negative');

const secret = z.string('holds a secret that is not set').min(1, 'holds an empty secret');

const serviceSchema = z
	.strictObject({
		/** Access token of the space. */
		token: z.string('is not set').min(1, 'is empty'),
		/** Where the space is hosted. @default 'eu' */
		region: z.enum(['eu', 'us', 'ca', 'ap', 'cn']).optional(),
		/** Address of the content delivery host, for a host that is in no region. */
		baseUrl: z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).optional(),
	})
	.refine(({ region, baseUrl }) => !(region && baseUrl), {
		path: ['region'],
		message: 'is given beside `baseUrl`; keep one of the two',
	});

/** The options of the rebuild hook. */
const hookOptionsSchema = z.strictObject({
	/** The webhook's secret; several while one takes the other's place. */
	secrets: z.union([secret.transform((one) => [one]), z.array(secret)]).default([]),
	/** Let anyone who knows the address start builds. @default false */
	unsigned: z.boolean().default(false),
	/** Which triggers count: their names, or families such as `story.*`. @default those that can change a build */
	actions: z
		.array(z.string())
		.min(1, 'chooses no trigger')
		.default([...defaultActions]),
	/** What a change leads to: `run()`, `buildHook()`, `repositoryDispatch()` or a function. */
	targets: z
		.array(
			z.custom<Target>(
				(value) => typeof value === 'function',
				'must be a function, such as run() or buildHook() gives',
			),
		)
		.min(1, 'names no target, so nothing would be built'),
	/** Milliseconds without a call after which a burst has ended. @default 2000 */
	quietMs: milliseconds.default(2000),
	/** Milliseconds that a burst waits at most for that. @default 30000 */
	maxWaitMs: milliseconds.default(30_000),
	/** Where what is pending is kept: an unstorage storage or driver. @default files below `.slugline` in the working folder */
	storage: z
		.custom<Storage | Driver>(
			isObjectWith('getItem', 'getKeys'),
			'must be a storage or a driver of unstorage',
		)
		.optional(),
	/** How to ask for the version of the space. Needs `built`. */
	service: serviceSchema.optional(),
	/** Path or address of the `slugline.json` of what is live. Needs `service`. */
	built: z.union([z.string().min(1), z.instanceof(URL)]).optional(),
	/** Milliseconds between looks at the version of the space, for calls that never came. @default none */
	pollMs: z.number().min(1000, 'must be at least 1000 milliseconds').optional(),
	/** Milliseconds until a remote target is called again for a version whose deploy does not show. @default 900000 */
	deployTimeoutMs: milliseconds.default(900_000),
	/** Most bytes of a call's body. @default 1048576 */
	maxBodyBytes: z.number().int().positive().default(1_048_576),
	/** Milliseconds within which a body must have come. @default 10000 */
	bodyTimeoutMs: milliseconds.default(10_000),
	/** Milliseconds that work may take that was handed to `waitUntil`, before a target is called. @default 20000 */
	waitUntilMs: milliseconds.default(20_000),
	/** Milliseconds until another receiver takes over from one that is not heard of. @default 30000 */
	leaseMs: z.number().min(1000, 'must be at least 1000 milliseconds').default(30_000),
	/** Where the hook says what it does. @default the console */
	logger: z
		.custom<Logger>(isObjectWith('info', 'warn', 'error'), 'must have the methods info, warn and error')
		.optional(),
	/** Asks the service, and `built`. @default the platform's */
	fetch: z.custom<typeof fetch>((value) => typeof value === 'function', 'must be a function').optional(),
	/** Time, for tests. */
	clock: z.custom<Clock>(isObjectWith('now', 'sleep'), 'must have the methods now and sleep').optional(),
});

export type RebuildHookOptions = z.input<typeof hookOptionsSchema>;
export type HookOptions = z.output<typeof hookOptionsSchema>;

/**
 * The options checked.
 *
 * @throws {RebuildError} that names every bad one, and no value
 */
export function readHookOptions(input: RebuildHookOptions): HookOptions {
	const parsed = hookOptionsSchema.safeParse(input);
	if (!parsed.success) throw wrong(parsed.error.issues.flatMap(sentencesOf));
	const options = parsed.data;
	if (options.secrets.length === 0 && !options.unsigned) {
		throw wrong([
			'`secrets` is not given, so anyone could start builds: give the secret of the webhook, or say `unsigned: true`',
		]);
	}
	if (options.secrets.length > 0 && options.unsigned) {
		throw wrong(['`unsigned` is given beside `secrets`; keep one of the two']);
	}
	if ((options.service === undefined) !== (options.built === undefined)) {
		throw wrong(['`service` and `built` are compared with each other; give both or none']);
	}
	if (options.pollMs !== undefined && !options.service) {
		throw wrong(['`pollMs` needs `service` and `built`, which it compares']);
	}
	return options;
}

const wrong = (sentences: string[]) =>
	new RebuildError(`The options of createRebuildHook() are not right: ${sentences.join('; ')}.`);

function sentencesOf(issue: z.core.$ZodIssue): string[] {
	const path = issue.path.join('.');
	if (issue.code === 'unrecognized_keys') {
		const parent = path ? ` in \`${path}\`` : '';
		return issue.keys.map((key) => `\`${key}\`${parent} is not an option`);
	}
	// A union's own message says nothing; the array's form is the usual one.
	const inner =
		issue.code === 'invalid_union' ? issue.errors.flat().find(({ path }) => path.length > 0) : undefined;
	if (inner) return sentencesOf({ ...inner, path: [...issue.path, ...inner.path] });
	if (issue.code === 'invalid_union' && path === 'secrets')
		return ['`secrets` must be a list of strings, none of them empty'];
	return [`\`${path}\` ${issue.message.replace(/^Invalid (input|option): /, '')}`];
}
