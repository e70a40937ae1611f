import type { AskAgain } from '../shared/ask-again.js';
import { trimSlashes } from '../shared/trim-slashes.js';
import type { CurrentSpace, Link } from '../wire/index.js';
import { type Counts, changesBetween } from './changes.js';
import type { Former } from './filters.js';
import { createChunkWriter } from './kept/chunk-writer.js';
import type { NewState } from './kept/commit.js';
import { compact } from './kept/compact.js';
import type { Head } from './kept/head.js';
import type { Keeper, KeptState, Writing } from './kept/keeper.js';
import type { TextStore } from './kept/text-store.js';
import { lagNotice, type Marks } from './marks.js';
import type { SyncOptions } from './options.js';
import type { SpaceIndex } from './space-index.js';
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
	/** What the kept state is of; undefined where its content cannot be read. */
	marks: Marks | undefined;
	onNotice: (sentence: string) => void;
}

export interface Renewed {
	/** True if the kept content stays, since the edge serves nothing newer. */
	waits: boolean;
	state: KeptState;
	counts: Counts;
	/** What was kept before. */
	former: Former | undefined;
}

/** Reads what has changed, or everything, and keeps it. What fails leaves the kept state as it was. */
export async function renew(input: RenewInput): Promise<Renewed> {
	const { options, asked, keeper, store, now, space, state, fresh, again, marks, onNotice } = input;
	const { client, version, explain, onProgress } = options;
	const began = now();
	// Other languages than before remove rows as they were told to.
	const sameOptions = JSON.stringify(state?.head.asked) === JSON.stringify(asked ?? null);
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
			marks,
			otherOptions: JSON.stringify(fresh?.head.asked) !== JSON.stringify(asked ?? null),
			former: sameOptions ? state?.index() : undefined,
			onNotice,
			began,
			now,
			version,
			languages: (current, links) => asked ?? languagesOf(current, links),
			kept: fresh?.index(),
			isNamed: namedBy(again),
			explain: explain ?? (() => {}),
		});
		await writer.flush();
		const { id, name, language_codes } = updated.space;
		const lag = lagNotice(updated.marks);
		if (lag) onNotice(lag);
		if (!updated.content) {
			if (!state) throw new Error('Only a kept state can wait for the edge.');
			return { ...(await wait(writing, state, updated.marks)), waits: true };
		}
		const { missing, languages } = updated.content;
		if (missing.length > 0) onNotice(missingNotice(missing));
		const index = await compact(updated.content.index, store, writer);
		const known = {
			space: { id, name },
			...updated.marks,
			asked: asked ?? null,
			codes: language_codes ?? null,
			languages,
			listedAt: fresh?.head.listedAt ?? now(),
		};
		const before: SpaceIndex = state?.index() ?? new Map();
		const idle = state && isSame(before, index) && isKept(known, state.head);
		const next = idle ? state : await writing.commit({ ...known, index }, state);
		const { counts, touched } = changesBetween(before, index);
		return { waits: false, state: next, counts, former: state && { stamp: state.head.stamp, touched } };
	} finally {
		await writing.end();
	}
}

/** Notes in the kept state what it waits for. */
async function wait(writing: Writing, state: KeptState, marks: Marks): Promise<Omit<Renewed, 'waits'>> {
	const { space, asked, codes, languages, listedAt, counts, cv, spaceVersion, lag } = state.head;
	const isNoted = JSON.stringify(marks) === JSON.stringify({ cv, spaceVersion, lag });
	const known = { space, ...marks, asked, codes, languages, listedAt };
	const next = isNoted ? state : await writing.commit({ ...known, index: state.index() }, state);
	const none = { added: 0, changed: 0, moved: 0, removed: 0 };
	return { state: next, counts: { ...none, unchanged: counts.rows }, former: undefined };
}

function namedBy(again: AskAgain | undefined): (link: Link) => boolean {
	const ids = new Set(again?.stories);
	const slugs = new Set(again?.slugs.map(trimSlashes));
	return (link) => ids.has(link.id) || slugs.has(trimSlashes(link.slug));
}

/** True if no record is another: then there is nothing to write. */
const isSame = (one: SpaceIndex, other: SpaceIndex) =>
	one.size === other.size && [...one].every(([uuid, record]) => other.get(uuid) === record);

const isKept = (
	known: Omit<NewState, 'index'>,
	{ space, cv, spaceVersion, lag, asked, codes, languages, listedAt }: Head,
) =>
	JSON.stringify(known) ===
	JSON.stringify({ space, cv, spaceVersion, lag, asked, codes, languages, listedAt });

function languagesOf(space: CurrentSpace, links: ReadonlyMap<string, Link>): string[] {
	const codes = space.language_codes?.filter((code) => code !== defaultLang) ?? [];
	return codes.length > 0 ? [...new Set(codes)] : namedLanguages([...links.values()]);
}

function missingNotice(missing: readonly { link: Link; lang: string }[]): string {
	const few = missing
		.slice(0, 5)
		.map(({ link, lang }) =>
			lang === defaultLang ? trimSlashes(link.slug) : `${trimSlashes(link.slug)} (${lang})`,
		);
	const more = missing.length > few.length ? ` and ${missing.length - few.length} more` : '';
	return `The service lists these as published, but gives no content for them; they are left out: ${few.join(', ')}${more}.`;
}
