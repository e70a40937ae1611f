import { createStorage } from 'unstorage';
import { once } from '../shared/once.js';
import { oneLine } from '../shared/text/printable.js';
import { trimEndSlashes } from '../shared/text/slashes.js';
import type { CurrentSpace } from '../wire/index.js';
import { Damaged } from './cache/chunks.js';
import { type CachedState, createStateCache, Overtaken, type StateCache } from './cache/state-cache.js';
import { createTextStore, type TextStore } from './cache/text-store.js';
import { isSettled, latestOf } from './consistency/checkpoint.js';
import type { Counts } from './delta/summary.js';
import { textHash } from './model/hash.js';
import type { RequestCost, Settings, Sync, SyncOptions, SyncRequest } from './model/options.js';
import { defaultLang } from './model/space-index.js';
import { SyncError } from './model/sync-error.js';
import type { SyncedSpace, SyncSummary } from './model/synced-space.js';
import { createSideRecords, wordsOf } from './read/cache-first.js';
import { createRescue } from './read/stories.js';
import { viewOf } from './read/view.js';
import { type Renewed, renew, same } from './refresh.js';

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
export const createSync = (options: SyncOptions): Sync => new SpaceSync(options);

type Present = (state: CachedState, kind: SyncSummary['kind'], renewed?: Renewed) => SyncedSpace;

class SpaceSync implements Sync {
	readonly #settings: Settings;
	readonly #openCache: () => Promise<{ store: TextStore; cache: StateCache }>;

	constructor(options: SyncOptions) {
		const { languages, now = Date.now, onNotice = noop, explain = noop, onProgress = noop } = options;
		const asked = languages ? [...new Set(languages)].filter((code) => code !== defaultLang) : null;
		this.#settings = { ...options, now, onNotice, explain, onProgress, asked };
		this.#openCache = once(async () => {
			const place = await textHash(JSON.stringify([trimEndSlashes(options.baseUrl), options.scope ?? '']));
			const storage = options.storage ?? createStorage();
			const store = createTextStore(storage, `${options.version}-${place.slice(0, 12)}`);
			return { store, cache: createStateCache(store, this.#settings) };
		});
	}

	async run(request: SyncRequest = {}): Promise<SyncedSpace> {
		const { now, onNotice, onError, offline } = this.#settings;
		const { store, cache } = await this.#openCache();
		const started = now();
		const meter = createMeter(this.#settings.subscribe);
		const present: Present = (state, kind, renewed) =>
			viewOf({
				state,
				languages: kind === 'cached' ? this.#shownOf(state) : state.head.languages,
				store,
				sideReading: {
					records: createSideRecords(store, state.head.space.id),
					cv: state.head.cv,
					trusting: kind !== 'full',
					again: new Set(request.again?.datasources),
					settings: this.#settings,
				},
				summary: { kind, ...meter.spent, ms: now() - started, ...countsOf(state, renewed) },
				former: renewed?.former,
				rescue: createRescue(this.#settings, state, cache),
			});
		try {
			if (offline) {
				const state = await cache.open();
				if (!state) throw nothingCached();
				onNotice(`Offline: the site is built from ${nameOf(state)}.`);
				return present(state, 'cached');
			}
			return await this.#ask(request, store, cache, present);
		} catch (error) {
			const state = onError === 'keep' && !offline ? await cache.open() : undefined;
			if (!state) throw error;
			onNotice(`The space could not be synced (${wordsOf(error)}). The site is built from ${nameOf(state)}.`);
			return present(state, 'cached');
		} finally {
			meter.stop?.();
		}
	}

	async #ask(
		{ force = false, again }: SyncRequest,
		store: TextStore,
		cache: StateCache,
		present: Present,
	): Promise<SyncedSpace> {
		const [current, cached] = await Promise.all([this.#settings.client.currentSpace(), cache.open()]);
		let listAll = force || again?.everything === true;
		let damaged = false;
		const namesStories = (again?.stories.length ?? 0) + (again?.slugs.length ?? 0) > 0;
		for (let attempt = 1; ; attempt += 1) {
			const state = this.#ofThisSpace(attempt === 1 ? cached : await cache.open(), current);
			const space = latestOf(current, state?.head.spaceVersion);
			const base = !listAll && state && !this.#isOld(state) ? state : undefined;
			if (base && !namesStories && this.#isUnchanged(base, space)) return present(base, 'unchanged');
			try {
				const renewed = await renew({
					settings: this.#settings,
					cache,
					store,
					space,
					state,
					base,
					again,
					marks: damaged ? undefined : state?.head,
				});
				return present(renewed.state, renewed.waits ? 'unchanged' : base ? 'delta' : 'full', renewed);
			} catch (error) {
				const curable = error instanceof Overtaken || error instanceof Damaged;
				if (!curable || attempt === maxAttempts) throw error;
				if (error instanceof Damaged) {
					this.#settings.onNotice('The cached content is damaged, so everything is fetched again.');
					listAll = true;
					damaged = true;
				}
			}
		}
	}

	#ofThisSpace(state: CachedState | undefined, space: CurrentSpace): CachedState | undefined {
		if (!state || state.head.space.id === space.id) return state;
		this.#settings.onNotice(
			`The token is of the space ${oneLine(space.name)}, and the cached state is of ${oneLine(state.head.space.name)}, so everything is fetched again. If the token is right, there is nothing to do; two spaces in turn need a storage each.`,
		);
		return undefined;
	}

	#isOld({ head }: CachedState): boolean {
		const { maxAgeMs, now } = this.#settings;
		return maxAgeMs !== undefined && now() - head.listedAt >= maxAgeMs;
	}

	#isUnchanged({ head }: CachedState, space: CurrentSpace): boolean {
		const { version, asked } = this.#settings;
		return (
			version === 'published' &&
			isSettled(head, space) &&
			same(head.asked, asked) &&
			(asked !== null || same(head.codes, space.language_codes ?? null))
		);
	}

	/** The requested languages that a state has. Warns about those that it lacks. */
	#shownOf({ head: { languages } }: CachedState): string[] {
		const { asked, onNotice } = this.#settings;
		if (!asked) return languages;
		const lacking = asked.filter((code) => !languages.includes(code));
		if (lacking.length > 0) onNotice(`The cached state does not have the languages ${lacking.join(', ')}.`);
		return languages.filter((code) => asked.includes(code));
	}
}

const noop = () => {};

const nameOf = ({ head: { space, cv } }: CachedState) =>
	`the cached state of ${oneLine(space.name)}${cv === null ? '' : `, cv ${cv}`}`;

function countsOf({ head }: CachedState, renewed: Renewed | undefined): Counts {
	return renewed?.counts ?? { added: 0, changed: 0, moved: 0, removed: 0, unchanged: head.counts.rows };
}

const nothingCached = () =>
	new SyncError(
		'The site is built offline, but there is no cached state of the space.',
		'Build once while the API can be reached.',
	);

function createMeter(subscribe: SyncOptions['subscribe']) {
	const spent = { requests: 0, bytes: 0, waitedMs: 0 };
	const stop = subscribe?.((cost: RequestCost) => {
		spent.requests += 1;
		spent.bytes += cost.bytes;
		spent.waitedMs += cost.waitedMs;
	});
	return { spent, stop };
}
