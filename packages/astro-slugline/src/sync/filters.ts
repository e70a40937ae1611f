import { z } from 'zod';
import type { Filter } from '../client/index.js';
import { filterLanguages } from './filter-languages.js';
import { type Answering, wordsOf } from './keep-or-ask.js';
import type { Source } from './options.js';
import { readWhole } from './read-whole.js';
import { rowKey, type SpaceIndex } from './space-index.js';
import { SyncError } from './sync-error.js';
import { defaultLang } from './target-rows.js';

const storiesPerPage = 25;

const keptSchema = z.object({ stamp: z.string(), keys: z.array(z.string()) });

/** What the index was before a sync. */
export interface Former {
	stamp: string;
	/** Uuids of the stories that the sync added, changed or removed. */
	touched: ReadonlySet<string>;
}

export interface FilterContext {
	client: Source;
	answering: Answering;
	version: 'published' | 'draft';
	languages: readonly string[];
	index: () => SpaceIndex;
	/** What the index is now. */
	stamp: string;
	former: Former | undefined;
}

/**
 * The keys of the rows that a filter of the service lets through. Kept with the stamp of the index: while that is the
 * same nobody is asked, and after a sync only about the stories that it touched.
 *
 * @throws what the client threw
 * @throws {SyncError} if offline and no answer for this state is kept
 */
export async function matchingRows(context: FilterContext, filter: Filter): Promise<Set<string>> {
	const { answering, stamp, index } = context;
	const langs = filterLanguages(filter, context.languages);
	const name = ['filter', JSON.stringify(filter), ...langs];
	const kept = (await answering.records.read(name, keptSchema))?.value;
	const ofRows = (keys: Iterable<string>) => {
		const rows = new Set<string>();
		for (const key of keys) {
			const [uuid, lang] = partsOf(key);
			if (index().get(uuid)?.rows.has(lang)) rows.add(key);
		}
		return rows;
	};
	if (kept?.stamp === stamp && (answering.trusting || answering.offline)) return new Set(kept.keys);
	if (answering.offline) throw notKept();
	try {
		const answer = await ask(context, filter, langs, kept);
		const rows = ofRows(answer.keys);
		if (answer.whole) await answering.records.write(name, answering.cv, { stamp, keys: [...rows] });
		return rows;
	} catch (error) {
		if (!answering.keep || !kept) throw error;
		answering.onNotice(`A filter could not be asked (${wordsOf(error)}); its kept answer is used.`);
		return ofRows(kept.keys);
	}
}

interface FilterAnswer {
	keys: Set<string>;
	/** False if the list may have moved between two of its pages. */
	whole: boolean;
}

async function ask(
	context: FilterContext,
	filter: Filter,
	langs: readonly string[],
	kept: { stamp: string; keys: string[] } | undefined,
): Promise<FilterAnswer> {
	const { client, version, answering, index, former } = context;
	const keys = new Set<string>();
	const cvs = new Set<number | null>();
	let mostPages = 0;
	const list = (lang: string, byUuids: string[] | undefined) =>
		readWhole('stories that a filter lets through', async () => ({
			value: undefined,
			...(await listOnce(lang, byUuids)),
		}));
	const listOnce = async (lang: string, byUuids: string[] | undefined) => {
		let pages = 0;
		let got = 0;
		let announced: number | null = null;
		for await (const page of client.stories.pages({
			version,
			cv: answering.cv ?? undefined,
			language: lang === defaultLang ? undefined : lang,
			perPage: storiesPerPage,
			filter,
			byUuids,
		})) {
			pages += 1;
			got += page.items.length;
			announced = byUuids ? null : page.total;
			cvs.add(page.cv);
			for (const story of page.items) keys.add(rowKey(story.uuid, lang));
		}
		mostPages = Math.max(mostPages, pages);
		return { got, announced };
	};
	const touched =
		answering.trusting && kept && former && kept.stamp === former.stamp ? former.touched : undefined;
	const few = touched && touched.size < index().size / 2;
	if (few) {
		for (const key of kept?.keys ?? []) if (!touched.has(partsOf(key)[0])) keys.add(key);
	}
	await Promise.all(
		langs.map((lang) =>
			list(lang, few ? [...touched].filter((uuid) => index().get(uuid)?.rows.has(lang)) : undefined),
		),
	);
	const still = cvs.size <= 1 && (version === 'published' || mostPages <= 1);
	return { keys, whole: still };
}

/** Uuid and language of a key. No uuid has a space in it. */
function partsOf(key: string): [uuid: string, lang: string] {
	const space = key.lastIndexOf(' ');
	return [key.slice(0, space), key.slice(space + 1)];
}

const notKept = () =>
	new SyncError(
		'The site is built offline, and what a filter lets through was not kept.',
		'Build once while the service can be reached.',
	);
