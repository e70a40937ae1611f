import type { AskAgain } from '../shared/ask-again.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { type Counts, changesBetween } from './changes.js';
import type { Former } from './filters.js';
import { createChunkWriter } from './kept/chunk-writer.js';
import type { NewState } from './kept/commit.js';
import { compact } from './kept/compact.js';
import type { Head } from './kept/head.js';
import type { Keeper, KeptState } from './kept/keeper.js';
import type { TextStore } from './kept/text-store.js';
import type { SyncOptions } from './options.js';
import { type SpaceIndex, trimSlug } from './space-index.js';
import { defaultLang, namedLanguages } from './target-rows.js';
import { createArrivals } from './update/arrivals.js';
import { createAsk } from './update/ask.js';
import { update } from './update/update.js';

export interface RenewInput {
	options: SyncOptions;
	/** The languages that the options ask for. */
	asked: string[] | undefined;
	keeper: Keeper;
	store: TextStore;
	now: () => number;
	space: CurrentSpace;
	/** What is kept: for saying what changed. */
	state: KeptState | undefined;
	/** What is kept, if the sync may begin from it; else everything is listed. */
	fresh: KeptState | undefined;
	again: AskAgain | undefined;
	onNotice: (sentence: string) => void;
}

export interface Renewed {
	state: KeptState;
	counts: Counts;
	/** What was kept before. */
	former: Former | undefined;
}

/** Reads what has changed, or everything, and keeps it. What fails leaves the kept state as it was. */
export async function renew(input: RenewInput): Promise<Renewed> {
	const { options, asked, keeper, store, now, space, state, fresh, again, onNotice } = input;
	const { client, version, explain, onProgress } = options;
	const writing = await keeper.begin();
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
			version,
			languages: (current, links) => asked ?? languagesOf(current, links),
			kept: fresh?.index(),
			isNamed: namedBy(again),
			explain: explain ?? (() => {}),
		});
		await writer.flush();
		if (updated.missing.length > 0) onNotice(missingNotice(updated.missing));
		const index = await compact(updated.index, store, writer);
		const { id, name, language_codes } = updated.space;
		const known = {
			space: { id, name },
			cv: version === 'published' ? updated.space.version : null,
			asked: asked ?? null,
			codes: language_codes ?? null,
			languages: updated.languages,
			listedAt: fresh?.head.listedAt ?? now(),
		};
		const before: SpaceIndex = state?.index() ?? new Map();
		const idle = state && isSame(before, index) && isKept(known, state.head);
		const next = idle ? state : await writing.commit({ ...known, index }, state);
		const { counts, touched } = changesBetween(before, index);
		return { state: next, counts, former: state && { stamp: state.head.stamp, touched } };
	} finally {
		await writing.end();
	}
}

function namedBy(again: AskAgain | undefined): (link: Link) => boolean {
	const ids = new Set(again?.stories);
	const slugs = new Set(again?.slugs.map(trimSlug));
	return (link) => ids.has(link.id) || slugs.has(trimSlug(link.slug));
}

/** True if no record is another: then there is nothing to write. */
const isSame = (one: SpaceIndex, other: SpaceIndex) =>
	one.size === other.size && [...one].every(([uuid, record]) => other.get(uuid) === record);

const isKept = (known: Omit<NewState, 'index'>, { space, cv, asked, codes, languages, listedAt }: Head) =>
	JSON.stringify(known) === JSON.stringify({ space, cv, asked, codes, languages, listedAt });

function languagesOf(space: CurrentSpace, links: ReadonlyMap<string, Link>): string[] {
	const codes = space.language_codes?.filter((code) => code !== defaultLang) ?? [];
	return codes.length > 0 ? [...new Set(codes)] : namedLanguages([...links.values()]);
}

function missingNotice(missing: readonly { link: Link; lang: string }[]): string {
	const few = missing
		.slice(0, 5)
		.map(({ link, lang }) =>
			lang === defaultLang ? trimSlug(link.slug) : `${trimSlug(link.slug)} (${lang})`,
		);
	const more = missing.length > few.length ? ` and ${missing.length - few.length} more` : '';
	return `The service lists these as published, but gives no content for them; they are left out: ${few.join(', ')}${more}.`;
}
