import { type CollectionEntry, getCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';
import { inLanguage } from './languages.js';

export type Page = CollectionEntry<'pages'>;

export interface PageLink {
	href: string;
	page: Page;
	/** The language that the page is in. */
	lang: string;
}

/** Where a story lives in a language, or in the default language if it has not been translated. */
export async function linkTo(uuid: string, lang: string): Promise<PageLink | undefined> {
	const page = inLanguage(await getCollection('pages'), uuid, lang);
	const route = page && routeOf(page);
	return page && route && { href: route.href, page, lang: page.data.lang };
}

/** The start pages of the folders that a page lies in, outermost first. */
export async function sectionsAbove(page: { id: string }): Promise<PageLink[]> {
	const sections = await getCollection(
		'pages',
		(other) => other.data.content.component === 'section' && page.id.startsWith(`${other.id}/`),
	);
	return sections
		.sort((a, b) => a.id.length - b.id.length)
		.flatMap((section) => {
			const route = routeOf(section);
			return route ? [{ href: route.href, page: section, lang: section.data.lang }] : [];
		});
}
