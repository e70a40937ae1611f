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
	type RebuildHook,
} from '../../rebuild/index.js';
import { hostLasts } from '../../shared/host-lasts.js';
import { sleep } from '../../shared/http/abort.js';
import { webhookSecrets } from './host/environment.js';
import { warn } from './host/warn.js';
import { createFollower } from './purge/follow.js';
import { purgeHost } from './purge/host.js';
import { purges } from './purge/purges.js';
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

/** Where the site's endpoint stores calls. */
let storage: Storage | undefined;

/** The cache of the last request, which is that of all. */
let cache: APIContext['cache'] | undefined;

let hooks: readonly RebuildHook[] | undefined;

/** Resolves when the last purges have been followed. */
let followed: Promise<void> = Promise.resolve();

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
	storage = options.storage && storageOf(options.storage);
	return async (context) => {
		const { request } = context;
		if (request.method === 'GET') return testPage(context);
		({ cache } = context);
		const secrets = webhookSecrets();
		if (secrets.length === 0) return handOver(request, { secrets, onEvent() {}, logger });
		if (await asksForReport(request.clone(), secrets)) {
			await request.body?.cancel();
			return report(purge, context);
		}
		const waitUntil = waitUntilOf(context);
		const opened = openHooks(secrets);
		let response = new Response(null, { status: 503 });
		for (const hook of opened) {
			response = await hook(request.clone(), isStored() ? { waitUntil } : {});
			if (response.status === 202) continue;
			await request.body?.cancel();
			return response;
		}
		const done = () => Promise.all(opened.map((hook) => hook.idle())).then(() => true);
		if (isStored()) waitUntil?.(done().then(() => followed));
		else if (!(await Promise.race([done(), sleep(patienceMs)]))) return new Response(null, { status: 503 });
		else if (waitUntil) waitUntil(followed);
		else await followed;
		return response;
	};
}

/** True if calls outlive the process, so that it may answer before their pages are purged. */
const isStored = (): boolean => storage !== undefined || hostLasts();

const storageOf = (given: Storage | Driver): Storage =>
	'getMount' in given ? given : createStorage({ driver: given });

/**
 * Goes on, with the first request of a process that lasts, where another one has stopped: with calls that it stored, and with a
 * purge of all pages in a cache that has outlived it.
 */
export async function resume(context: APIContext): Promise<void> {
	const secrets = webhookSecrets();
	if (isResumed || secrets.length === 0 || !hostLasts()) return;
	isResumed = true;
	await live.endpoint?.();
	({ cache } = context);
	openHooks(secrets);
	if (live.cache !== 'memory') await follow(['space']);
}

let isResumed = false;

type WaitUntil = (work: Promise<unknown>) => void;

/** The host's function that keeps the process alive after the response. `@astrojs/cloudflare` gives it to `locals`. */
function waitUntilOf({ locals }: APIContext): WaitUntil | undefined {
	const { cfContext }: { cfContext?: { waitUntil?: WaitUntil } } = locals;
	return cfContext?.waitUntil?.bind(cfContext);
}

async function purge(tags: string[]): Promise<void> {
	purges.note(tags);
	reader().end();
	await purgeHost(cache, tags);
}

const follower = createFollower({
	snapshot: () => reader().renew(),
	routes: async () => (await reader().space()).routes,
	purge,
	built: builtRoutes.spaces[live.space],
	sleep,
	onError: (error) => warn('The service or the cache failed after a purge', error),
});

function follow(tags: string[]): Promise<void> {
	followed = follower.follow(tags);
	return followed;
}

/** The hooks of this process: one that purges, and one that starts builds of the static pages. */
function openHooks(secrets: string[]): readonly RebuildHook[] {
	hooks ??= [purgeHook(secrets), ...buildHooks(secrets)];
	return hooks;
}

const joined = { quietMs: joinMs, maxWaitMs: joinMs };

const inProcess = () => createStorage({ driver: { ...memory(), name: 'slugline-process' } });

const purgeHook = (secrets: string[]): RebuildHook =>
	createRebuildHook({
		...{ ...joined, secrets, logger, storage: storage ?? inProcess() },
		targets: [
			async (event) => {
				const tags = purgedBy(event);
				await purge(tags);
				follow(tags);
			},
		],
	});

function buildHooks(secrets: string[]): RebuildHook[] {
	const address = getSecret('SLUGLINE_BUILD_HOOK');
	if (!address) return [];
	const shared = { secrets, logger, targets: [buildHook(address)] };
	// Builds are joined for longer than purges, where calls can wait for that.
	const options = isStored()
		? { storage: storage && prefixStorage(storage, 'builds') }
		: { ...joined, storage: inProcess() };
	return [createRebuildHook({ ...shared, ...options })];
}
