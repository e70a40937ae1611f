import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { contentTypes } from '../service/model.js';
import { token } from '../service/start.js';
import { type Contender, lineOfStory, pageOfStory, plainConfig } from './site.js';

/** One loader object for all collections, so that they share the request for the cache version, as its readme advises. */
function content(url: string, codes: readonly string[]): string {
	const collections = ['', ...codes].flatMap((code) =>
		contentTypes.map((type) => {
			const language = code === '' ? '' : `, language: '${code}'`;
			return `'${type}${code}': defineCollection({ loader: loader.getStoriesLoader({ contentTypes: ['${type}'], storyblokParams: { version: 'published'${language} } }) })`;
		}),
	);
	return `
import { defineCollection } from 'astro:content';
import { StoryblokLoader } from 'astro-loader-storyblok';
const loader = new StoryblokLoader({ accessToken: '${token}', apiOptions: { endpoint: '${url}/v2' } });
export const collections = {
	${collections.join(',\n\t')}
};`;
}

const all = (codes: readonly string[]) =>
	`(await Promise.all([${['', ...codes]
		.flatMap((code) => contentTypes.map((type) => `getCollection('${type}${code}')`))
		.join(', ')}])).flat()`;

const list = (codes: readonly string[]) => `---
import { getCollection } from 'astro:content';
const entries = ${all(codes)};
---
<html><body>{entries.map(({ data: story }) => ${lineOfStory})}</body></html>`;

const page = (codes: readonly string[]) => `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async () =>
	${all(codes)}.map((entry) => ({ params: { path: entry.id }, props: { entry } }));
const story = Astro.props.entry.data;
---
${pageOfStory}`;

const name = 'astro-loader-storyblok';

/** Node cannot load the published loader, because its files import each other without extensions. So they become one file. */
async function install(folder: string): Promise<void> {
	const place = join(folder, 'node_modules', name);
	await rm(place);
	await mkdir(place);
	await build({
		configFile: false,
		logLevel: 'error',
		root: place,
		build: {
			ssr: fileURLToPath(import.meta.resolve(name)),
			outDir: place,
			emptyOutDir: false,
			rolldownOptions: { output: { entryFileNames: 'index.js' } },
		},
	});
}

/** astro-loader-storyblok: a collection for each content type and language. */
export const loader: Contender = {
	name,
	install,
	files: ({ url, codes, pages }) => ({
		'astro.config.mjs': plainConfig,
		'src/content.config.ts': content(url, codes),
		...(pages ? { 'src/pages/[...path].astro': page(codes) } : { 'src/pages/index.astro': list(codes) }),
	}),
};
