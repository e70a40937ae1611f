import live from 'virtual:astro-slugline/live';
import type { APIContext } from 'astro';
import { webhookSecrets } from './host/environment.js';
import { purgeGone } from './purge/host.js';
import { purgeLog } from './purge/purge-log.js';
import { pageTag, pageTags } from './purge/tags.js';
import type { LiveRecord } from './record.js';
import { cacheKeyOf, isInKey, keptPath } from './watch/address.js';
import { isForAll, isPrivate, type Watched } from './watch/watch.js';

/** Seconds for which a page is cached, in case a webhook call is lost, and for which it may be shown while the service fails. */
const maxAge = 3600;
const swr = 86_400;

/** Seconds after which a visitor may try again while the service fails. */
const retryAfter = 5;

/** Statuses that say that a page does not exist anymore. */
const gone: ReadonlySet<number> = new Set([404, 410]);

const cacheKey = cacheKeyOf(live.cache, live.cacheQuery);

/**
 * The response of a page, with its cache tags. They are complete only when the body is, so the body of a page that has read
 * something live is buffered. Other responses stay as they are.
 */
export async function respond(
	record: LiveRecord,
	watched: Watched,
	context: APIContext,
	render: () => Promise<Response>,
): Promise<Response> {
	const { cache, request } = context;
	const isLive = () => record.tags.size > 0;
	/** True if the page, or a rule for its route, says how long it is cached. */
	const hasTime = () => cache?.options.maxAge !== undefined;
	let response: Response | undefined;
	try {
		response = await render();
		// Errors of streamed children count, too.
		if (response.body && (isLive() || hasTime()))
			response = new Response(await response.arrayBuffer(), response);
	} catch (error) {
		if (!record.hasFailed && !record.isRefused) throw error;
	}
	if (record.isRefused)
		return refusal(context, 400, 'The address of this page has characters that it cannot have.');
	if (!response || record.hasFailed) return unavailable(context);
	if (!isLive() || !cache?.enabled) return response;
	const { address, reads } = watched;
	const own = pageTag(keptPath(address, cacheKey));
	// What is stored may be shown for a day more, if the call for it was lost.
	if (gone.has(response.status) && !record.servedStale) await purgeGone(cache, own);
	const tags = [...pageTags(record.tags), own];
	const isAllowed = !watched.isOff && !record.servedStale && !purgeLog.purgedSince(record.epoch, record.tags);
	const isUsual = response.status === 200 && request.method === 'GET';
	if (!isAllowed || isPrivate(response, context) || !isInKey(reads, address, cacheKey)) cache.set(false);
	else if (hasTime()) cache.set({ tags });
	else if (isUsual && isPurged() && isForAll(watched, cacheKey)) cache.set({ maxAge, swr, tags });
	else cache.set(false);
	storeOnly(response.status, cache);
	return response;
}

const applyHeaders = Symbol.for('astro:cache:apply');

/** Keeps out of the cache what Astro puts in place of a page afterward, such as 404 for one in a language that it may not have. */
function storeOnly(status: number, cache: APIContext['cache']): void {
	const apply: unknown = Reflect.get(cache, applyHeaders);
	if (typeof apply !== 'function') return;
	Object.defineProperty(cache, applyHeaders, {
		value: (final: Response, ...rest: unknown[]) => {
			if (final.status === status) apply.call(cache, final, ...rest);
		},
	});
}

/** True if calls can purge: the site shows no drafts and has the endpoint, and the server has its secret. */
const isPurged = (): boolean =>
	live.endpoint !== undefined && live.settings.version === 'published' && webhookSecrets().length > 0;

const unavailable = (context: APIContext): Response =>
	refusal(
		context,
		503,
		'The content of this page cannot be read at the moment. Try again in a few seconds.',
		{ 'retry-after': String(retryAfter) },
	);

/** A response in place of a page, which nothing may store. */
function refusal({ cache }: APIContext, status: number, words: string, headers = {}): Response {
	if (cache?.enabled) cache.set(false);
	return new Response(`${words}\n`, {
		status,
		headers: { ...headers, 'cache-control': 'no-store', 'content-type': 'text/plain' },
	});
}
