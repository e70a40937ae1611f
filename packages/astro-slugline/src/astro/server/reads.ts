import live from 'virtual:astro-slugline/live';
import { once } from 'astro-keep/shared/once';
import { isIn } from 'astro-keep/shared/text/slashes';
import { SluglineUsageError } from '../../client/index.js';
import { isTooDeep, type Story, tooDeepSentence } from '../../wire/index.js';
import { giveLive, type LiveEntry, type LiveQuery } from '../page/live/index.js';
import { languageChain, languageOfLocale, shownIn, translationsOf } from '../page/paths/index.js';
import { warn } from './host/warn.js';
import { listTag } from './purge/tags.js';
import { ownCopy, reader, recordNow, tag } from './record.js';
import { keyOf, type LiveSpace, type Row } from './space/live-space.js';

/** The stories of a live collection. Without options, all published stories in all languages. */
export interface LiveStoriesOptions {
	/** Start of the full slug in the default language, such as a folder. @example 'blog/' */
	startsWith?: string;
	/** One or more content types. @example ['article', 'author'] */
	contentType?: string | readonly string[];
}

/** The options of each loader of stories. Its collection has a name only in `src/live.config`. */
export const optionsOf = new WeakMap<object, LiveStoriesOptions>();

const collections = new Map<string, LiveStoriesOptions>();

/** The names of the live collections of stories, in the order of `src/live.config`. */
export const storyCollections = (): string[] => [...collections.keys()];

/** Makes the live collections of stories known, so that `query()` and `routeOf()` find them. */
export const noteCollections = once(async () => {
	const config = await live.config();
	for (const [name, { loader }] of Object.entries(config.collections ?? {})) {
		const options = optionsOf.get(loader);
		if (options) collections.set(name, options);
	}
});

/**
 * Begins a read of the request, with the stories and routes of the space as they are now.
 *
 * @throws {Error} if the service fails
 */
export async function spaceNow(): Promise<LiveSpace> {
	tag('space');
	await noteCollections();
	const record = recordNow();
	const space = await guarded(() => reader().space());
	if (record) record.space = space;
	return space;
}

/** Reads something, and notes for the request if the service fails. */
export async function guarded<Value>(read: () => Promise<Value>): Promise<Value> {
	try {
		return await read();
	} catch (error) {
		const record = recordNow();
		if (record) record.hasFailed = true;
		warn('Live pages cannot be shown', error);
		throw error;
	}
}

/** The story of a row, which counts for the request; undefined if it is gone. */
async function storyOf(row: Row | undefined): Promise<Story | undefined> {
	if (!row) tag('stories');
	else tag(`story:${row.number}`);
	const story = row && (await guarded(() => reader().story(row.uuid, row.lang)));
	return story && ownCopy(story);
}

/** Logs why a story is left out, and returns the sentence. */
function leaveOut({ full_slug }: Story): string {
	const sentence = tooDeepSentence(full_slug);
	warn(sentence);
	return sentence;
}

const isOf = ({ startsWith, contentType }: LiveStoriesOptions, row: Row, { content }: Story): boolean =>
	(startsWith === undefined || isIn(row.defaultSlug, startsWith)) &&
	(contentType === undefined || [contentType].flat().includes(content.component));

/** The entry of a row in a collection; undefined if the story is gone or not one of the collection. */
export async function entryOf(collection: string, row: Row | undefined): Promise<LiveEntry | undefined> {
	const data = await storyOf(row);
	if (data && isTooDeep(data.content)) await guarded(() => Promise.reject(new Error(leaveOut(data))));
	if (!row || !data || !isOf(collections.get(collection) ?? {}, row, data)) return undefined;
	return { id: row.id, collection, data };
}

const languages = ['default', ...live.settings.languages];

/** The languages that a query needs: all, one, or one and those that stand in for it. */
function languagesFor({ lang, fallback }: LiveQuery): string[] {
	if (lang === undefined) return languages;
	return fallback ? languageChain(lang).filter((code) => languages.includes(code)) : [languageOfLocale(lang)];
}

/**
 * The entries that a query of a live collection is to select from.
 *
 * @throws {SluglineUsageError} if a text of the query has a control character, which a page can only have from its visitor
 */
export async function entriesOf(asked: LiveQuery): Promise<LiveEntry[]> {
	const { collection } = asked;
	const record = recordNow();
	if (/\p{Cc}/u.test([asked.startsWith, asked.contentType, asked.lang].flat().join(''))) {
		if (record) record.isRefused = true;
		throw new SluglineUsageError(
			'A query of live content has a control character, so no story can match it.',
		);
	}
	const options = collections.get(collection) ?? {};
	await spaceNow();
	const startsWith = narrower(asked.startsWith, options.startsWith);
	const types = [asked.contentType ?? options.contentType ?? []].flat();
	const folder = startsWith?.slice(0, startsWith.lastIndexOf('/') + 1) ?? '';
	tag(listTag(folder));
	const contentType = types.length === 1 ? types[0] : undefined;
	const lists = languagesFor(asked).map((lang) => reader().list(lang, startsWith, contentType));
	const found = (await guarded(() => Promise.all(lists))).flat();
	return found.flatMap(([row, data]) => {
		if (isTooDeep(data.content)) leaveOut(data);
		else if (isOf(options, row, data)) return [{ id: row.id, collection, data: ownCopy(data) }];
		return [];
	});
}

/** The narrower of two starts of slugs, if one is within the other; what both have is selected afterward. */
const narrower = (asked: string | undefined, own: string | undefined): string | undefined =>
	asked !== undefined && (own === undefined || asked.startsWith(own)) ? asked : own;

/** The entries of the story with a full slug in the default language, in each language, and of its translations in other folders. */
async function withSlug(collection: string, slug: string): Promise<LiveEntry[]> {
	const { bySlug, byUuid } = await spaceNow();
	const own = bySlug.get(slug) ?? [];
	const members = new Set(own.flatMap(({ uuid }) => translationsOf(uuid)));
	for (const { uuid } of own) members.delete(uuid);
	const rows = [...own, ...[...members].flatMap((uuid) => byUuid.get(uuid) ?? [])];
	if (rows.length === 0) tag('stories');
	const entries = await Promise.all(rows.map((row) => entryOf(collection, row)));
	return entries.filter((entry) => entry !== undefined);
}

giveLive({
	origin: () => recordNow()?.origin,
	routes: () => recordNow()?.space?.siteRoutes,
	collection: (name) => (collections.has(name) ? { space: live.space } : undefined),
	missed() {
		if (recordNow()?.space) tag('stories');
	},
	async story(uuid, lang) {
		const { byKey } = await spaceNow();
		const rows = shownIn(uuid, lang).map((shown) => byKey.get(keyOf(shown.uuid, shown.lang)));
		const story = await storyOf(rows.find((row) => row !== undefined));
		if (!story || !isTooDeep(story.content)) return story;
		leaveOut(story);
		return undefined;
	},
	entries: (asked) => (collections.has(asked.collection) ? entriesOf(asked) : undefined),
	bySlug: (collection, slug) => (collections.has(collection) ? withSlug(collection, slug) : undefined),
});
