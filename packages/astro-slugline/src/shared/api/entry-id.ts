import { foldCode } from 'astro-keep/shared/text/named';

/**
 * The id of a story's entry: its full slug, with the language in front. The language is added if the API leaves it out, because
 * otherwise all languages of a story would have the same id.
 */
export function entryIdOf({ slug, lang }: { slug: string; lang: string }): string {
	if (lang === 'default') return slug;
	const [first = ''] = slug.split('/');
	return foldCode(first) === foldCode(lang) ? slug : `${lang}/${slug}`;
}
