import { type CollectionEntry, getCollection } from 'astro:content';
import { routeOf } from 'astro-slugline/paths';

export type Article = CollectionEntry<'articles'>;

/** The moment at which an article first came out, as the service has it. */
export function dateOf(article: Article): string {
	return article.data.first_published_at ?? article.data.created_at;
}

/** The articles of one language, the newest first. */
export async function articlesIn(lang: string): Promise<Article[]> {
	const articles = await getCollection('articles', (article) => article.data.lang === lang);
	return articles.sort((a, b) => dateOf(b).localeCompare(dateOf(a)) || a.id.localeCompare(b.id));
}

/** Articles that one language lacks, in the default language. */
export async function articlesMissingIn(lang: string): Promise<Article[]> {
	const there = new Set((await articlesIn(lang)).map((article) => article.data.uuid));
	return (await articlesIn('default')).filter((article) => !there.has(article.data.uuid));
}

/** The articles before and after one, in its own language. */
export async function neighboursOf(article: { id: string; data: { lang: string } }) {
	const articles = await articlesIn(article.data.lang);
	const place = articles.findIndex((other) => other.id === article.id);
	return { newer: articles[place - 1], older: articles[place + 1] };
}

/** Address of a story that is a page. */
export function hrefOf(entry: { id: string; collection: string }): string {
	const route = routeOf(entry);
	if (!route) throw new Error(`The story "${entry.id}" is linked to, but it is no page.`);
	return route.href;
}
