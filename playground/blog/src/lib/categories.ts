import { query } from 'astro-slugline/content';
import { inLanguage } from './languages.js';

/** The flag and the name of a category in a language, or in the default one. */
export const categoryIn = (uuid: string | undefined, lang: string) =>
	inLanguage(lang, (lang) =>
		query({
			collection: 'category',
			lang,
			where: { uuid: uuid ?? '' },
			fields: ['lang', 'content.name', 'content.flag'],
		}),
	);

/** Uuids of all categories in their order, with their places in the archive page, which are the same in every language. */
export async function categories(): Promise<{ uuid: string; anchor: string }[]> {
	const found = await query({
		collection: 'category',
		lang: 'default',
		sort: 'position',
		fields: ['uuid', 'slug'],
	});
	return found.map(({ data }) => ({ uuid: data.uuid, anchor: data.slug }));
}
