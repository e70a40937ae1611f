import { type CollectionEntry, getCollection } from 'astro:content';
import { inLanguage } from './languages.js';
import { linkTo } from './pages.js';

export interface Category {
	uuid: string;
	/** Its place in the archive page, the same in every language. */
	anchor: string;
	/** Address of its list in the archive, if there is an archive. */
	href: string | undefined;
	/** The language in which its words are. */
	lang: string;
	content: CollectionEntry<'categories'>['data']['content'];
}

/** All categories in their order, in one language as far as they are translated. */
export async function categoriesIn(lang: string): Promise<Category[]> {
	const entries = await getCollection('categories');
	const [archive] = await getCollection('pages', (page) => page.data.content.component === 'archive');
	const link = archive && (await linkTo(archive.data.uuid, lang));
	return entries
		.filter((entry) => entry.data.lang === 'default')
		.sort((a, b) => a.data.position - b.data.position)
		.map(({ data }) => {
			const shown = inLanguage(entries, data.uuid, lang)?.data ?? data;
			return {
				uuid: data.uuid,
				anchor: data.slug,
				href: link && `${link.href}#${data.slug}`,
				lang: shown.lang,
				content: shown.content,
			};
		});
}

/** The categories that an article names, in the article's own order. */
export async function categoriesOf(uuids: string[], lang: string): Promise<Category[]> {
	const all = await categoriesIn(lang);
	return uuids.flatMap((uuid) => all.find((category) => category.uuid === uuid) ?? []);
}
