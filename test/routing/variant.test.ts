import { createRouteTable, type RouteTableInput } from 'astro-slugline/routing';
import { describe, expect, it } from 'vitest';
import { folder, idOf, link, story, variant } from './links.js';

const table = (
	links: RouteTableInput['links'],
	more: Partial<RouteTableInput> = {},
): ReturnType<typeof createRouteTable> =>
	createRouteTable({ links, languages: ['de', 'pt-br'], defaultLanguage: 'en', ...more });

const german = (slug: string, alternate: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
	table([link(slug, { ...fields, alternates: [variant('de', slug, alternate)] })]).get(slug, 'de')?.path;

describe('a variant', () => {
	it.each<[path: string, slug: string, alternate: Record<string, unknown>, fields?: Record<string, unknown>]>(
		[
			// Without its own slug, it lives at its parent's real path under its language.
			['/de/blog/hello', 'blog/hello', {}],
			['/de/blog/hello', 'blog/hello', { path: null, translated_slug: null }],
			['/de/blog/hello', 'blog/hello', { path: '', translated_slug: '/blog/hello/' }],
			['/de/hi', 'blog/hello', {}, { path: 'hi', real_path: '/hi' }],
			['/de', 'home', {}, { path: '/', real_path: '/' }],
			['/de', 'home', {}, { is_startpage: true }],
			// Its path comes before its translated slug.
			['/de/blog/hallo', 'blog/hello', { path: 'blog/hallo', translated_slug: 'blog/servus' }],
			['/de/blog/servus', 'blog/hello', { translated_slug: 'blog/servus' }],
			['/de/servus', 'blog/hello', { translated_slug: 'servus' }, { path: 'hi' }],
			// It has its prefix once, whatever prefix the API adds.
			...['de/blog/hallo', '/de/blog/hallo/', 'DE/blog/hallo', 'blog/hallo', 'de/de/blog/hallo'].flatMap(
				(value): [string, string, Record<string, unknown>][] => [
					['/de/blog/hallo', 'blog/hello', { path: value }],
					['/de/blog/hallo', 'blog/hello', { translated_slug: value }],
				],
			),
			['/de/blog/hello', 'blog/hello', { path: 'de/blog/hello' }],
			['/de', 'home', { path: 'de/' }, { path: '/' }],
			['/de', 'home', { path: '/' }],
			// A first segment that only begins like its prefix stays.
			['/de/design/hallo', 'blog/hello', { path: 'design/hallo' }],
			['/de/fr/hallo', 'blog/hello', { path: 'fr/hallo' }],
		],
	)('lives at %s: %s with %j, and %j in the link', (path, slug, alternate, fields) => {
		expect(german(slug, alternate, fields)).toBe(path);
	});

	it('takes the translated slug of the story if its link has none', () => {
		const links = [link('hello', { alternates: [variant('de', 'hello')] })];
		const stories = [story('hello', { translated_slugs: [{ lang: 'de', path: 'hallo' }] })];
		expect(table(links, { stories }).get('hello', 'de')?.path).toBe('/de/hallo');
	});

	it.each(['pt-br', 'pt_br', 'pt-BR', 'PT_BR'])('has its prefix once, in any spelling: %s', (prefix) => {
		const links = [link('a', { alternates: [variant('pt-br', 'a', { path: `${prefix}/b` })] })];
		expect(table(links).get('a', 'pt-br')?.path).toBe('/pt-br/b');
	});

	it('is a page by its own state, whatever the state of the default language', () => {
		expect(german('a', { published: false })).toBeUndefined();
		expect(german('a', {}, { published: false })).toBe('/de/a');
		const links = [link('a', { published: false, alternates: [variant('de', 'a')] })];
		expect(table(links).routes.map(({ lang }) => lang)).toEqual(['de']);
	});

	it('whose state is unknown is skipped with a warning', () => {
		const untold = { alternates: [variant('de', 'a', { published: null })] };
		expect(table([link('a', untold)]).routes.map(({ lang }) => lang)).toEqual(['default']);
		expect(table([link('a', untold)]).warnings).toMatchInlineSnapshot(`
			[
			  "Skipped, because their links do not say whether they are published:
			'a' (a, de)",
			]
		`);
		expect(table([link('a', { ...untold, published: false })]).warnings).toEqual([]);
	});

	it('and its story are pages of a site that shows drafts', () => {
		const alternates = [variant('de', 'a', { published: false }), variant('pt-br', 'a', { published: null })];
		const links = [link('a', { published: false, alternates }), folder('b'), link('c', { published: null })];
		const { routes, warnings } = table(links, { version: 'draft' });
		expect(routes.map(({ path }) => path)).toEqual(['/a', '/de/a', '/pt-br/a', '/c']);
		expect(warnings).toEqual([]);
		expect(table(links, { version: 'published' }).routes).toEqual([]);
	});

	it('in a language that is not configured is not a page', () => {
		const links = [link('a', { alternates: [variant('fr', 'a'), variant('default', 'a')] })];
		expect(table(links).routes.map(({ path }) => path)).toEqual(['/a']);
		expect(table(links, { languages: [] }).routes).toHaveLength(1);
		expect(table([link('a')], { languages: ['default'] }).routes).toHaveLength(1);
	});

	it('is found by any spelling of its code', () => {
		const links = [link('a', { alternates: [variant('pt_BR', 'a')] })];
		expect(table(links).get('a', 'pt-br')).toMatchObject({ lang: 'pt-br', path: '/pt-br/a' });
		expect(table(links).get('a', 'PT_BR')?.path).toBe('/pt-br/a');
		expect(table(links).get('a', 'fr')).toBeUndefined();
		expect(table(links).get('b')).toBeUndefined();
	});

	it('of a folder is not a page', () => {
		const blog = folder('blog', { alternates: [variant('de', 'blog', { path: 'magazin' })] });
		const inBlog = link('blog/a', { parent_id: idOf('folder blog'), alternates: [variant('de', 'blog/a')] });
		expect(table([blog, inBlog]).routes.map(({ path }) => path)).toEqual(['/blog/a', '/de/blog/a']);
	});
});

describe('a variant of a start page', () => {
	const blog = folder('blog');
	const start = { is_startpage: true, parent_id: blog.id };
	const at = (alternate: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
		table([
			blog,
			link('blog/index', { ...start, ...fields, alternates: [variant('de', 'blog/index', alternate)] }),
		]).get('blog/index', 'de')?.path;

	it('lives at its folder as the parent does', () => {
		expect(at({})).toBe('/de/blog');
		expect(at({ translated_slug: 'de/magazin/index' })).toBe('/de/magazin');
		expect(at({ path: 'magazin/start', translated_slug: 'magazin/start' })).toBe('/de/magazin');
		expect(at({ path: 'magazin/start', translated_slug: null })).toBe('/de/magazin');
	});

	it('keeps its own path, and a slug that already is the folder’s', () => {
		expect(at({ path: 'neues/heute' })).toBe('/de/neues/heute');
		expect(at({ translated_slug: 'magazin' })).toBe('/de/magazin');
		expect(at({}, { path: 'news' })).toBe('/de/news');
	});
});
