import { createStorage, type Driver, type Storage } from 'unstorage';
import { hostLasts } from '../shared/host-lasts.js';
import { chosenTriggers } from './call/actions.js';
import { type AnswerStatus, answer, createRefusalLog } from './call/answers.js';
import { createVerify, receive } from './call/receive.js';
import { chooseLock } from './lock/choose-lock.js';
import { backgroundClock, systemClock } from './model/clock.js';
import { consoleLogger } from './model/logger.js';
import { RebuildError, wordsOf } from './model/rebuild-error.js';
import { type RebuildHookOptions, readHookOptions } from './options.js';
import { createVersions } from './versions.js';
import { createDebounce } from './work/debounce.js';
import { createJournal } from './work/journal.js';
import { createStore } from './work/store.js';
import { Worker } from './work/worker.js';

/** What a host may provide with a call. */
export interface CallContext {
	/** Keeps the process alive after the answer until the promise settles. */
	waitUntil?: ((work: Promise<unknown>) => void) | undefined;
}

/** Receives the service's webhook calls. The first one starts a build at once, the others of a burst start one more together. */
export interface RebuildHook {
	/**
	 * Answers one call. 202: stored, or irrelevant; 400: not JSON with an `action`; 401: bad signature; 405: not a POST; 408: the body was too
	 * slow; 413: the body was too large; 503: it could not be stored, so it must be sent again.
	 */
	(request: Request, context?: CallContext): Promise<Response>;
	/** Resolves when nothing is pending or running. */
	idle(): Promise<void>;
	/**
	 * Builds what is pending without waiting for the burst to end, and checks whether the space or its edge has moved on. For a
	 * scheduled call on a host whose processes do not last.
	 *
	 * @throws {RebuildError} if the storage cannot be read or written
	 */
	flush(): Promise<void>;
	/** Stops the hook. A running command is ended; pending calls stay pending. */
	close(): Promise<void>;
}

/**
 * Creates a receiver of webhook calls.
 *
 * @throws {RebuildError} if an option is invalid, or if the host needs `storage`
 * @example
 * const hook = createRebuildHook({ secrets: [process.env.WEBHOOK_SECRET], targets: [run('astro build')] });
 * export const POST = ({ request }) => hook(request);
 */
export function createRebuildHook(input: RebuildHookOptions): RebuildHook {
	const options = readHookOptions(input);
	const { logger = consoleLogger, clock = systemClock, fetch = globalThis.fetch, leaseMs } = options;
	const asking = { fetch, clock, logger };
	const lasts = hostLasts();
	const chosen = chosenTriggers(options.actions);
	const verify = options.unsigned ? async () => true : createVerify(options.secrets);
	const bounds = { maxBytes: options.maxBodyBytes, timeoutMs: options.bodyTimeoutMs };
	const storage = openStorage(options.storage, lasts);
	const store = createStore(storage);
	const journal = createJournal(store, clock, lasts);
	const closed = new AbortController();
	const refused = createRefusalLog(clock);

	const lock = chooseLock(storage, { clock, leaseMs, logger });
	const worker = new Worker({
		...options,
		store,
		journal,
		lock,
		versions:
			options.service && options.built ? createVersions(options.service, options.built, asking) : null,
		debounce: createDebounce(clock, options),
		clock,
		background: options.clock ?? backgroundClock,
		logger,
		pollMs: options.pollMs ?? null,
		closed: closed.signal,
	});
	if (lasts) {
		worker.watch();
		const context = { signal: closed.signal, lock: lock.name };
		for (const target of options.targets) target.prepare?.(context).catch(() => {});
	}

	const hook = async (request: Request, { waitUntil }: CallContext = {}): Promise<AnswerStatus> => {
		const received = await receive(request, { verify, chosen, bounds, clock });
		if ('status' in received) {
			refused(received.status, logger);
			return received.status;
		}
		if (closed.signal.aborted) return 503;
		try {
			await journal.add(received.event, waitUntil !== undefined || !lasts);
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
			idle: () => worker.idle(),
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
			'The rebuild hook needs the option `storage` on this host: its processes do not last, and pending calls would be lost with them. ' +
				"Use a storage that outlives them, such as unstorage's drivers for Redis, Netlify Blobs, Vercel KV, or Cloudflare KV.",
		);
	}
	return createStorage({ driver: fileDriver() });
}

const isStorage = (given: Storage | Driver): given is Storage => 'getMount' in given;

/** Files in the working directory. Loaded on first use, because a host without a disk sets `storage`. */
function fileDriver(): Driver {
	const base = `${process.cwd()}/.slugline`;
	const disk = () => import('./disk/files.js');
	const pathOf = (key: string) => key.replaceAll(':', '/');
	const read = async (key: string) => {
		const { readOrNull } = await import('../shared/node/read-text.js');
		return readOrNull(`${base}/${pathOf(key)}`);
	};
	return {
		name: 'slugline-file',
		options: { base },
		hasItem: async (key) => (await read(key)) !== null,
		getItem: read,
		setItem: async (key, value) => (await disk()).writeIn(base, pathOf(key), value),
		removeItem: async (key) => (await disk()).removeFile(`${base}/${pathOf(key)}`),
		getKeys: async () => (await (await disk()).filesIn(base)).map((path) => path.replaceAll('/', ':')),
	};
}
