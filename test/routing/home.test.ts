import { createRouteTable } from 'astro-slugline/routing';
import type { Link } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import { folder, idOf, link, story, variant } from './links.js';

const paths = (...links: Link[]) =>
	createRouteTable({ links, languages: ['de'], defaultLanguage: 'en' }).routes.map(({ lang, path }) =>
		lang === 'default' ? path : `${lang} ${path}`,
	);

describe('a story in the default language', () => {
	it('lives at its full slug', () => {
		expect(paths(link('blog/hello'))).toEqual(['/blog/hello']);
	});

	it('lives at its real path, with normalized slashes', () => {
		for (const path of ['about-us', '/about-us', 'about-us/', '//about-us//']) {
			expect(paths(link('company/about', { path, real_path: `/${path}` }))).toEqual(['/about-us']);
		}
		expect(paths(link('home', { path: '/', real_path: '/' }))).toEqual(['/']);
	});

	it('takes a real path that only real_path contains, or none', () => {
		expect(paths(link('company/about', { real_path: '/about-us' }))).toEqual(['/about-us']);
		expect(paths(link('home', { real_path: '/' }))).toEqual(['/']);
		for (const real_path of [null, '', undefined, '/company/about/', 'company/about']) {
			expect(paths(link('company/about', { real_path }))).toEqual(['/company/about']);
		}
	});

	it('takes the real path of the story if the link has no path, but not that of a translation', () => {
		const links = [link('a'), link('b')];
		const stories = [story('a', { path: 'one' }), story('b', { lang: 'de', path: 'zwei' })];
		const table = createRouteTable({ links, stories, languages: [] });
		expect(table.routes.map(({ path }) => path)).toEqual(['/one', '/b']);
	});

	it('is not a page while unpublished, and a folder never is', () => {
		expect(paths(link('a', { published: false }), link('b', { published: null }))).toEqual([]);
		expect(paths(folder('c', { published: true }), link('c/d', { parent_id: idOf('folder c') }))).toEqual([
			'/c/d',
		]);
	});
});

describe('the home page', () => {
	const links = [link('home', { alternates: [variant('de', 'home')] }), link('about')];
	const table = (home?: string) =>
		createRouteTable({ links, languages: ['de'], defaultLanguage: 'en', home });

	it('is at the root by the option, in every language', () => {
		expect(table('home').routes.map(({ path }) => path)).toEqual(['/about', '/', '/de']);
		expect(table('home').warnings).toEqual([]);
		expect(table('/home/').get('home')?.param).toBeUndefined();
	});

	it('stays where its real path is', () => {
		const real = [link('home', { path: 'start', real_path: '/start' })];
		expect(createRouteTable({ links: real, languages: [], home: 'home' }).routes[0]?.path).toBe('/start');
	});

	it('is suggested once if nothing is at the root', () => {
		expect([...table().warnings, ...table('start').warnings]).toMatchInlineSnapshot(`
			[
			  "The story \`home\` is at /home, and no story is at /. If it is the home page, set its real path to / in the editor, or set \`routes: { home: 'home' }\`.",
			  "No page has the full slug \`start\`, which \`routes.home\` names. Correct the option, or publish the story.",
			]
		`);
		expect(
			createRouteTable({ links: [...links, link('x', { real_path: '/' })], languages: [] }).warnings,
		).toEqual([]);
	});
});

describe('a value of the options', () => {
	it('is reported if no story matches it', () => {
		const links = [link('blog/a'), link('home', { real_path: '/' })];
		const stories = links.map(({ slug }) => story(slug, { content: { component: 'page' } }));
		const pages = { include: ['**', 'news/**'], exclude: ['drafts/*'], contentTypes: ['page', 'Post'] };
		expect(createRouteTable({ links, stories, languages: [], pages }).warnings).toMatchInlineSnapshot(`
			[
			  "No story has a full slug that matches \`news/**\` in \`routes.include\`; there are \`blog/**\` and \`home\`.",
			  "No story has a full slug that matches \`drafts/*\` in \`routes.exclude\`; there are \`blog/**\` and \`home\`.",
			  "\`routes.contentTypes\` names \`Post\`, but no story has this content type; there is \`page\`.",
			]
		`);
	});
});

describe('the language of a page', () => {
	it('is its language tag if Astro has no locales', () => {
		const links = [link('a', { alternates: [variant('pt_br', 'a')] })];
		const locales = (defaultLanguage?: string) =>
			createRouteTable({ links, languages: ['pt_br'], defaultLanguage }).routes.map(({ locale }) => locale);
		expect(locales('en')).toEqual(['en', 'pt-BR']);
		expect(locales()).toEqual([undefined, 'pt-BR']);
	});
});

describe('a start page', () => {
	const blog = folder('blog');
	const inBlog = { is_startpage: true, parent_id: blog.id };

	it('lives at its folder, however its slug is written, and whether or not the links have the folder', () => {
		for (const slug of ['blog/', 'blog', 'blog/index', 'blog/home']) {
			expect(paths(blog, link(slug, inBlog))).toEqual(['/blog']);
			if (slug !== 'blog/home') expect(paths(link(slug, inBlog))).toEqual(['/blog']);
		}
	});

	it('of the root is the home page', () => {
		expect(paths(link('home', { is_startpage: true }))).toEqual(['/']);
		expect(paths(link('home', { is_startpage: true, parent_id: 0 }))).toEqual(['/']);
		expect(paths(link('home'))).toEqual(['/home']);
	});

	it('stays at a configured path', () => {
		expect(paths(blog, link('blog/index', { ...inBlog, path: 'news' }))).toEqual(['/news']);
		expect(paths(blog, link('blog/index', { ...inBlog, real_path: '/blog' }))).toEqual(['/blog']);
	});

	it('drops its own segment from its translated slug, too', () => {
		const alternates = [variant('de', 'magazin/index')];
		expect(paths(blog, link('blog/index', { ...inBlog, alternates }))).toEqual(['/blog', 'de /de/magazin']);
		expect(paths(blog, link('blog/', { ...inBlog, alternates: [variant('de', 'magazin/')] }))).toEqual([
			'/blog',
			'de /de/magazin',
		]);
		const home = { is_startpage: true, alternates: [variant('de', 'startseite')] };
		expect(paths(link('home', home))).toEqual(['/', 'de /de']);
	});
});
