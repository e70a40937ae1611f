import { createStorage, type Driver, type Storage } from 'unstorage';
import { chosenTriggers } from './call/actions.js';
import { type AnswerStatus, answer } from './call/answers.js';
import { receive } from './call/receive.js';
import { createRefusalLog } from './call/refusals.js';
import { createVerify } from './call/verify.js';
import { backgroundClock, systemClock } from './clock.js';
import { hostLasts } from './host.js';
import { chooseLock } from './lock/choose-lock.js';
import { consoleLogger } from './logger.js';
import { type RebuildHookOptions, readHookOptions } from './options.js';
import { RebuildError, wordsOf } from './rebuild-error.js';
import { createVersions } from './versions.js';
import { createTiming } from './work/due.js';
import { createJournal, createStatelessJournal } from './work/journal.js';
import { createWaiting } from './work/step.js';
import { createStore } from './work/store.js';
import { createWorker } from './work/worker.js';

/** What a host may grant with a call. */
export interface CallContext {
	/** Keeps the process alive after the answer until the promise settles. */
	waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Takes the service's webhook calls and turns each burst of them into one build. */
export interface RebuildHook {
	/**
	 * Answers one call. 202: it is kept, or means no build; 400: no JSON; 401: signature; 405: method; 408: slow body; 413:
	 * size; 503: it could not be kept.
	 */
	(request: Request, context?: CallContext): Promise<Response>;
	/** Resolves when nothing is pending or running. */
	idle(): Promise<void>;
	/**
	 * Builds what is pending without waiting for quiet, and looks whether the space, or what the edge serves of it, moved on: for a scheduled call on a
	 * host without a lasting process.
	 *
	 * @throws {RebuildError} if the storage cannot be read or written
	 */
	flush(): Promise<void>;
	/** Stops: a command that runs is ended, and what is pending stays so. */
	close(): Promise<void>;
}

/**
 * A receiver of webhook calls.
 *
 * @throws {RebuildError} if an option is not right, or the host needs `storage`
 * @example
 * const hook = createRebuildHook({ secrets: [process.env.WEBHOOK_SECRET], targets: [run('npx astro build')] });
 * export const POST = ({ request }) => hook(request);
 */
export function createRebuildHook(input: RebuildHookOptions): RebuildHook {
	const options = readHookOptions(input);
	const { logger = consoleLogger, clock = systemClock, quietMs, maxWaitMs, leaseMs } = options;
	const lasts = hostLasts();
	const chosen = chosenTriggers(options.actions);
	const verify = options.unsigned ? async () => true : createVerify(options.secrets);
	const bounds = { maxBytes: options.maxBodyBytes, timeoutMs: options.bodyTimeoutMs };
	const storage = openStorage(options.storage, lasts);
	const store = createStore(storage);
	const lasting = createJournal(store, clock);
	const stateless = createStatelessJournal(store, clock);
	const closed = new AbortController();
	const refused = createRefusalLog(logger, clock);

	const worker = createWorker({
		store,
		journal: lasts ? lasting : stateless,
		lock: chooseLock(storage, { clock, leaseMs, logger }),
		targets: options.targets,
		versions:
			options.service && options.built
				? createVersions(options.service, options.built, { fetch: options.fetch ?? fetch, clock, logger })
				: null,
		timing: createTiming(clock, { quietMs, maxWaitMs }),
		clock,
		background: options.clock ?? backgroundClock,
		logger,
		leaseMs,
		waiting: createWaiting(logger),
		quietMs,
		maxWaitMs,
		deployTimeoutMs: options.deployTimeoutMs,
		pollMs: options.pollMs ?? null,
		closed: closed.signal,
	});
	if (lasts) worker.watch();

	const hook = async (request: Request, { waitUntil }: CallContext = {}): Promise<AnswerStatus> => {
		const received = await receive(request, { verify, chosen, bounds, clock });
		if ('status' in received) {
			refused(received.status);
			return received.status;
		}
		if (closed.signal.aborted) return 503;
		try {
			await (waitUntil || !lasts ? stateless : lasting).add(received.event);
		} catch (error) {
			logger.error(wordsOf(error));
			return 503;
		}
		if (waitUntil) waitUntil(worker.workFor(options.waitUntilMs));
		else worker.start();
		return 202;
	};

	return Object.assign(
		async (request: Request, context?: CallContext) => answer(await hook(request, context)),
		{
			idle: worker.idle,
			async flush() {
				await worker.poll();
				await worker.flush({ waitForOthers: lasts });
			},
			async close() {
				closed.abort(new RebuildError('The rebuild hook was closed.'));
				await worker.stopped();
			},
		},
	);
}

function openStorage(given: Storage | Driver | undefined, lasts: boolean): Storage {
	if (given) return isStorage(given) ? given : createStorage({ driver: given });
	if (!lasts) {
		throw new RebuildError(
			'The rebuild hook needs `storage` on this host, whose processes do not last: what is pending would be lost with them. ' +
				"Give it one that outlives them, such as unstorage's drivers for Redis, Netlify Blobs, Vercel KV or Cloudflare KV.",
		);
	}
	return createStorage({ driver: defaultDriver() });
}

const isStorage = (given: Storage | Driver): given is Storage => 'getMount' in given;

/** Files in the working folder. Loaded at the first use: a host without a disk gives `storage`. */
function defaultDriver(): Driver {
	const base = `${process.cwd()}/.slugline`;
	let driver: Promise<Driver> | null = null;
	const load = () => {
		driver ??= import('./disk/file-driver.js').then(({ fileDriver }) => fileDriver(base));
		return driver;
	};
	return {
		name: 'slugline-file',
		options: { base },
		hasItem: async (key, options) => (await load()).hasItem(key, options),
		getItem: async (key, options) => (await load()).getItem(key, options),
		setItem: async (key, value, options) => (await load()).setItem?.(key, value, options),
		removeItem: async (key, options) => (await load()).removeItem?.(key, options),
		getKeys: async (prefix, options) => (await load()).getKeys(prefix, options),
	};
}
