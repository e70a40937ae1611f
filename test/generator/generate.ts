import { onKeep } from '../support/keep-site.js';
import { createRandom, type Random } from '../support/random.js';
import { type Change, type Files, type Idiom, version } from './idiom.js';
import { idioms } from './idioms/index.js';

/** A whole site, made of idioms. */
export interface GeneratedSite {
	idioms: readonly string[];
	files: Files;
	/** The changes of this site, by name. */
	changes: Readonly<Record<string, Change>>;
	/** The names of the changes that come from its idioms. */
	ownChanges: readonly string[];
}

const story = (name: string, title: string, more = '', component = 'article') =>
	`---\nname: ${name}\ncontent:\n  component: ${component}\n  title: ${title}\n${more}---\nText of ${name}.\n`;

const space: Files = {
	'space/space.yaml':
		'name: Generated\nlanguages: [de]\ncontent_types: { article: { body: body, references: [author, related] }, page: { body: body } }\n',
	'space/index.md': story('Home', 'Home', '', 'page'),
	'space/blog/index.md': story('Blog', 'Blog', '', 'page'),
	'space/blog/one.md': story('One', 'One', '  author: authors/ada\n  related: [blog/two]\n'),
	'space/blog/one.de.md': '---\nslug: eins\ncontent:\n  title: Eins\n---\n',
	'space/blog/two.md': story('Two', 'Two', '  related: [blog/one, blog/three]\n'),
	'space/blog/three.md': story('Three', 'Three', '  author: authors/ada\n'),
	'space/authors/ada.md': story('Ada', 'Ada', '', 'author'),
};

/** Vite bundles integrations that a site depends on, and leaves others to Node. */
const dependencies = ['astro', 'astro-slugline', '@astrojs/mdx', '@astrojs/preact', '@astrojs/svelte'];

const pages: Files = {
	// Tailwind looks for classes in all files but these.
	'.gitignore': 'node_modules\ndist*\n.astro*\n',
	'package.json': JSON.stringify({
		type: 'module',
		dependencies: Object.fromEntries(dependencies.map((name) => [name, '*'])),
	}),
	'src/pages/[...path].astro': `---
import { getCollection } from 'astro:content';
import { routeOf, storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => storyPaths(await getCollection('pages'));
const { story } = Astro.props;
---
<html lang={routeOf(story)?.locale}><head><title>{story.data.name}</title></head><body><h1>{story.data.content.title}</h1></body></html>`,
};

/** Changes that every site has. */
const contents: Record<string, Change> = {
	'edit a title': (random) => {
		const slug = random.of(['one', 'two', 'three']);
		return {
			[`space/blog/${slug}.md`]: story(slug, `Title ${random.below(100)}`, '  author: authors/ada\n'),
		};
	},
	'edit a name': (random) => ({ 'space/blog/three.md': story(`Name ${random.below(100)}`, 'Three') }),
	'edit an author': (random) => ({
		'space/authors/ada.md': story(`Ada ${random.below(100)}`, 'Ada', '', 'author'),
	}),
	'edit the home page': (random) => ({
		'space/index.md': story('Home', `Home ${random.below(100)}`, '', 'page'),
	}),
	'add a story': (random) => {
		const name = `new-${random.below(4)}`;
		return { [`space/blog/${name}.md`]: story(name, `New ${random.below(100)}`) };
	},
	'delete a story': (random) => ({ [`space/blog/new-${random.below(4)}.md`]: null }),
	'edit a translation': (random) => ({
		'space/blog/one.de.md': `---\nslug: ${random.of(['eins', 'uno'])}\ncontent:\n  title: Eins ${random.below(100)}\n---\n`,
	}),
	'add a translation': (random) => ({
		'space/blog/two.de.md': `---\nslug: zwei\ncontent:\n  title: Zwei ${random.below(100)}\n---\n`,
	}),
	'remove a translation': () => ({ 'space/blog/two.de.md': null }),
	'edit the catch-all page': (random) => ({
		'src/pages/[...path].astro': String(pages['src/pages/[...path].astro']).replace(
			'<h1>',
			`<h1 data-v="${random.below(100)}">`,
		),
	}),
	'add a page': (random) => ({ 'src/pages/added.astro': `<p>Added ${random.below(100)}.</p>` }),
	'remove a page': () => ({ 'src/pages/added.astro': null }),
	'edit a public file': (random) => ({ 'public/plain.txt': `plain ${random.below(100)}` }),
	'change nothing': () => ({}),
};

/** The option, as source. Packages older than the self-check accept only `true`. */
const incremental = process.env['SLUGLINE_INCREMENTAL'] ?? '{ check: false }';

/**
 * Combines idioms. Skips one that has a file of an earlier one, or that cannot be combined with it.
 *
 * @param hasKeep true for a site with `keep()` alone
 */
export function generateSite(wanted: readonly string[], hasKeep = onKeep): GeneratedSite {
	const files: Files = { ...space, ...pages };
	const used: string[] = [];
	for (const name of wanted) {
		const idiom = idioms[name];
		if (!idiom) throw new Error(`There is no idiom '${name}'.`);
		const isApart = used.some(
			(other) => idiom.apartFrom?.includes(other) || idioms[other]?.apartFrom?.includes(name),
		);
		if (hasKeep && idiom.needsSlugline) continue;
		if (isApart || Object.keys(idiom.files ?? {}).some((path) => files[path] !== undefined)) continue;
		Object.assign(files, idiom.files);
		used.push(name);
	}
	const parts = used.map((name) => idioms[name]);
	files['astro.config.mjs'] = `import { defineConfig } from 'astro/config';
import slugline from 'astro-slugline';
${parts.map((part) => part?.config?.imports ?? '').join('\n')}
export default defineConfig({
	integrations: [slugline({ space: './space', defaultLanguage: 'en', incremental: ${incremental} }), ${list(parts.map((part) => part?.config?.integrations))}],
	vite: { plugins: [${list(parts.map((part) => part?.config?.plugins))}] },
	${list(parts.map((part) => part?.config?.options))}
});
`;
	files['src/content.config.ts'] = `import { defineCollection } from 'astro:content';
import { links, stories } from 'astro-slugline/loaders';
${parts.map((part) => part?.content?.imports ?? '').join('\n')}
export const collections = {
	pages: defineCollection({ loader: stories() }),
	links: defineCollection({ loader: links() }),
	${list(parts.map((part) => part?.content?.collections))}
};
`;
	const own: Record<string, Change> = Object.assign({}, ...parts.map((part) => part && changesOf(part)));
	return { idioms: used, files, changes: { ...contents, ...own }, ownChanges: Object.keys(own) };
}

const changesOf = ({ files = {}, changes = {} }: Idiom): Record<string, Change> =>
	Object.fromEntries(
		Object.entries(changes).map(([name, change]) => {
			if (typeof change === 'function') return [name, change];
			const [path, part = 'v0'] = [change].flat();
			const edited: Change = (random) => ({
				[path ?? '']: String(files[path ?? '']).replaceAll(part, part.replace('v0', version(random))),
			});
			return [name, edited];
		}),
	);

const list = (sources: readonly (string | undefined)[]): string => sources.filter(Boolean).join(',\n\t');

/**
 * The idioms of a site, dealt like cards: one site after the other takes its share, and all are shuffled again when they have
 * been dealt. So all idioms are on equally many sites.
 */
export function dealIdioms(seed: number, count: number): string[] {
	const names = Object.keys(idioms);
	return Array.from({ length: count }, (_, at) => {
		const place = seed * count + at;
		return shuffled(names, createRandom(Math.floor(place / names.length)))[place % names.length] ?? '';
	});
}

function shuffled(names: readonly string[], random: Random): string[] {
	const rest = [...names];
	return names.flatMap(() => rest.splice(random.below(rest.length), 1));
}
