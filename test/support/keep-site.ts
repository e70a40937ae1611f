// A site without Slugline: `keep()` is the integration, and Astro's `glob()` loads the stories of the space's folder. The tests of the
// engine run a second time on such sites, as the project `e2e-keep`.

/** True in the project `e2e-keep`: all sites of its tests have `keep()` in place of `slugline()`. */
export const onKeep = process.env['SLUGLINE_ENGINE'] === 'keep';

const manifest = JSON.stringify({
	name: 'stories',
	type: 'module',
	exports: { './loaders': './loaders.js', './paths': './paths.js' },
});

const loaders = `
import { glob } from 'astro/loaders';
/** Entries with the fields of stories that tests show. */
export const stories = () => {
	const generateId = ({ entry }) => entry.replace(/\\.md$/, '').replace(/\\/index$/, '');
	const files = glob({ pattern: '**/*.md', base: './space', generateId });
	const withNames = ({ data, ...rest }) => ({ ...rest, data: { name: rest.id, content: {}, ...data, full_slug: rest.id, slug: rest.id.split('/').at(-1), uuid: rest.id } });
	return { ...files, name: 'stories', load: (context) => files.load({ ...context, parseData: (entry) => context.parseData(withNames(entry)) }) };
};
export const links = stories;`;

const paths = `
export const routeOf = ({ id }) => ({ href: id === 'index' ? '/' : \`/\${id}/\`, locale: 'en', alternates: [] });
export const storyPaths = (entries) => entries.map((story) => ({ params: { path: story.id === 'index' ? undefined : story.id }, props: { story } }));`;

/** A package with a loader and paths, as sites have them. */
export const storiesPackage = {
	'node_modules/stories/package.json': manifest,
	'node_modules/stories/loaders.js': loaders,
	'node_modules/stories/paths.js': paths,
};

/** The text of a file of such a site. Throws if the file needs more of Slugline than stories and their paths. */
export function forKeep(path: string, text: string): string {
	const made = text
		.replaceAll(`import slugline from 'astro-slugline'`, `import keep from 'astro-keep'`)
		.replace(/slugline\(([^()]*)\)/g, (_, options) =>
			options.includes('check: false') ? 'keep({ check: false })' : 'keep()',
		)
		.replace(/'astro-slugline\/(loaders|paths)'/g, `'stories/$1'`)
		.replaceAll(`'astro-slugline/content'`, `'astro-keep/content'`)
		.replaceAll('"astro-slugline":', '"stories":"*","astro-keep":')
		.replaceAll('slugline:pages', 'keep:pages');
	if (made.includes('slugline')) throw new Error(`${path} needs Slugline:\n${made}`);
	return made;
}

/** The environment of a command on such a site. */
export const environmentForKeep = (env: Record<string, string>): Record<string, string> =>
	Object.fromEntries(
		Object.entries(env).map(([name, value]) => [
			name.replace(/^SLUGLINE_(?=VERIFY|EXPLAIN)/, 'KEEP_'),
			value,
		]),
	);
