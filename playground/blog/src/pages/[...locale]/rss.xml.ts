import rss from '@astrojs/rss';
import type { APIContext } from 'astro';
import { query } from 'astro-slugline/content';
import { routeOf } from 'astro-slugline/paths';
import { newest } from '../../lib/articles.js';
import { inLanguage, languages, nearest } from '../../lib/languages.js';

export const getStaticPaths = () =>
	languages
		.filter(({ lang }) => nearest(lang) === lang)
		.map(({ lang }) => ({
			params: { locale: lang === 'default' ? undefined : lang },
			props: { lang },
		}));

/** The newest articles of one language as a feed. */
export async function GET({ props: { lang }, site }: APIContext<{ lang: string }>) {
	const settings = await inLanguage(lang, (lang) =>
		query({ collection: 'settings', lang, fields: ['content.title', 'content.description'] }),
	);
	const articles = await query({
		...newest(lang),
		limit: 20,
		fields: ['uuid', 'date', 'content.title', 'content.standfirst'],
	});
	return rss({
		title: settings?.data.content.title ?? '',
		description: settings?.data.content.description ?? '',
		site: site ?? '',
		items: articles.map(({ data: { uuid, date, content } }) => ({
			link: routeOf({ uuid, lang })?.href ?? '',
			title: content.title,
			description: content.standfirst,
			pubDate: new Date(date),
		})),
	});
}
