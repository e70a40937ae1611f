import type { CollectionKey } from 'astro:content';
import { contentTypeOf } from 'astro-keep/entries';
import { ask, type Entry, entriesOf } from 'astro-keep/query';
import { foldCode, nearest } from 'astro-keep/shared/text/named';
import { trimSlashes } from 'astro-keep/shared/text/slashes';
import { cachedInBuild } from 'astro-keep/tracking';
import type { KnownLanguage } from '../../../types/index.js';
import { notice, PageError, wordsFor } from '../data/index.js';
import { liveReads } from '../live/index.js';
import { type LinkOptions, languageOf, nameOf, recordGroup, shownIn } from '../paths/index.js';
import { slugOf, type TypeOf } from './query/options.js';
import type { Answered } from './query/query.js';

/** The collection of a story, and the page that shows it. */
export interface StoryBySlug<
	Collection extends CollectionKey,
	Types extends string = string,
	Lang extends string = string,
> extends LinkOptions {
	collection: Collection;
	/** One or more content types. The entry has their fields. @default any */
	contentType?: Types | readonly Types[];
	lang?: KnownLanguage<Lang> | undefined;
}

/**
 * Finds the story with a full slug, in the language of the page or else in the nearest one that stands in for it: settings, a
 * footer, or the text of an error page. Returns undefined, with a warning, if the collection has no such story. The page depends on this story only.
 *
 * @throws {PageError} without a slug or a collection
 * @param slug full slug in the default language
 * @example
 * const settings = await storyBySlug('settings/site', { collection: 'pages', from: Astro.url, locale: Astro.currentLocale });
 */
export async function storyBySlug<
	const Collection extends CollectionKey,
	const Types extends TypeOf<Collection> = TypeOf<Collection>,
	const Lang extends string = string,
>(
	slug: string,
	{ collection, contentType, ...page }: StoryBySlug<Collection, Types, Lang> = {} as StoryBySlug<
		Collection,
		Types,
		Lang
	>,
): Promise<Answered<Collection, never, Types> | undefined> {
	if (typeof slug !== 'string')
		throw new PageError(
			`storyBySlug() was given ${wordsFor(slug)} instead of a full slug.`,
			"Name a story: `storyBySlug('settings/site', { collection: 'pages', from: Astro.url })`.",
		);
	const wanted = trimSlashes(slug);
	if (typeof collection !== 'string')
		throw new PageError(
			`storyBySlug('${wanted}') was given no collection.`,
			`Name one: \`storyBySlug('${wanted}', { collection: 'pages', from: Astro.url })\`.`,
		);
	const live: Promise<unknown[]> | undefined = liveReads()?.bySlug(collection, wanted);
	const types: readonly unknown[] | undefined = contentType && [contentType].flat();
	const isOfType = ({ data }: Entry) => !types || types.includes(contentTypeOf(data));
	const found = (await (live ?? ask({ collection, startsWith: wanted }))) as Entry[];
	const uuid = found.find((entry) => slugOf(entry.data) === wanted && isOfType(entry))?.data['uuid'];
	if (typeof uuid !== 'string') {
		const meant = live || types ? undefined : nearest(wanted, await slugsOf(collection));
		notice(
			`storyBySlug(): no story of the collection \`${collection}\` has the full slug \`${wanted}\` in the default language${types ? ` and the content type ${types.map((type) => `\`${type}\``).join(' or ')}` : ''}, so it returns undefined. ${meant ? `Did you mean \`${meant}\`?` : "Check that the story is published, and that the collection's loader loads it."}`,
			nameOf(page.from),
		);
		return undefined;
	}
	recordGroup(uuid);
	for (const shown of shownIn(uuid, languageOf(page))) {
		const among =
			live || shown.uuid === uuid ? found : await ask({ collection, where: { uuid: shown.uuid } });
		const entry = among.find(
			({ data }) => data['uuid'] === shown.uuid && foldCode(String(data['lang'])) === foldCode(shown.lang),
		);
		if (entry && isOfType(entry)) return entry as Answered<Collection, never, Types>;
	}
	return undefined;
}

/** The full slugs of a collection. Only a warning shows them, so no page depends on them. */
const slugsOf = cachedInBuild(async (collection: string) =>
	(await entriesOf(collection)).map(({ data }) => slugOf(data)),
);
