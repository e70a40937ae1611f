import type { CollectionEntry } from 'astro:content';
import { query } from 'astro-slugline/content';
import { routeOf } from 'astro-slugline/paths';

export type Page = CollectionEntry<'pages'>;

/** The start pages of the folders that a page lies in, outermost first. */
export function sectionsAbove({ data: { full_slug, lang } }: Page) {
	const names = full_slug.replace(/\/$/, '').split('/');
	const folders = names.slice(1).map((_, place) => `${names.slice(0, place + 1).join('/')}/`);
	return query({
		collection: 'pages',
		contentType: 'section',
		lang,
		where: { full_slug: folders },
		sort: 'full_slug',
		fields: ['uuid', 'content.title'],
	});
}

/** The uuid of the story that is the only one of its content type. */
export async function only(contentType: 'home' | 'archive'): Promise<string | undefined> {
	const [page] = await query({ collection: 'pages', contentType, lang: 'default', fields: ['uuid'] });
	return page?.data.uuid;
}

/** Address of the front page in a language, if it has one. */
export async function frontPage(lang: string): Promise<string | undefined> {
	const uuid = await only('home');
	const route = uuid && routeOf({ uuid, lang });
	return route && route.lang === lang ? route.href : undefined;
}
