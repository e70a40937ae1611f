import { once } from 'astro-keep/shared/once';
import { oneLine } from 'astro-keep/shared/text/printable';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';
import { createStorage } from 'unstorage';
import type { CurrentSpace } from '../wire/index.js';
import { CorruptCache } from './cache/chunks.js';
import { type CachedState, ConcurrentCommit, createStateCache } from './cache/state-cache.js';
import { createTextStore } from './cache/text-store.js';
import { isUpToDate, latestOf } from './consistency/checkpoint.js';
import { textHash } from './model/hash.js';
import type { Settings, Sync, SyncOptions, SyncRequest } from './model/options.js';
import { defaultLang } from './model/space-index.js';
import { SyncError } from './model/sync-error.js';
import type { SyncedSpace } from './model/synced-space.js';
import { createSideRecords, wordsOf } from './read/cache-first.js';
import { createReadRepair } from './read/stories.js';
import { viewOf } from './read/view.js';
import { type Opened, type Result, refresh, same } from './refresh.js';

/** Maximum number of attempts of a sync that fails because concurrent syncs were faster, or because content is damaged. */
const maxAttempts = 3;

/**
 * Creates the sync of one space: it fetches what has changed, caches it, and returns the synced space. Create one sync per space and
 * version, and share it among all readers.
 *
 * @example
 * const client = createDeliveryClient({ token });
 * const sync = createSync({ client, version: 'published', baseUrl: client.baseUrl });
 * const { links, rows, summary } = await sync.run();
 */
export function createSync(options: SyncOptions): Sync {
	const { languages, now = Date.now, onNotice = noop, explain = noop, onProgress = noop } = options;
	const { onGone = explain } = options;
	const requestedLanguages = languages
		? [...new Set(languages)].filter((code) => code !== defaultLang)
		: null;
	const settings = { ...options, now, onNotice, explain, onGone, onProgress, requestedLanguages };
	const open = once(async () => {
		const address = await textHash(JSON.stringify([trimEndSlashes(options.baseUrl), options.scope ?? '']));
		const storage = options.storage ?? createStorage();
		const store = createTextStore(storage, `${options.version}-${address.slice(0, 12)}`);
		return { settings, store, cache: createStateCache(store, settings) };
	});
	return { run: async (request = {}) => run(await open(), request) };
}

async function run(opened: Opened, request: SyncRequest): Promise<SyncedSpace> {
	const { settings, store, cache } = opened;
	const { now, onNotice, onError, offline } = settings;
	const started = now();
	const spent = { requests: 0, bytes: 0, waitedMs: 0 };
	const unsubscribe = settings.subscribe?.(({ bytes, waitedMs }) => {
		spent.requests += 1;
		spent.bytes += bytes;
		spent.waitedMs += waitedMs;
	});
	const present = ({ state, kind, counts, changes }: Result) => {
		const { head } = state;
		const unchanged = { added: 0, changed: 0, moved: 0, removed: 0, unchanged: head.counts.rows };
		return viewOf({
			state,
			languages: kind === 'cached' ? cachedLanguages(state, settings) : head.languages,
			store,
			sideCache: {
				records: createSideRecords(store, head.space.id),
				cv: head.cv,
				isFresh: kind !== 'full',
				refetch: new Set(request.again?.datasources),
				settings,
			},
			summary: { kind, ...spent, ms: now() - started, ...(counts ?? unchanged) },
			changes,
			repair: createReadRepair(settings, state, cache),
		});
	};
	try {
		if (!offline) return present(await syncOnline(opened, request));
		const state = await cache.open();
		if (!state) throw nothingCached();
		onNotice(`Offline: the site is built from ${nameOf(state)}.`);
		return present({ state, kind: 'cached' });
	} catch (error) {
		const state = onError === 'keep' && !offline ? await cache.open() : undefined;
		if (!state) throw error;
		onNotice(`The space could not be synced (${wordsOf(error)}). The site is built from ${nameOf(state)}.`);
		return present({ state, kind: 'cached' });
	} finally {
		unsubscribe?.();
	}
}

async function syncOnline(
	{ settings, store, cache }: Opened,
	{ force = false, mayEmpty = force, again: refetch }: SyncRequest,
): Promise<Result> {
	const [current, cached] = await Promise.all([settings.client.currentSpace(), cache.open()]);
	const namesStories = (refetch?.stories.length ?? 0) + (refetch?.slugs.length ?? 0) > 0;
	let isCorrupt = false;
	for (let attempt = 1; ; attempt += 1) {
		const state = ofThisSpace(attempt === 1 ? cached : await cache.open(), current, settings);
		const space = latestOf(current, state?.head.spaceVersion);
		const fetchesAll = force || refetch?.everything || isCorrupt || !state || isOld(state, settings);
		const base = fetchesAll ? undefined : state;
		if (base && !namesStories && isUnchanged(base, space, settings))
			return { state: base, kind: 'unchanged' };
		try {
			const checkpoint = isCorrupt ? undefined : state?.head;
			return await refresh({ settings, cache, store, space, state, base, refetch, mayEmpty, checkpoint });
		} catch (error) {
			const isRetryable = error instanceof ConcurrentCommit || error instanceof CorruptCache;
			if (!isRetryable || attempt === maxAttempts) throw error;
			if (!(error instanceof CorruptCache)) continue;
			settings.onNotice('The cached content is damaged, so everything is fetched again.');
			isCorrupt = true;
		}
	}
}

function ofThisSpace(state: CachedState | undefined, space: CurrentSpace, { changesId, onNotice }: Settings) {
	if (!state || state.head.space.id === space.id) return state;
	if (changesId) return undefined;
	onNotice(
		`The token is of the space ${oneLine(space.name)}, and the cached state is of ${oneLine(state.head.space.name)}, so everything is fetched again. If the token is right, there is nothing to do; two spaces in turn need a storage each.`,
	);
	return undefined;
}

const isOld = ({ head }: CachedState, { maxAgeMs, now }: Settings): boolean =>
	maxAgeMs !== undefined && now() - head.listedAt >= maxAgeMs;

const isUnchanged = (
	{ head }: CachedState,
	space: CurrentSpace,
	{ version, requestedLanguages }: Settings,
): boolean =>
	version === 'published' &&
	isUpToDate(head, space) &&
	same(head.requestedLanguages, requestedLanguages) &&
	(requestedLanguages !== null || same(head.apiLanguages, space.language_codes ?? null));

/** The requested languages that a cached state has. Warns about those that it lacks. */
function cachedLanguages(
	{ head: { languages } }: CachedState,
	{ requestedLanguages, onNotice }: Settings,
): string[] {
	if (!requestedLanguages) return languages;
	const lacking = requestedLanguages.filter((code) => !languages.includes(code));
	if (lacking.length > 0) onNotice(`The cached state does not have the languages ${lacking.join(', ')}.`);
	return languages.filter((code) => requestedLanguages.includes(code));
}

const noop = () => {};

const nameOf = ({ head: { space, cv } }: CachedState) =>
	`the cached state of ${oneLine(space.name)}${cv === null ? '' : `, cv ${cv}`}`;

const nothingCached = () =>
	new SyncError(
		'The site is built offline, but there is no cached state of the space.',
		'Build once while the API can be reached.',
	);
