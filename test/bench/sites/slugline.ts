import { contentTypes } from '../service/model.js';
import { token } from '../service/start.js';
import { type Contender, lineOfStory, pageOfStory } from './site.js';

const config = (url: string, options = '') => `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	integrations: [slugline({ token: '${token}', baseUrl: '${url}', ${options} })],
});`;

const content = `
import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';
export const collections = {
	${contentTypes.map((type) => `${type}: defineCollection({ loader: stories({ contentType: '${type}' }) })`).join(',\n\t')}
};`;

const all = `(await Promise.all([${contentTypes.map((type) => `getCollection('${type}')`).join(', ')}])).flat()`;

const list = `---
import { getCollection } from 'astro:content';
const entries = ${all};
---
<html><body>{entries.map(({ data: story }) => ${lineOfStory})}</body></html>`;

const page = `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(${all});
const story = Astro.props.story.data;
---
${pageOfStory}`;

const pagesOf = (pages: boolean): Record<string, string> =>
	pages ? { 'src/pages/[...path].astro': page } : { 'src/pages/index.astro': list };

/** Slugline: a collection for each content type. */
export const slugline: Contender = {
	name: 'Slugline',
	files: ({ url, pages }) => ({
		'astro.config.mjs': config(url),
		'src/content.config.ts': content,
		...pagesOf(pages),
	}),
};

/** The same with every page rendered in every build. */
export const sluglineWhole: Contender = {
	name: 'Slugline, every page rendered',
	files: (order) => ({
		...slugline.files(order),
		'astro.config.mjs': config(order.url, 'incremental: false'),
	}),
};
