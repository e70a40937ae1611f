import { foldName } from 'astro-keep/shared/text/named';
import { packageVersion } from 'astro-slugline/command';
import { fileOfBlok } from './file-names.js';
import type { ReadTypes } from './read-types.js';
import { stubOf } from './stub.js';

export interface ProjectFile {
	/** Path in the project's folder, with `/`. */
	path: string;
	text: string;
}

/** Everything that the files are made from. */
export interface ProjectOptions {
	/** Name of the package, for a folder without a package.json. */
	name: string;
	call: string;
	space: ReadTypes;
}

/** The files of a project that shows a space, except those of the space itself. */
export const projectFiles = ({ name, call, space }: ProjectOptions): ProjectFile[] => [
	{ path: 'package.json', text: packageJson(name) },
	{ path: 'astro.config.mjs', text: astroConfig(call) },
	{ path: 'tsconfig.json', text: json({ extends: 'astro/tsconfigs/strict' }) },
	{ path: '.gitignore', text: 'node_modules/\ndist/\n.astro/\n.env\n' },
	{ path: 'src/content.config.ts', text: contentConfig },
	{ path: 'src/layouts/StoryLayout.astro', text: layout },
	{ path: 'src/pages/[...path].astro', text: page },
	...bloks(space),
];

/** The bloks of a space whose names cannot be file names. */
export const unnamed = ({ types }: ReadTypes): string[] =>
	[...types.bloks.keys()].filter((name) => fileOfBlok(name) === undefined);

/** The bloks of a space that share a component, because case and hyphens do not matter. @example [['Page', 'page']] */
export const sharing = ({ types }: ReadTypes): string[][] =>
	[...Map.groupBy(types.bloks.keys(), foldName).values()].filter(({ length }) => length > 1);

function bloks({ types, markdown }: ReadTypes): ProjectFile[] {
	const files = new Map<string, ProjectFile>();
	for (const [name, fields] of [...types.bloks].sort(([a], [b]) => (a < b ? -1 : 1))) {
		const file = fileOfBlok(name);
		if (file === undefined || files.has(foldName(name))) continue;
		const isContentType = types.contentTypes.includes(name);
		const text = stubOf({ name, fields, isContentType, markdown: markdown.get(name) ?? new Set() });
		files.set(foldName(name), { path: `src/bloks/${file}`, text });
	}
	return [...files.values()];
}

const json = (value: unknown): string => `${JSON.stringify(value, null, '\t')}\n`;

const packageJson = (name: string): string =>
	json({
		name,
		private: true,
		type: 'module',
		scripts: { dev: 'astro dev', build: 'astro build', preview: 'astro preview' },
		dependencies: { astro: '^7.3.1', 'astro-slugline': `^${packageVersion}` },
	});

export function sluglineCall(options: Readonly<Record<string, string>>, isFolder: boolean): string {
	const given = Object.entries(options).map(
		([name, value]) => `${name}: '${value.replace(/[\\']/g, '\\$&')}'`,
	);
	// A folder has no other editor than that of preview.
	if (isFolder) given.push('preview: {}');
	return given.length === 0 ? 'slugline()' : `slugline({ ${given.join(', ')} })`;
}

const astroConfig = (call: string): string => `import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';

export default defineConfig({
	// What no space says: the site's address, for canonical addresses, sitemap, and feeds, and its languages.
	// site: 'https://example.com',
	// i18n: { locales: ['en', 'de'], defaultLocale: 'en' },
	integrations: [${call}],
});
`;

const contentConfig = `import { defineCollection } from 'astro:content';
import { stories } from 'astro-slugline/loaders';

export const collections = {
	// All stories. For a collection of each content type, use storyCollections().
	pages: defineCollection({ loader: stories() }),
};
`;

const page = `---
import { getCollection } from 'astro:content';
import BlokList from 'astro-slugline/components/Blok.astro';
import { storyPaths } from 'astro-slugline/paths';
import StoryLayout from '../layouts/StoryLayout.astro';

export async function getStaticPaths() {
	return storyPaths(await getCollection('pages'));
}

const { story } = Astro.props;
---

<StoryLayout story={story}>
	<BlokList blok={story.data.content} />
</StoryLayout>
`;

const layout = `---
import type { CollectionEntry } from 'astro:content';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
import { routeOf } from 'astro-slugline/paths';

interface Props {
	story: CollectionEntry<'pages'>;
}

const { story } = Astro.props;
---

<!doctype html>
<html lang={routeOf(story)?.locale}>
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width" />
		<StoryHead story={story} />
	</head>
	<body>
		<main>
			<slot />
		</main>
	</body>
</html>
`;
