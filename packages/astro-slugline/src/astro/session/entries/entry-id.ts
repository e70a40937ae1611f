import type { StoryRow } from '../../../sync/index.js';

/**
 * The id of a story's entry: its full slug, which has the language in front. A service that leaves the language out
 * would give all languages of a story one id, so it is put there.
 */
export function entryIdOf({ slug, lang }: Pick<StoryRow, 'slug' | 'lang'>): string {
	if (lang === 'default') return slug;
	const [first = ''] = slug.split('/');
	return fold(first) === fold(lang) ? slug : `${lang}/${slug}`;
}

/** Codes are written with hyphens or underscores, in any case. */
const fold = (code: string) => code.toLowerCase().replaceAll('_', '-');
