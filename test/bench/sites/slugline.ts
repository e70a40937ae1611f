import { contentTypes } from '../service/model.js';
import { token } from '../service/start.js';
import { type Contender, lineOfStory, pageOfStory } from './site.js';

const config = (url: string, rest = '') => `
import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
export default defineConfig({
	integrations: [slugline({ token: '${token}', baseUrl: '${url}' })],
	${rest}
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

/** The same with Astro's incremental build, which the keys of its pages make possible. */
export const sluglineIncremental: Contender = {
	name: 'Slugline, incremental build',
	files: (order) => ({
		...slugline.files(order),
		'astro.config.mjs': config(order.url, 'experimental: { incrementalBuild: true },'),
	}),
};
