import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { createWorkFolder, deleteFolder, pathOf, runMeasured } from '../processes.js';
import { contentTypes, token } from '../space.js';
import { sizes, storyPage, theme } from './theme.js';

/** A way to build a site from the service. */
export interface Contender {
	name: string;
	/** The files of its site, by path, for the address of the service. */
	files(url: string): Record<string, string>;
	/** Makes it loadable in a site's folder, if that takes more than its package. */
	install?(folder: string): Promise<void>;
	/** The folder of another build of the package. */
	base?: string;
}

/** Astro looks here for packages that it has to bundle. */
const manifest =
	'{ "type": "module", "dependencies": { "astro": "*", "astro-slugline": "*", "astro-loader-storyblok": "*" } }';

export type Site = Awaited<ReturnType<typeof createSite>>;

/** Makes a site in a folder of its own. */
export async function createSite({ files, install, base }: Contender, url: string) {
	const path = await createWorkFolder(base);
	for (const [name, text] of Object.entries({ 'package.json': manifest, ...files(url) })) {
		await mkdir(dirname(join(path, name)), { recursive: true });
		await writeFile(join(path, name), text);
	}
	await install?.(path);
	return {
		path,
		/** Removes everything that earlier builds left. */
		async clean() {
			for (const left of ['dist', '.astro', 'node_modules/.astro', 'node_modules/.vite'])
				await deleteFolder(join(path, left));
		},
		build: () => runMeasured([pathOf('../../node_modules/astro/bin/astro.mjs'), 'build', '--silent'], path),
		/** What its pages show: slug and title of each story, separated by a tab. */
		async entries() {
			const names = await readdir(join(path, 'dist'), { recursive: true });
			const pages = names.filter((name) => name.endsWith('.html'));
			const found: string[] = [];
			for (const page of pages) {
				const html = await readFile(join(path, 'dist', page), 'utf8');
				for (const [, slug, title] of html.matchAll(/data-slug="([^"]*)">([^<]*)</g))
					found.push(`${slug}\t${title}`);
			}
			return found;
		},
	};
}

const types = JSON.stringify(contentTypes);

/** Slugline as in its README: pages read content with `query()` and `resolve()`. */
export const slugline = (name = 'Slugline', options = '', base?: string): Contender => ({
	name,
	...(base !== undefined && { base }),
	files: (url) => ({
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
});

const loaderPackage = 'astro-loader-storyblok';

/**
 * astro-loader-storyblok, with what it leaves to the site written as fast as plain Astro allows: each list is made once. All
 * collections share one loader object, and so the request for the cache version, as its readme advises.
 */
export const loader: Contender = {
	name: loaderPackage,
	/** Node cannot load the published loader, because its files import each other without extensions. So they become one file. */
	async install(folder) {
		const place = join(folder, 'node_modules', loaderPackage);
		await rm(place);
		await build({
			...{ configFile: false, logLevel: 'error', root: folder },
			build: {
				ssr: fileURLToPath(import.meta.resolve(loaderPackage)),
				outDir: place,
				rolldownOptions: { output: { entryFileNames: 'index.js' } },
			},
		});
	},
	files: (url) => ({
		...theme,
		'src/content.config.ts': `
import { defineCollection } from 'astro:content';
import { StoryblokLoader } from 'astro-loader-storyblok';
const loader = new StoryblokLoader({ accessToken: '${token}', apiOptions: { endpoint: '${url}/v2' } });
const of = (type) => defineCollection({ loader: loader.getStoriesLoader({ contentTypes: [type], storyblokParams: { version: 'published' } }) });
export const collections = Object.fromEntries(${types}.map((type) => [type, of(type)]));`,

		'src/content.ts': `
import { getCollection } from 'astro:content';
const articles = await getCollection('article');
export const entries = (await Promise.all(${types}.map((type) => getCollection(type)))).flat();
const byUuid = new Map(entries.map((entry) => [entry.data.uuid, entry]));
const hrefOf = ({ full_slug }) => '/' + full_slug + '/';

const names = [...new Set(entries.map(({ data }) => data.full_slug.split('/')[0]))].sort().slice(0, ${sizes.sections});
export const sections = async () => names;

const newest = articles
	.map(({ data }) => data)
	.sort((a, b) => (a.first_published_at < b.first_published_at ? 1 : -1))
	.slice(0, ${sizes.latest})
	.map((data) => ({ href: hrefOf(data), title: data.content.title, summary: data.content.summary }));
export const latest = async () => newest;

export const related = async ({ content }) =>
	content.related.map((uuid) => byUuid.get(uuid).data).map((data) => ({ href: hrefOf(data), title: data.content.title }));`,

		'src/pages/[...path].astro': storyPage(
			`import { entries } from '../content';`,
			'entries.map((entry) => ({ params: { path: entry.id }, props: { entry } }))',
			'Astro.props.entry.data',
		),
	}),
};

/** An Astro site of one page, without content: what Astro itself needs to start and to end. */
export const empty: Contender = {
	name: 'an empty Astro site',
	files: () => ({
		'src/pages/index.astro': '<html lang="en"><head><title>Empty</title></head><body></body></html>',
	}),
};
