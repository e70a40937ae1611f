import type { AskAgain } from '../shared/api/ask-again.js';
import { trimSlashes } from '../shared/text/slashes.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { compact, createChunkWriter } from './cache/chunks.js';
import { fieldsOf } from './cache/head.js';
import type { CachedState, StateCache } from './cache/state-cache.js';
import type { TextStore } from './cache/text-store.js';
import { lagNotice, type Marks } from './consistency/checkpoint.js';
import { update } from './consistency/read-until-stable.js';
import { type Counts, changesBetween } from './delta/summary.js';
import { createArrivals } from './fetch/fetched-stories.js';
import { Ask } from './fetch/space-fetcher.js';
import type { Settings } from './model/options.js';
import { defaultLang, type SpaceIndex } from './model/space-index.js';
import type { Former } from './read/filters.js';

interface RenewInput {
	settings: Settings;
	cache: StateCache;
	store: TextStore;
	space: CurrentSpace;
	/** The cached state, to report what changed. */
	state: CachedState | undefined;
	/** The cached state that the sync starts from; undefined to list everything. */
	base: CachedState | undefined;
	again: AskAgain | undefined;
	/** The marks of the cached state; undefined if its content cannot be read. */
	marks: Marks | undefined;
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
	const { settings, cache, store, space, state, base, again, marks } = input;
	const { asked, now, onNotice } = settings;
	const began = now();
	// A change of the languages removes rows on purpose.
	const sameOptions = same(state?.head.asked, asked);
	const writing = await cache.begin();
	try {
		const writer = createChunkWriter(store);
		const arrivals = createArrivals(writer, settings.version);
		const updated = await update({
			settings,
			ask: new Ask(settings, arrivals),
			arrivals,
			space,
			marks,
			otherOptions: !same(base?.head.asked, asked),
			former: sameOptions ? state?.index() : undefined,
			began,
			previous: base?.index(),
			isNamed: namedBy(again),
		});
		await writer.flush();
		const { content } = updated;
		const { id, name, language_codes } = updated.space;
		const { cv, spaceVersion, lag } = updated.marks;
		const notice = lagNotice(updated.marks);
		if (notice) onNotice(notice);
		if (content && content.missing.length > 0) onNotice(missingNotice(content.missing));
		const facts = content
			? {
					space: { id, name },
					asked,
					codes: language_codes ?? null,
					languages: content.languages,
					listedAt: base?.head.listedAt ?? now(),
				}
			: state?.head;
		if (!facts) throw new Error('Only a cached state can wait for the edge.');
		const before: SpaceIndex = state?.index() ?? new Map();
		const index = content ? await compact(content.index, store, writer) : before;
		const fields = fieldsOf({ ...facts, cv, spaceVersion, lag });
		const idle = state && isSame(before, index) && same(fields, fieldsOf(state.head));
		const next = idle ? state : await writing.commit({ ...fields, index }, state);
		const { counts, touched } = changesBetween(before, index);
		const former = state && { stamp: state.head.stamp, touched };
		return { waits: !content, state: next, counts, former };
	} finally {
		await writing.end();
	}
}

function namedBy(again: AskAgain | undefined): (link: Link) => boolean {
	const ids = new Set(again?.stories);
	const slugs = new Set(again?.slugs.map(trimSlashes));
	return (link) => ids.has(link.id) || slugs.has(trimSlashes(link.slug));
}

export const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** True if all records are the same objects, so that there is nothing to write. */
const isSame = (one: SpaceIndex, other: SpaceIndex) =>
	one.size === other.size && [...one].every(([uuid, record]) => other.get(uuid) === record);

function missingNotice(missing: readonly { link: Link; lang: string }[]): string {
	const named = missing
		.slice(0, 5)
		.map(({ link, lang }) =>
			lang === defaultLang ? trimSlashes(link.slug) : `${trimSlashes(link.slug)} (${lang})`,
		);
	const more = missing.length > named.length ? ` and ${missing.length - named.length} more` : '';
	return `The API lists these stories as published but returns no content for them, so they are left out: ${named.join(', ')}${more}.`;
}
