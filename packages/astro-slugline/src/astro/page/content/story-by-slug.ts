import type { CollectionEntry, CollectionKey } from 'astro:content';
import { foldCode } from '../../../shared/text/named.js';
import { trimSlashes } from '../../../shared/text/slashes.js';
import { type LinkOptions, languageOf, languageOfLocale } from '../paths/index.js';
import { liveReads, notice } from '../tracking/index.js';
import { slugOf } from './query/fields.js';
import { ask } from './query/query.js';

/** The collection of a story, and the page that shows it. */
export interface StoryBySlug<Collection extends CollectionKey> extends LinkOptions {
	collection: Collection;
}

/**
 * Finds the story with a full slug, in the language of the page or else in the default one: settings, a footer, or the text of an
 * error page. Returns undefined, with a warning, if the collection has no such story. The page depends on this story only.
 *
 * @param slug full slug in the default language
 * @example
 * const settings = await storyBySlug('settings/site', { collection: 'pages', from: Astro.url, locale: Astro.currentLocale });
 */
export async function storyBySlug<const Collection extends CollectionKey>(
	slug: string,
	{ collection, ...page }: StoryBySlug<Collection>,
): Promise<CollectionEntry<Collection> | undefined> {
	const wanted = trimSlashes(slug);
	const live: Promise<unknown[]> | undefined = liveReads()?.bySlug(collection, wanted);
	const found = (await (live ?? ask({ collection, startsWith: wanted }))) as CollectionEntry<Collection>[];
	const entries = found.filter(({ data }) => slugOf(data) === wanted);
	if (entries.length === 0)
		notice(
			`storyBySlug(): no story of the collection \`${collection}\` has the full slug \`${wanted}\` in the default language, so it returns undefined. Check that the story is published, and that the collection's loader loads it.`,
		);
	const inLanguage = (lang: string) =>
		entries.find(({ data }) => foldCode(String(data['lang'])) === foldCode(lang));
	const lang = languageOf(page);
	return inLanguage(lang) ?? inLanguage(languageOfLocale(lang)) ?? inLanguage('default');
}
