import { createStorage } from 'unstorage';
import { once } from '../shared/once.js';
import { oneLine } from '../shared/printable.js';
import type { CurrentSpace } from '../wire/index.js';
import type { Counts } from './changes.js';
import { wordsOf } from './keep-or-ask.js';
import { Overtaken } from './kept/commit.js';
import { Damaged } from './kept/compact.js';
import { createKeeper, type Keeper, type KeptState } from './kept/keeper.js';
import { createSideRecords } from './kept/side-records.js';
import { createTextStore, type TextStore } from './kept/text-store.js';
import { isSettled, latestOf } from './marks.js';
import { createMeter } from './meter.js';
import type { Sync, SyncOptions, SyncRequest } from './options.js';
import { type Renewed, renew } from './renew.js';
import { createRescue } from './rescue.js';
import { SyncError } from './sync-error.js';
import type { SyncedSpace, SyncSummary } from './synced-space.js';
import { defaultLang } from './target-rows.js';
import { textHash } from './text-hash.js';
import { viewOf } from './view.js';

/** How often a sync begins anew where others that share the kept state were faster, or content turned out damaged. */
const mostAttempts = 3;

/**
 * Makes the sync of one space: it asks what has changed, keeps it, and gives the space as it then is. Make one for each
 * space and version, and share it among all that read the space.
 *
 * @example
 * const client = createDeliveryClient({ token });
 * const sync = createSync({ client, version: 'published', baseUrl: client.baseUrl });
 * const { links, rows, summary } = await sync.run();
 */
export function createSync(options: SyncOptions): Sync {
	const { client, version, scope = '', onError = 'fail', offline = false, now = Date.now } = options;
	const onNotice = options.onNotice ?? (() => {});
	const storage = options.storage ?? createStorage();
	const asked = options.languages && [...new Set(options.languages)].filter((code) => code !== defaultLang);

	const openKeeper = once(async () => {
		const place = await textHash(JSON.stringify([options.baseUrl.replace(/\/+$/, ''), scope]));
		const store = createTextStore(storage, `${version}-${place.slice(0, 12)}`);
		return { store, keeper: createKeeper({ store, now, onNotice }) };
	});

	return {
		async run(request = {}) {
			const { store, keeper } = await openKeeper();
			const started = now();
			const meter = createMeter(options.subscribe);
			const present = (state: KeptState, kind: SyncSummary['kind'], renewed?: Renewed) =>
				viewOf({
					state,
					languages: kind === 'cached' ? shownOf(state) : state.head.languages,
					version,
					client,
					store,
					answering: {
						records: createSideRecords(store, state.head.space.id),
						cv: state.head.cv,
						trusting: kind !== 'full',
						again: new Set(request.again?.datasources),
						offline,
						keep: onError === 'keep',
						onNotice,
					},
					summary: { kind, ...meter.read(), ms: now() - started, ...countsOf(state, renewed) },
					former: renewed?.former,
					rescue: createRescue({ client, version, state, keeper, offline, onNotice }),
				});
			try {
				if (offline) {
					const state = await keeper.open();
					if (!state) throw nothingKept();
					onNotice(`Offline: the site is built from ${nameOf(state)}.`);
					return present(state, 'cached');
				}
				try {
					return await ask(request, store, keeper, present);
				} catch (error) {
					const state = onError === 'keep' ? await keeper.open() : undefined;
					if (!state) throw error;
					onNotice(
						`The space could not be synced (${wordsOf(error)}). The site is built from ${nameOf(state)}.`,
					);
					return present(state, 'cached');
				}
			} finally {
				meter.stop();
			}
		},
	};

	// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one sync from the version to the commit, in order
	async function ask(
		{ force = false, again }: SyncRequest,
		store: TextStore,
		keeper: Keeper,
		present: (state: KeptState, kind: SyncSummary['kind'], renewed?: Renewed) => SyncedSpace,
	): Promise<SyncedSpace> {
		const [current, kept] = await Promise.all([client.currentSpace(), keeper.open()]);
		let listAll = force || again?.everything === true;
		let damaged = false;
		const namesStories = (again?.stories.length ?? 0) + (again?.slugs.length ?? 0) > 0;
		for (let attempt = 1; ; attempt += 1) {
			const state = ofThisSpace(attempt === 1 ? kept : await keeper.open(), current);
			const space = latestOf(current, state?.head.spaceVersion);
			const fresh = !listAll && state && !isOld(state) ? state : undefined;
			if (fresh && !namesStories && isUnchanged(fresh, space)) return present(fresh, 'unchanged');
			try {
				const renewed = await renew({
					options,
					asked,
					keeper,
					store,
					now,
					space,
					state,
					fresh,
					again,
					marks: damaged ? undefined : state?.head,
					onNotice,
				});
				return present(renewed.state, renewed.waits ? 'unchanged' : fresh ? 'delta' : 'full', renewed);
			} catch (error) {
				const curable = error instanceof Overtaken || error instanceof Damaged;
				if (!curable || attempt === mostAttempts) throw error;
				if (error instanceof Damaged) {
					onNotice('The kept content is damaged; everything is listed again.');
					listAll = true;
					damaged = true;
				}
			}
		}
	}

	function ofThisSpace(state: KeptState | undefined, space: CurrentSpace): KeptState | undefined {
		if (!state || state.head.space.id === space.id) return state;
		onNotice(
			`The kept state is of another space (${oneLine(state.head.space.name)}); everything is listed again. Give each space a storage of its own.`,
		);
		return undefined;
	}

	/** True if listing everything is due. */
	function isOld({ head }: KeptState): boolean {
		const { maxAgeMs } = options;
		return maxAgeMs !== undefined && now() - head.listedAt >= maxAgeMs;
	}

	function isUnchanged({ head }: KeptState, space: CurrentSpace): boolean {
		return (
			version === 'published' &&
			isSettled(head, space) &&
			same(head.asked, asked ?? null) &&
			(asked !== undefined || same(head.codes, space.language_codes ?? null))
		);
	}

	/** The languages of a state that the options ask for; a sentence names those that it lacks. */
	function shownOf({ head: { languages } }: KeptState): string[] {
		if (!asked) return languages;
		const lacking = asked.filter((code) => !languages.includes(code));
		if (lacking.length > 0) onNotice(`The kept state does not have the languages ${lacking.join(', ')}.`);
		return languages.filter((code) => asked.includes(code));
	}
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const nameOf = ({ head: { space, cv } }: KeptState) =>
	`the kept state of ${oneLine(space.name)}${cv === null ? '' : `, cv ${cv}`}`;

function countsOf({ head }: KeptState, renewed: Renewed | undefined): Counts {
	return renewed?.counts ?? { added: 0, changed: 0, moved: 0, removed: 0, unchanged: head.counts.rows };
}

const nothingKept = () =>
	new SyncError(
		'The site is built offline, but nothing is kept of the space.',
		'Build once while the service can be reached.',
	);
