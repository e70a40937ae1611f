import { createRouteTable, type RoutePages } from 'astro-slugline/routing';
import { expect, it } from 'vitest';
import { folder, idOf, link, story, variant } from './links.js';

const slugs = ['home', 'blog/a', 'blog/2024/b', 'blogger', 'authors/ann', 'a+b (c)', 'settings'];
const start = link('blog/', { is_startpage: true, parent_id: idOf('folder blog') });
const links = [
	folder('blog'),
	start,
	...slugs.map((slug) => link(slug, { alternates: [variant('de', slug)] })),
];
const component = (slug: string) =>
	slug === 'settings' ? 'settings' : slug.startsWith('authors') ? 'author' : 'page';
const stories = links.map(({ slug }) => story(slug, { content: { component: component(slug) } }));

const pages = (choice: RoutePages) =>
	createRouteTable({ links, stories, languages: [], pages: choice }).routes.map(({ fullSlug }) => fullSlug);

it('all published stories are pages, by default', () => {
	expect(pages({})).toEqual([
		'a+b (c)',
		'authors/ann',
		'blog',
		'blog/2024/b',
		'blog/a',
		'blogger',
		'home',
		'settings',
	]);
});

it('globs select by full slug', () => {
	expect(pages({ include: ['blog/**'] })).toEqual(['blog', 'blog/2024/b', 'blog/a']);
	expect(pages({ include: ['/blog/*'] })).toEqual(['blog/a']);
	expect(pages({ include: ['blog*', 'home'] })).toEqual(['blog', 'blogger', 'home']);
	expect(pages({ include: ['**/b', '**/ann'] })).toEqual(['authors/ann', 'blog/2024/b']);
	expect(pages({ include: ['blog/**/b', 'blog/**/a'] })).toEqual(['blog/2024/b', 'blog/a']);
	expect(pages({ include: ['**'], exclude: ['blog/**', 'a+b (c)'] })).toEqual([
		'authors/ann',
		'blogger',
		'home',
		'settings',
	]);
	expect(pages({ exclude: ['**'] })).toEqual([]);
	expect(pages({ include: [] })).toEqual([]);
	expect(pages({ include: ['BLOG/**', 'a.b', 'home$'] })).toEqual([]);
});

it('variants go with their story', () => {
	const table = createRouteTable({ links, languages: ['de'], pages: { exclude: ['authors/*'] } });
	expect(table.get('authors/ann', 'de')).toBeUndefined();
	expect(table.get('blog/a', 'de')?.path).toBe('/de/blog/a');
});

it('content types select by the stories’ own', () => {
	expect(pages({ contentTypes: ['author', 'settings'] })).toEqual(['authors/ann', 'settings']);
	expect(pages({ contentTypes: ['page'], exclude: ['blog/**'] })).toEqual(['a+b (c)', 'blogger', 'home']);
});

it('a story whose content type is unknown is skipped with a warning', () => {
	const someStories = stories.filter(({ uuid }) => uuid === 'home');
	const table = createRouteTable({
		links,
		stories: someStories,
		languages: [],
		pages: { contentTypes: ['page'] },
	});
	expect(table.routes.map(({ path }) => path)).toEqual(['/home']);
	expect(table.warnings).toMatchInlineSnapshot(`
		[
		  "The story \`home\` is at /home, and no story is at /. If it is the home page, set its real path to / in the editor, or set \`routes: { home: 'home' }\`.",
		  "Skipped, because \`routes.contentTypes\` is set and their content type is unknown:
		'a+b (c)' (a+b (c), default language)
		'authors/ann' (authors/ann, default language)
		'blog/' (blog/, default language)
		'blog/2024/b' (blog/2024/b, default language)
		'blog/a' (blog/a, default language)
		and 2 more",
		]
	`);
});

it('the routes have a fixed order, and get() returns the same ones', () => {
	const table = createRouteTable({ links, stories, languages: ['de'] });
	expect(table.routes).toBe(table.routes);
	expect(table.routes.map((route) => table.get(route.uuid, route.lang))).toEqual([...table.routes]);
	for (const route of table.routes) expect(table.get(route.uuid, route.lang)).toBe(route);
});
