import { getSecret } from 'astro:env/server';
import live from 'virtual:astro-slugline/live';
import builtRoutes from 'virtual:astro-slugline/routes';
import type { APIContext, APIRoute } from 'astro';
import { createStorage, type Driver, prefixStorage, type Storage } from 'unstorage';
import memory from 'unstorage/drivers/memory';
import {
	asksForReport,
	buildHook,
	createRebuildHook,
	handOver,
	type RebuildEvent,
	type RebuildHook,
} from '../../rebuild/index.js';
import { hostLasts } from '../../shared/host-lasts.js';
import { sleep } from '../../shared/http/abort.js';
import { processDriver } from '../../shared/process-driver.js';
import { webhookSecrets } from './host/environment.js';
import { warn } from './host/warn.js';
import { purgeHost } from './purge/host.js';
import { purgeLog } from './purge/purge-log.js';
import { createRepurger } from './purge/repurge.js';
import { purgedBy } from './purge/tags.js';
import { reader } from './record.js';
import { report, testPage } from './report.js';

/** Options of `purgeLive()`. */
export interface PurgeLiveOptions {
	/**
	 * Where calls are stored until their pages are purged, so that none is lost if the process ends. An unstorage storage or driver
	 * that all processes share.
	 *
	 * @default memory; files in `.slugline` for calls that start a build, on a host whose processes last
	 */
	storage?: Storage | Driver | undefined;
}

/** Milliseconds in which calls are joined after a purge. The first one purges at once. */
const joinMs = 1000;

/** Milliseconds that a call waits for its purge on hosts that stop processes after their answer. The service waits for 120 s. */
const patienceMs = 20_000;

/** Logs what someone should look at. That pages are purged is no news. */
const logger = {
	info() {},
	warn: (line: string) => console.warn(`[astro-slugline] ${line}`),
	error: (line: string) => console.error(`[astro-slugline] ${line}`),
};

/**
 * Creates an endpoint that receives the space's webhook calls and purges the pages that show what changed. The option `rebuild` of
 * `slugline()` adds one; write your own at its path on a host whose processes do not last, to give it a `storage`. It also calls the
 * build hook of the variable `SLUGLINE_BUILD_HOOK`, if there is one, for the static pages of the site.
 *
 * A call gets 202 when it is stored, or purged on a host without a storage; 401 with a wrong signature; and 503 if it must be sent
 * again.
 *
 * @example
 * export const prerender = false;
 * export const ALL = purgeLive({ storage: redisDriver({ url: getSecret('REDIS_URL') }) });
 */
export function purgeLive(options: PurgeLiveOptions = {}): APIRoute {
	endpoint.storage = options.storage && storageOf(options.storage);
	return async (context) => {
		const { request } = context;
		if (request.method === 'GET') return testPage(context);
		endpoint.cache = context.cache;
		const secrets = webhookSecrets();
		if (secrets.length === 0) return handOver(request, { secrets, onEvent() {}, logger });
		if (await asksForReport(request.clone(), secrets)) {
			await request.body?.cancel();
			return report((tags) => endpoint.purge(tags), context);
		}
		const waitUntil = waitUntilOf(context);
		const opened = endpoint.openHooks(secrets);
		const { isStored } = endpoint;
		let response = new Response(null, { status: 503 });
		for (const hook of opened) {
			response = await hook(request.clone(), isStored ? { waitUntil } : {});
			if (response.status === 202) continue;
			await request.body?.cancel();
			return response;
		}
		const done = () => Promise.all(opened.map((hook) => hook.idle())).then(() => true);
		if (isStored) waitUntil?.(done().then(() => endpoint.repurged));
		else if (!(await Promise.race([done(), sleep(patienceMs)]))) return new Response(null, { status: 503 });
		else if (waitUntil) waitUntil(endpoint.repurged);
		else await endpoint.repurged;
		return response;
	};
}

const storageOf = (given: Storage | Driver): Storage =>
	'getMount' in given ? given : createStorage({ driver: given });

/**
 * Goes on, with the first request of a process that lasts, where another one has stopped: with calls that it stored, and with a
 * purge of all pages in a cache that has outlived it.
 */
export async function resume(context: APIContext): Promise<void> {
	if (endpoint.isResumed) return;
	endpoint.isResumed = true;
	const secrets = webhookSecrets();
	if (secrets.length === 0)
		return warn('The environment of the server has no SLUGLINE_WEBHOOK_SECRET, so no live page is cached');
	if (!hostLasts()) return;
	await live.endpoint?.();
	endpoint.cache = context.cache;
	endpoint.openHooks(secrets);
	if (live.cache !== 'memory') await endpoint.repurge(['space']);
}

type WaitUntil = (work: Promise<unknown>) => void;

/** The host's function that keeps the process alive after the response. `@astrojs/cloudflare` gives it to `locals`. */
function waitUntilOf({ locals }: APIContext): WaitUntil | undefined {
	const { cfContext }: { cfContext?: { waitUntil?: WaitUntil } } = locals;
	return cfContext?.waitUntil?.bind(cfContext);
}

const joined = { quietMs: joinMs, maxWaitMs: joinMs };

const inProcess = () => createStorage({ driver: { ...memory(), name: processDriver } });

/** What a process holds between the calls that its endpoint receives. */
class Endpoint {
	/** Where the site's endpoint stores calls. */
	storage: Storage | undefined;
	/** The cache of the last request, which is that of all. */
	cache: APIContext['cache'] | undefined;
	/** True if this process has gone on where another one has stopped. */
	isResumed = false;
	/** Resolves when the last purges have been repeated. */
	repurged: Promise<void> = Promise.resolve();
	#hooks: readonly RebuildHook[] | undefined;
	readonly #repurger = createRepurger({
		snapshot: () => reader().renew(),
		routes: async () => (await reader().space()).routes,
		purge: (tags) => this.purge(tags),
		built: builtRoutes.spaces[live.space],
		sleep,
		onError: (error) => warn('The service or the cache failed after a purge', error),
	});

	/** True if calls outlive the process, so that it may answer before their pages are purged. */
	get isStored(): boolean {
		return this.storage !== undefined || hostLasts();
	}

	async purge(tags: string[]): Promise<void> {
		purgeLog.add(tags);
		reader().end();
		await purgeHost(this.cache, tags);
	}

	/** Purges these tags again when the snapshot moves. */
	repurge(tags: string[]): Promise<void> {
		this.repurged = this.#repurger.repurge(tags);
		return this.repurged;
	}

	/** The hooks of this process: one that purges, and one that starts builds of the static pages. */
	openHooks(secrets: string[]): readonly RebuildHook[] {
		this.#hooks ??= [this.#purgeHook(secrets), ...this.#buildHooks(secrets)];
		return this.#hooks;
	}

	#purgeHook(secrets: string[]): RebuildHook {
		const onEvent = async (event: RebuildEvent) => {
			const tags = purgedBy(event);
			await this.purge(tags);
			this.repurge(tags);
		};
		const storage = this.storage ?? inProcess();
		return createRebuildHook({ ...joined, secrets, logger, storage, targets: [onEvent] });
	}

	#buildHooks(secrets: string[]): RebuildHook[] {
		const address = getSecret('SLUGLINE_BUILD_HOOK');
		if (!address) return [];
		const shared = { secrets, logger, targets: [buildHook(address)] };
		// Builds are joined for longer than purges, where calls can wait for that.
		const options = this.isStored
			? { storage: this.storage && prefixStorage(this.storage, 'builds') }
			: { ...joined, storage: inProcess() };
		return [createRebuildHook({ ...shared, ...options })];
	}
}

const endpoint = new Endpoint();
