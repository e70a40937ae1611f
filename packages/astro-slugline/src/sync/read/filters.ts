import { foldCode } from 'astro-keep/shared/text/named';
import { z } from 'zod';
import type { Filter, StoryPage } from '../../client/index.js';
import { translationOf } from '../../shared/api/filter-operations.js';
import { readWholeList } from '../fetch/whole-list.js';
import { defaultLang, rowKey, type SpaceIndex } from '../model/space-index.js';
import { notCached, type SideCache, wordsOf } from './cache-first.js';

const storiesPerPage = 25;

const cachedSchema = z.object({ stamp: z.string(), keys: z.array(z.string()) });

/** What a sync changed since the index with this stamp. */
export interface ChangesSince {
	stamp: string;
	/** Uuids of the stories that the sync added, changed, or removed. */
	touched: ReadonlySet<string>;
}

interface FilterContext {
	sideCache: SideCache;
	languages: readonly string[];
	index: () => SpaceIndex;
	stamp: string;
	changes: ChangesSince | undefined;
}

/**
 * The keys of the rows that match a filter, which the API evaluates. The result is cached with the stamp of the index: without a
 * change no request is made, and after a sync only the stories that it touched are requested.
 *
 * @throws errors of the client
 * @throws {SyncError} if offline and there is no cached result for this state
 */
export async function matchingRows(context: FilterContext, filter: Filter): Promise<Set<string>> {
	const { sideCache, stamp, index } = context;
	const { offline, onError, onNotice } = sideCache.settings;
	const langs = filterLanguages(filter, context.languages);
	const name = ['filter', JSON.stringify(filter), ...langs];
	const cached = (await sideCache.records.read(name, cachedSchema))?.value;
	const hasRow = (key: string) => {
		const [uuid, lang] = partsOf(key);
		return index().get(uuid)?.rows.has(lang);
	};
	if (cached?.stamp === stamp && (sideCache.isFresh || offline)) return new Set(cached.keys);
	if (offline) throw notCached('the result of a filter');
	try {
		const found = await evaluate(context, filter, langs, cached);
		const keys = [...found.keys].filter(hasRow);
		if (found.isStable) await sideCache.records.write(name, sideCache.cv, { stamp, keys });
		return new Set(keys);
	} catch (error) {
		if (onError !== 'keep' || !cached) throw error;
		onNotice(`A filter could not be evaluated (${wordsOf(error)}); using its cached result.`);
		return new Set(cached.keys.filter(hasRow));
	}
}

/** @returns `isStable` is false if the list may have changed between two of its pages */
async function evaluate(
	context: FilterContext,
	filter: Filter,
	langs: readonly string[],
	cached: { stamp: string; keys: string[] } | undefined,
): Promise<{ keys: Set<string>; isStable: boolean }> {
	const { sideCache, index, changes } = context;
	const { client, version } = sideCache.settings;
	const keys = new Set<string>();
	const cvs = new Set<number | null>();
	let isPaged = false;
	const list = async (lang: string, byUuids: string[] | undefined) => {
		const language = lang === defaultLang ? undefined : lang;
		const cv = sideCache.cv ?? undefined;
		const query = { version, cv, language, perPage: storiesPerPage, filter, byUuids };
		const take = ({ items, cv }: StoryPage, got: number) => {
			if (got > items.length) isPaged = true;
			cvs.add(cv);
			for (const story of items) keys.add(rowKey(story.uuid, lang));
		};
		const pages = () => client.stories.pages(query);
		if (!byUuids) return readWholeList('stories that match a filter', pages, take);
		let got = 0;
		for await (const page of pages()) {
			got += page.items.length;
			take(page, got);
		}
	};
	const isSmall = changes && changes.touched.size < index().size / 2;
	const touched =
		isSmall && sideCache.isFresh && cached?.stamp === changes.stamp ? changes.touched : undefined;
	if (touched) for (const key of cached?.keys ?? []) if (!touched.has(partsOf(key)[0])) keys.add(key);
	await Promise.all(
		langs.map((lang) => {
			const uuids = touched && [...touched].filter((uuid) => index().get(uuid)?.rows.has(lang));
			return list(lang, uuids);
		}),
	);
	return { keys, isStable: cvs.size <= 1 && (version === 'published' || !isPaged) };
}

function partsOf(key: string): [uuid: string, lang: string] {
	const space = key.lastIndexOf(' ');
	return [key.slice(0, space), key.slice(space + 1)];
}

/**
 * The languages in which a filter is evaluated: all, or only those of its translated fields, because the API filters these in their
 * own language only. If none of these languages is built, the default one is used, so that the client reports the problem.
 */
function filterLanguages(filter: Filter, languages: readonly string[]): string[] {
	const conditions = [filter].flat().flatMap((part) => ('or' in part ? part.or : [part]));
	const codes = new Set(
		conditions.flatMap(({ field, language }) => {
			const code = language ?? translationOf(field)?.code;
			return code === undefined ? [] : [foldCode(code)];
		}),
	);
	if (codes.size === 0) return [defaultLang, ...languages];
	const meant = languages.filter((language) => codes.has(foldCode(language)));
	return meant.length > 0 ? meant : [defaultLang];
}
