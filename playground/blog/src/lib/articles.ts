import { type Answered, query } from 'astro-slugline/content';
import { routeOf } from 'astro-slugline/paths';
import type { Page } from './pages.js';

/** What a row of a timetable shows of an article. */
export const rowFields = [
	'uuid',
	'lang',
	'date',
	'minutes',
	'category',
	'content.title',
	'content.standfirst',
] as const;
export type Row = Answered<'articles', (typeof rowFields)[number]>;

/** What a teaser shows of an article. */
export const teaserFields = [
	'uuid',
	'lang',
	'minutes',
	'category',
	'content.title',
	'content.standfirst',
	'content.chart',
	'content.author',
] as const;
export type Teaser = Answered<'articles', (typeof teaserFields)[number]>;

/** The articles of one language, the newest first. */
export const newest = (lang: string) => ({ collection: 'articles', lang, sort: '-date' }) as const;

/** Articles that one language lacks, in the default language. */
export async function rowsMissingIn(lang: string): Promise<Row[]> {
	const uuidsIn = async (code: string) =>
		(await query({ ...newest(code), fields: ['uuid'] })).map(({ data }) => data.uuid);
	const there = new Set(await uuidsIn(lang));
	const uuid = (await uuidsIn('default')).filter((other) => !there.has(other));
	return query({ ...newest('default'), where: { uuid }, fields: rowFields });
}

/** An article that another one leads to. */
export interface Neighbour {
	title: string;
	href: string;
}

/** The articles that came out before and after one, in its own language. */
export function neighboursOf(page: Page, pages: Page[]): { older?: Neighbour; newer?: Neighbour } {
	if (page.data.content.component !== 'article') return {};
	const dateOf = ({ data }: Page) => data.first_published_at ?? data.created_at;
	const articles = pages
		.filter(({ data }) => data.content.component === 'article' && data.lang === page.data.lang)
		.sort((a, b) => dateOf(a).localeCompare(dateOf(b)) || b.id.localeCompare(a.id));
	const place = articles.indexOf(page);
	return { older: neighbour(articles[place - 1]), newer: neighbour(articles[place + 1]) };
}

function neighbour(page: Page | undefined): Neighbour | undefined {
	const route = page && routeOf(page);
	return route && { title: page.data.content.title, href: route.href };
}
