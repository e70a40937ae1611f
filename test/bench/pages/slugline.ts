import { contentTypes } from '../service/model.js';
import { token } from '../service/start.js';
import type { Contender } from '../sites/site.js';
import { sizes, storyPage, theme } from './theme.js';

const types = JSON.stringify(contentTypes);

/** Slugline as in its README: pages read content with `query()` and `resolve()`. */
export const slugline = contender('Slugline');

/** Slugline without rendering cached pages to compare them with their copies. */
export const unchecked = contender('Slugline without self-check', ', incremental: { check: false }');

function contender(name: string, options = ''): Contender {
	return {
		name,
		files: ({ url }) => ({
			...theme,
			'astro.config.mjs': `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({ integrations: [slugline({ token: '${token}', baseUrl: '${url}'${options} })] });`,

			'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { links, storyCollections } from 'astro-slugline/loaders';
export const collections = {
	...storyCollections({ types: ${types} }),
	sections: defineCollection({ loader: links({ withParent: 0 }) }),
};`,

			'src/content.ts': `
import { query, resolve } from 'astro-slugline/content';
import { routeOf } from 'astro-slugline/paths';

export const sections = async () =>
	(await query({ collection: 'sections', sort: 'slug', limit: ${sizes.sections}, fields: ['name'] })).map(({ data }) => data.name);

export const latest = async () =>
	(await query({
		collection: 'article',
		sort: '-first_published_at',
		limit: ${sizes.latest},
		fields: ['content.title', 'content.summary'],
	})).map((entry) => ({ href: routeOf(entry)?.href, title: entry.data.content.title, summary: entry.data.content.summary }));

export const related = async (story) => {
	const { content } = await resolve(story);
	return content.related.map((other) => ({ href: routeOf(other)?.href, title: other.content.title }));
};`,

			'src/pages/[...path].astro': storyPage(
				`import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';`,
				`storyPaths((await Promise.all(${types}.map((type) => getCollection(type)))).flat())`,
				'Astro.props.story.data',
			),
		}),
	};
}
