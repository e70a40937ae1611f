import StoryblokClient from 'storyblok-js-client';
import { expect, test } from 'vitest';
import { openSpace, storyFile } from './open-space.js';

// A client that has never heard of this stand-in.

const count = 60;
const files = {
	'space.yaml':
		'name: Harbour\nlanguages: [de]\ncontent_types:\n  article: { references: [author] }\n  list: { references: [all] }\n',
	...Object.fromEntries(
		Array.from({ length: count }, (_, index) => [
			`blog/s${index}.md`,
			storyFile('', `component: article\ntitle: Story ${index}\nnumber: "${index}"\nauthor: people/ada\n`),
		]),
	),
	'blog/s1.de.md': storyFile('slug: eins\n', 'title: Geschichte\n'),
	'blog/s1.draft.md': storyFile('', 'component: article\ntitle: Edited\n'),
	'people/ada.md': storyFile('', 'component: person\nname: Ada\n'),
	'list.md': storyFile(
		'',
		`component: list\nall: [${Array.from({ length: count }, (_, index) => `blog/s${index}`)}]\n`,
	),
	'linked.md': storyFile('', 'component: page\nlink: { fieldtype: multilink, cached_url: people/ada }\n'),
	'datasources/colors.yaml': `entries:\n${Array.from({ length: 30 }, (_, index) => `  - { name: c${index}, value: v${index} }\n`).join('')}`,
};

/** A client of a space on a socket, without its limit of requests a second. */
async function open() {
	const opened = await openSpace(files);
	const { url, tokens } = await opened.space.listen();
	const client = new StoryblokClient({ accessToken: tokens.public, endpoint: `${url}/v2`, rateLimit: 1000 });
	return { ...opened, client };
}

test('reads a folder in process, without a port', async () => {
	const { space } = await openSpace(files);
	const client = new StoryblokClient({
		accessToken: space.tokens.preview,
		endpoint: `${space.url}/v2`,
		fetch: space.fetch,
	});
	const { data } = await client.get('cdn/stories/blog/s1', { version: 'draft' });
	expect(data.story.content.title).toBe('Edited');
});

test('lists and pages', async () => {
	const { client } = await open();
	const blog = { starts_with: 'blog/', version: 'published' } as const;
	const { data, total, perPage } = await client.get('cdn/stories', { ...blog, per_page: 20, page: 3 });
	expect([data.stories.length, total, perPage]).toEqual([20, 60, 20]);
	const all = await client.getAll('cdn/stories', { ...blog, per_page: 25 });
	expect(new Set(all.map((story) => story.uuid)).size).toBe(count);
	const links = await client.getAll('cdn/links', { version: 'published', per_page: 30 });
	expect(links).toHaveLength(count + 5);
	const entries = await client.getAll('cdn/datasource_entries', { datasource: 'colors' });
	expect(entries).toHaveLength(30);
});

test('filters and reads another language', async () => {
	const { client } = await open();
	const { data } = await client.get('cdn/stories', {
		version: 'published',
		filter_query: { number: { lt_int: '3' }, title: { not_like: '*0' } },
		sort_by: 'content.number:desc:int',
	});
	expect(data.stories.map((story: { name: string }) => story.name)).toEqual(['S2', 'S1']);
	const german = await client.get('cdn/stories/blog/s1', { version: 'published', language: 'de' });
	expect(german.data.story).toMatchObject({ full_slug: 'de/blog/eins', content: { title: 'Geschichte' } });
});

test('follows the cache version', async () => {
	const { client, cv, ask } = await open();
	const { data } = await client.get('cdn/stories/list', { version: 'published' });
	expect(data.cv).toBe(await cv());
	expect(client.cacheVersion()).toBe(data.cv);
	const me = await client.get('cdn/spaces/me');
	expect(me.data.space.version).toBe(data.cv);
	expect((await ask('/v2/cdn/stories/list', { cv: client.cacheVersion() ?? 0 })).status).toBe(200);
});

test('resolves relations, more than 50 too, and links', async () => {
	const { client } = await open();
	const shortened = await client.get('cdn/stories', {
		version: 'published',
		starts_with: 'blog/s2',
		resolve_relations: 'article.author',
	});
	expect(shortened.data.stories[0].content.author).toMatchObject({
		name: 'Ada',
		content: { component: 'person' },
	});
	const many = await client.get('cdn/stories/list', { version: 'published', resolve_relations: 'list.all' });
	expect(many.data.story.content.all).toHaveLength(count);
	expect(many.data.story.content.all[59]).toMatchObject({ content: { title: 'Story 59' } });
	const linked = await client.get('cdn/stories/linked', { version: 'published', resolve_links: 'story' });
	expect(linked.data.story.content.link.story).toMatchObject({ full_slug: 'people/ada' });
});
