import { everyStory, type Files, type Idiom, page, postPages, version } from '../idiom.js';

/** Two stories in a folder, in two languages. */
const trips = (folder: string, german = ''): Files => ({
	[`space/${folder}/_folder.yaml`]: `name: Trips\ntranslated: { de: { slug: reisen } }\n`,
	...Object.fromEntries(
		['one', 'two'].flatMap((name) => [
			[
				`space/${folder}/${name}.md`,
				`---\nname: Trip ${name}\ncontent: { component: article, title: ${name} }\n---\n`,
			],
			[
				`space/${folder}/${name}.de.md`,
				`---\nname: Reise ${name}\n${german}content: { title: ${name} }\n---\n`,
			],
		]),
	),
});
const without = (folder: string): Files =>
	Object.fromEntries(Object.keys(trips(folder)).map((path) => [path, null]));

/** What pages do with a space through this package. */
export const space: Record<string, Idiom> = {
	'space: queries': {
		needsSlugline: true,
		files: {
			'src/pages/queries.astro': page(
				`import { query } from 'astro-slugline/content';
const latest = await query({ collection: 'pages', startsWith: 'blog/', sort: '-name', limit: 2, fields: ['name'] });
const every = await query({ collection: 'pages', startsWith: 'blog/', limit: Infinity, fields: ['content.title'] });
const maybe = await query({ collection: 'pages', contentType: 'article', where: { 'content.featured': undefined }, fields: ['name'] });`,
				'<p>{latest.map(({ data }) => data.name).join()}</p><p>{every.map(({ data }) => data.content.title).join()}</p><p>{maybe.map(({ data }) => data.name).join()}</p>',
			),
		},
	},
	'space: relations and links': {
		needsSlugline: true,
		files: {
			'src/pages/related.astro': page(
				`import { getCollection } from 'astro:content';
import { resolve } from 'astro-slugline/content';
import { routeOf } from 'astro-slugline/paths';
const all = (await getCollection('pages')).sort((a, b) => a.id.localeCompare(b.id));
const resolved = await Promise.all(all.map((story) => resolve(story, { depth: 2 })));`,
				'<ul>{resolved.map(({ id, data }) => <li>{id} {data.content.author?.name} {data.content.related?.map?.((one) => one.name)?.join()}</li>)}</ul><p>{all.map((story) => routeOf(story)?.href).join()}</p>',
			),
		},
	},
	'space: addresses and relations of one story': {
		needsSlugline: true,
		files: {
			'src/pages/address/[id].astro': postPages(
				`return posts.map(({ data }) => ({ params: { id: data.slug }, props: { uuid: data.uuid } }));`,
				`{href({ linktype: 'story', id: props.uuid })}`,
				`import { href } from 'astro-slugline/paths';`,
			),
			'src/pages/resolved/[id].astro': postPages(
				`return posts.map((post) => ({ params: { id: post.data.slug }, props: { post } }));`,
				`{(await resolve(props.post, { depth: 1 })).data.content.author?.name}`,
				`import { resolve } from 'astro-slugline/content';`,
			),
		},
		changes: {
			'the story that others refer to is unpublished': () => ({
				'space/authors/ada.md':
					'---\nname: Ada\npublished: false\ncontent:\n  component: author\n  title: Ada\n---\n',
			}),
			'a story has another path': (random) => ({
				'space/blog/three.md': `---\nname: Three\npath: drittes-${version(random)}/\ncontent:\n  component: article\n  title: Three\n---\nText of Three.\n`,
			}),
		},
	},
	'space: bloks': {
		needsSlugline: true,
		files: {
			'src/bloks/Article.astro': `---\nconst { blok } = Astro.props;\n---\n<article>{blok.title}</article>\n<style>article { padding: 2px; } .v0 { color: red; }</style>`,
			'src/bloks/Author.astro': `---\nconst { blok } = Astro.props;\n---\n<b>v0 {blok.title}</b>`,
			'src/pages/bloks/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
${everyStory}
---
<html><head><title>bloks</title></head><body><Blok blok={Astro.props.story.data.content} /></body></html>`,
		},
		changes: {
			'a blok is edited': 'src/bloks/Author.astro',
			'a blok gets a style': 'src/bloks/Article.astro',
			'a blok is added': () => ({
				'src/bloks/Page.astro': `---\nconst { blok } = Astro.props;\n---\n<main>{blok.title}</main>`,
			}),
			'a blok is removed': () => ({ 'src/bloks/Page.astro': null }),
		},
	},
	'space: a blok that imports a package for its side effect': {
		needsSlugline: true,
		files: {
			'node_modules/effective/package.json':
				'{ "name": "effective", "version": "1.0.0", "type": "module", "exports": "./index.js" }',
			'node_modules/effective/index.js': `globalThis.effect = 'v0';`,
			'src/bloks/Author.astro': `---\nimport 'effective';\n---\n<b>author</b>`,
			'src/pages/effects/[...path].astro': `---
import { getCollection } from 'astro:content';
import Blok from 'astro-slugline/components/Blok.astro';
${everyStory}
---
<html><head><title>effects</title></head><body>{globalThis.effect}<Blok blok={Astro.props.story.data.content} /></body></html>`,
		},
		changes: { 'the side effect of the package changes': 'node_modules/effective/index.js' },
	},
	'space: dates, positions, and tags': {
		needsSlugline: true,
		files: {
			'src/pages/dated.astro': page(
				`import { getCollection } from 'astro:content';
const byDate = (await getCollection('pages')).sort((a, b) => String(b.data.sort_by_date).localeCompare(String(a.data.sort_by_date)) || a.id.localeCompare(b.id));
const links = (await getCollection('links')).sort((a, b) => a.data.position - b.data.position || a.id.localeCompare(b.id));`,
				'<p>{byDate.map(({ data }) => data.name + data.tag_list.join("/")).join()}</p><p>{links.map(({ data }) => data.name).join()}</p>',
			),
		},
		changes: {
			'a story is tagged and moved': (random) => ({
				'space/blog/two.md': `---\nname: Two\nposition: ${random.below(9)}\nsort_by_date: 2024-01-0${1 + random.below(9)}\ntag_list: [t${random.below(5)}]\ncontent:\n  component: article\n  title: Two\n  related: [blog/one, blog/three]\n---\nText of Two.\n`,
			}),
		},
	},
	'space: entries that come': {
		files: {
			'src/pages/ids.astro': page(
				`import { getCollection } from 'astro:content';`,
				`<p>{(await getCollection('pages')).map(({ id }) => id).sort().join()}</p>`,
			),
			'src/pages/there.astro': page(
				`import { getEntry } from 'astro:content';`,
				`<p>{(await getEntry('pages', 'blog/comes')) ? 'there' : 'missing'}</p>`,
			),
		},
		changes: {
			'a story comes': () => ({
				'space/blog/comes.md':
					'---\nname: Comes\ncontent:\n  component: article\n  title: Comes\n---\nText.\n',
			}),
			'the story goes': () => ({ 'space/blog/comes.md': null }),
		},
	},
	'space: a folder that moves': {
		needsSlugline: true,
		files: trips('trips'),
		changes: {
			'the folder is renamed': () => ({ ...without('trips'), ...trips('journeys') }),
			'the folder is renamed back': () => ({ ...without('journeys'), ...trips('trips') }),
			'a story leaves the folder': () => ({
				...without('trips'),
				...trips('journeys'),
				'space/journeys/one.md': null,
				'space/journeys/one.de.md': null,
				'space/one.md': trips('journeys')['space/journeys/one.md'] ?? null,
			}),
			'a language of the folder is unpublished': () => ({
				...without('trips'),
				...trips('journeys', 'published: false\n'),
			}),
		},
	},
	'space: a datasource': {
		needsSlugline: true,
		files: {
			'space/datasources/labels.yaml': `name: Labels\nentries:\n  - { name: more, value: v0 }\n  - { name: less, value: less }\n`,
			'src/pages/labels/[name].astro': `---
import { getCollection } from 'astro:content';
export const getStaticPaths = async () => (await getCollection('labels')).map(({ data }) => ({ params: { name: data.name }, props: { value: data.value } }));
---
<p>{Astro.props.value}</p>`,
		},
		content: {
			imports: `import { datasource } from 'astro-slugline/loaders';`,
			collections: `labels: defineCollection({ loader: datasource('labels') })`,
		},
		changes: { 'a datasource is edited': 'space/datasources/labels.yaml' },
	},
	'space: heads and rich text': {
		needsSlugline: true,
		files: {
			'src/pages/heads/[...path].astro': `---
import { getCollection } from 'astro:content';
import Markdown from 'astro-slugline/components/Markdown.astro';
import StoryHead from 'astro-slugline/components/StoryHead.astro';
${everyStory}
const { story } = Astro.props;
---
<html><head><StoryHead story={story} /></head><body><Markdown text={story.data.content.body} /></body></html>`,
		},
		config: { options: `site: 'https://example.com'` },
		changes: {
			'the text of a story is edited': (random) => ({
				'space/blog/one.md': `---\nname: One\ncontent:\n  component: article\n  title: One\n  author: authors/ada\n---\nText **${version(random)}**.\n`,
			}),
		},
	},
};
