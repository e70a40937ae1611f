import type { AskAgain } from '../shared/api/ask-again.js';
import { trimSlashes } from '../shared/text/slashes.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { type Counts, changesBetween } from './changes.js';
import type { SyncOptions } from './model/options.js';
import { defaultLang, namedLanguages, type SpaceIndex } from './model/space-index.js';
import type { Former } from './read/filters.js';
import { compact, createChunkWriter } from './state/chunks.js';
import type { StateHead } from './state/head.js';
import { lagNotice, type Marks } from './state/marks.js';
import type { CachedState, NewState, StateCache, Writing } from './state/state-cache.js';
import type { TextStore } from './state/text-store.js';
import { createArrivals } from './update/arrivals.js';
import { createAsk } from './update/ask.js';
import { update } from './update/update.js';

export interface RenewInput {
	options: SyncOptions;
	/** The languages in the options. */
	asked: string[] | undefined;
	cache: StateCache;
	store: TextStore;
	now: () => number;
	space: CurrentSpace;
	/** The cached state, to report what changed. */
	state: CachedState | undefined;
	/** The cached state that the sync starts from; undefined to list everything. */
	base: CachedState | undefined;
	again: AskAgain | undefined;
	/** The marks of the cached state; undefined if its content cannot be read. */
	marks: Marks | undefined;
	onNotice: (sentence: string) => void;
}

export interface Renewed {
	/** True if the cached content stays, because the edge serves nothing newer. */
	waits: boolean;
	state: CachedState;
	counts: Counts;
	/** The index before. */
	former: Former | undefined;
}

/** Fetches what has changed, or everything, and commits it. A failure leaves the cached state unchanged. */
export async function renew(input: RenewInput): Promise<Renewed> {
	const { options, asked, cache, store, now, space, state, base, again, marks, onNotice } = input;
	const { client, version, explain, onProgress } = options;
	const began = now();
	// A change of the languages removes rows on purpose.
	const sameOptions = JSON.stringify(state?.head.asked) === JSON.stringify(asked ?? null);
	const writing = await cache.begin();
	try {
		const writer = createChunkWriter(store);
		const arrivals = createArrivals(writer, version);
		const updated = await update({
			ask: createAsk({
				client,
				version,
				arrivals,
				onProgress: onProgress ?? (() => {}),
			}),
			arrivals,
			space,
			marks,
			otherOptions: JSON.stringify(base?.head.asked) !== JSON.stringify(asked ?? null),
			former: sameOptions ? state?.index() : undefined,
			onNotice,
			began,
			now,
			version,
			languages: (current, links) => asked ?? languagesOf(current, links),
			previous: base?.index(),
			isNamed: namedBy(again),
			explain: explain ?? (() => {}),
		});
		await writer.flush();
		const { id, name, language_codes } = updated.space;
		const lag = lagNotice(updated.marks);
		if (lag) onNotice(lag);
		if (!updated.content) {
			if (!state) throw new Error('Only a cached state can wait for the edge.');
			return { ...(await wait(writing, state, updated.marks)), waits: true };
		}
		const { missing, languages } = updated.content;
		if (missing.length > 0) onNotice(missingNotice(missing));
		const index = await compact(updated.content.index, store, writer);
		const fields = {
			space: { id, name },
			...updated.marks,
			asked: asked ?? null,
			codes: language_codes ?? null,
			languages,
			listedAt: base?.head.listedAt ?? now(),
		};
		const before: SpaceIndex = state?.index() ?? new Map();
		const idle = state && isSame(before, index) && isStored(fields, state.head);
		const next = idle ? state : await writing.commit({ ...fields, index }, state);
		const { counts, touched } = changesBetween(before, index);
		return { waits: false, state: next, counts, former: state && { stamp: state.head.stamp, touched } };
	} finally {
		await writing.end();
	}
}

/** Records in the cached state what it waits for. */
async function wait(writing: Writing, state: CachedState, marks: Marks): Promise<Omit<Renewed, 'waits'>> {
	const { space, asked, codes, languages, listedAt, counts, cv, spaceVersion, lag } = state.head;
	const isNoted = JSON.stringify(marks) === JSON.stringify({ cv, spaceVersion, lag });
	const fields = { space, ...marks, asked, codes, languages, listedAt };
	const next = isNoted ? state : await writing.commit({ ...fields, index: state.index() }, state);
	const none = { added: 0, changed: 0, moved: 0, removed: 0 };
	return { state: next, counts: { ...none, unchanged: counts.rows }, former: undefined };
}

function namedBy(again: AskAgain | undefined): (link: Link) => boolean {
	const ids = new Set(again?.stories);
	const slugs = new Set(again?.slugs.map(trimSlashes));
	return (link) => ids.has(link.id) || slugs.has(trimSlashes(link.slug));
}

/** True if all records are the same objects, so that there is nothing to write. */
const isSame = (one: SpaceIndex, other: SpaceIndex) =>
	one.size === other.size && [...one].every(([uuid, record]) => other.get(uuid) === record);

const isStored = (
	fields: Omit<NewState, 'index'>,
	{ space, cv, spaceVersion, lag, asked, codes, languages, listedAt }: StateHead,
) =>
	JSON.stringify(fields) ===
	JSON.stringify({ space, cv, spaceVersion, lag, asked, codes, languages, listedAt });

function languagesOf(space: CurrentSpace, links: ReadonlyMap<string, Link>): string[] {
	const codes = space.language_codes?.filter((code) => code !== defaultLang) ?? [];
	return codes.length > 0 ? [...new Set(codes)] : namedLanguages([...links.values()]);
}

function missingNotice(missing: readonly { link: Link; lang: string }[]): string {
	const named = missing
		.slice(0, 5)
		.map(({ link, lang }) =>
			lang === defaultLang ? trimSlashes(link.slug) : `${trimSlashes(link.slug)} (${lang})`,
		);
	const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
	return `The API lists these stories as published but returns no content for them, so they are left out: ${named.join(', ')}${more}.`;
}
