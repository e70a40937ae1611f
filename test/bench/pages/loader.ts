import { contentTypes } from '../service/model.js';
import { loader as listed } from '../sites/loader.js';
import type { Contender } from '../sites/site.js';
import { sizes, storyPage, theme } from './theme.js';

/** astro-loader-storyblok, with what it leaves to the site written as fast as plain Astro allows: each list is made once. */
export const loader: Contender = {
	...listed,
	files: (order) => ({
		...listed.files(order),
		...theme,
		'src/content.ts': `
import { getCollection } from 'astro:content';
const articles = await getCollection('article');
export const entries = (await Promise.all(${JSON.stringify(contentTypes)}.map((type) => getCollection(type)))).flat();
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
