import { type Idiom, postPages } from '../idiom.js';

/** Props of `getStaticPaths` in the shapes that authors give them. */
export const props: Record<string, Idiom> = {
	'props: a spread entry with more data': {
		files: {
			'src/pages/spread/[id].astro': postPages(
				`return posts.map((post, at) => ({ params: { id: post.data.slug }, props: { post: { ...post, next: posts[at + 1]?.data.content.title } } }));`,
				'{props.post.data.name} {props.post.next}',
			),
		},
	},
	'props: data changed in place': {
		files: {
			'src/pages/mutated/[id].astro': postPages(
				`posts.forEach((post, at) => { post.data.next = posts[at + 1]?.data.content.title; });
	return posts.map((post) => ({ params: { id: post.data.slug }, props: { post } }));`,
				'{props.post.data.next}',
			),
		},
	},
	'props: functions, promises, and objects of classes': {
		files: {
			'src/pages/opaque/[id].astro': postPages(
				`class Next { #title; constructor(title) { this.#title = title; } get title() { return this.#title; } }
	return posts.map((post, at) => {
		const title = posts[at + 1]?.data.content.title ?? 'none';
		return { params: { id: post.data.slug }, props: {
			next: new Next(title), say: () => title, later: Promise.resolve(title),
			search: new URLSearchParams({ title }), map: new Map([['title', title]]), set: new Set([title]),
			hidden: Object.defineProperty({}, 'title', { value: title }), date: new Date(title.length * 1000), bytes: new TextEncoder().encode(title),
		} };
	});`,
				`{props.next.title} {props.say()} {await props.later} {String(props.search)} {props.map.get('title')} {[...props.set].join()} {props.hidden.title} {props.date.getTime()} {props.bytes.join()}`,
			),
		},
	},
	'props: one thing that cannot be compared': {
		files: Object.fromEntries(
			[
				['function', '() => total', 'props.one()'],
				['promise', 'Promise.resolve(total)', 'await props.one'],
				['private', 'new (class { #text = total; get text() { return this.#text; } })()', 'props.one.text'],
				['search', 'new URLSearchParams({ total })', 'String(props.one)'],
				['hidden', `Object.defineProperty({}, 'text', { value: total })`, 'props.one.text'],
			].map(([name, value, shown]) => [
				`src/pages/single/${name}/[id].astro`,
				postPages(
					`const total = posts.map(({ data }) => data.content.title).join();
	return posts.map((post) => ({ params: { id: post.data.slug }, props: { one: ${value} } }));`,
					`{${shown}}`,
				),
			]),
		),
	},
	'props: paths of stories with their siblings': {
		files: {
			'src/pages/siblings/[...path].astro': `---
import { getCollection } from 'astro:content';
import { storyPaths } from 'astro-slugline/paths';
export const getStaticPaths = async () => {
	const all = await getCollection('pages');
	return (await storyPaths(all)).map((one) => ({ ...one, props: { story: { ...one.props.story, siblings: all.map((entry) => entry.data.name).join() } } }));
};
---
<p>{Astro.props.story.data.name}: {Astro.props.story.siblings}</p>`,
		},
	},
	'props: a cache key of the author': {
		files: {
			'shown.txt': 'v0',
			'src/pages/keyed/[id].astro': `---
import { readFileSync } from 'node:fs';
export const getStaticPaths = () => ['a', 'b'].map((id) => ({ params: { id }, cacheKey: readFileSync('shown.txt', 'utf8') }));
---
<p>{readFileSync('shown.txt', 'utf8')}</p>`,
		},
		changes: { 'what the key is made of is edited': 'shown.txt' },
	},
	'props: paginate()': {
		files: {
			'src/pages/archive/[page].astro': `---
import { getCollection } from 'astro:content';
export async function getStaticPaths({ paginate }) {
	const posts = (await getCollection('pages', ({ data }) => data.full_slug.startsWith('blog/'))).sort((a, b) => a.id.localeCompare(b.id));
	return paginate(posts, { pageSize: 2, props: { total: posts.length } });
}
const { page, total } = Astro.props;
---
<p>{page.currentPage} of {page.lastPage}, {total}</p><ul>{page.data.map((post) => <li>{post.data.content.title}</li>)}</ul>`,
		},
	},
};
