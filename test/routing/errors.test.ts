import { createRouteTable, RouteError, type RouteTableInput } from 'astro-slugline/routing';
import { expect, it } from 'vitest';
import { link, variant } from './links.js';

function problem(input: Partial<RouteTableInput>): string {
	try {
		createRouteTable({ links: [], languages: [], ...input });
	} catch (error) {
		if (error instanceof RouteError) return `${error.name}: ${error.message}\nHint: ${error.hint}`;
		throw error;
	}
	return 'none';
}

it('two stories on one path are both named', () => {
	const links = [link('a', { name: 'First' }), link('b', { name: 'Second', path: '/a/' })];
	expect(problem({ links })).toMatchInlineSnapshot(`
		"RouteError: Two pages have the same path:
		/a: 'First' (a, default language) and 'Second' (b, default language)
		Hint: Change the slug, the translated slug, or the real path of one of them in the space, or leave one out with \`routes.exclude\`."
	`);
	expect(problem({ links: [...links].reverse() })).toBe(problem({ links }));
	const fileOf = (uuid: string, lang: string) => `space/${uuid}.${lang}.md`;
	expect(problem({ links: links.map((one) => ({ ...one, uuid: one.slug })), fileOf })).toContain(
		"/a: 'First' (a, default language, space/a.default.md) and 'Second' (b, default language, space/b.default.md)\n",
	);
});

it('a story and a variant on one path are named with their languages', () => {
	const links = [link('de/a'), link('a', { alternates: [variant('de', 'a')] })];
	expect(problem({ links, languages: ['de'] })).toMatchInlineSnapshot(`
		"RouteError: Two pages have the same path:
		/de/a: 'a' (a, de) and 'de/a' (de/a, default language)
		Hint: Change the slug, the translated slug, or the real path of one of them in the space, or leave one out with \`routes.exclude\`."
	`);
});

it('lists the first of many collisions', () => {
	const links = Array.from({ length: 9 }, (_, at) => link(`x${at}`, { path: 'same' }));
	expect(problem({ links })).toMatchInlineSnapshot(`
		"RouteError: Two pages have the same path:
		/same: 'x0' (x0, default language) and 'x1' (x1, default language)
		/same: 'x0' (x0, default language) and 'x2' (x2, default language)
		/same: 'x0' (x0, default language) and 'x3' (x3, default language)
		/same: 'x0' (x0, default language) and 'x4' (x4, default language)
		/same: 'x0' (x0, default language) and 'x5' (x5, default language)
		and 3 more
		Hint: Change the slug, the translated slug, or the real path of one of them in the space, or leave one out with \`routes.exclude\`."
	`);
});

it('a start page collides with a story of its folder’s name', () => {
	expect(problem({ links: [link('home', { is_startpage: true }), link('root', { path: '/' })] })).toContain(
		"/: 'home' (home, default language) and 'root' (root, default language)",
	);
});

it('refuses one uuid for two entries, but accepts one entry that comes twice', () => {
	const links = [link('a', { uuid: 'u' }), link('b', { uuid: 'u' })];
	expect(problem({ links })).toMatchInlineSnapshot(`
		"RouteError: Two entries have the uuid u: 'a' and 'b'.
		Hint: Give each entry of the space its own uuid."
	`);
	expect(problem({ links: [...links].reverse() })).toBe(problem({ links }));
	expect(problem({ links: [link('a'), link('a')] })).toBe('none');
});

it('a path that leads out of the site is refused', () => {
	const links = [link('a', { path: '../../etc/passwd' }), link('b/../c'), link('%2e%2e/d')];
	expect(problem({ links })).toMatchInlineSnapshot(`
		"RouteError: The path of a page must not contain '..':
		/../d: '%2e%2e/d' (%2e%2e/d, default language)
		/../../etc/passwd: 'a' (a, default language)
		/b/../c: 'b/../c' (b/../c, default language)
		Hint: Change the slug or the real path of the story in the space, or leave it out with \`routes.exclude\`."
	`);
	const translated = [link('a', { alternates: [variant('de', 'a', { path: 'de/../../a' })] })];
	expect(problem({ links: translated, languages: ['de'] })).toContain("/de/../../a: 'a' (a, de)");
});

it('a page named like a file that Astro writes is refused', () => {
	expect(problem({ links: [link('x/index')], format: 'file' })).toMatchInlineSnapshot(`
		"RouteError: Astro cannot build a page with this name under build.format 'file', because it uses the name for its own files:
		/x/index: 'x/index' (x/index, default language)
		Hint: Change the slug or the real path of the story in the space, or leave it out with \`routes.exclude\`."
	`);
	for (const format of ['file', 'preserve'] as const) {
		for (const slug of ['index', 'a.html', 'a.html/b'])
			expect(problem({ links: [link(slug)], format })).toContain(slug);
		for (const slug of ['index/a', 'html', 'reindex'])
			expect(problem({ links: [link(slug)], format })).toBe('none');
	}
	for (const slug of ['index.html', 'a/index.html/b', '404.html'])
		expect(problem({ links: [link(slug)] })).toContain(slug);
	for (const slug of ['index', 'x/index', '404', 'a/404.html'])
		expect(problem({ links: [link(slug)] })).toBe('none');
});

it('paths that differ only in case are a warning', () => {
	const links = [link('About'), link('about'), link('ABOUT'), link('Ärzte'), link('Team')];
	const table = createRouteTable({ links, languages: [] });
	expect(table.routes).toHaveLength(5);
	expect(table.warnings).toMatchInlineSnapshot(`
		[
		  "Some paths differ only in capital letters, so on some file systems one page overwrites the other:
		/about and /ABOUT: 'about' (about, default language) and 'ABOUT' (ABOUT, default language)
		/about and /About: 'about' (about, default language) and 'About' (About, default language)",
		]
	`);
});

it('paths of the default language that begin with another language are a warning', () => {
	const links = [link('de'), link('de/b'), link('deck/c'), link('d')];
	const fileOf = (uuid: string) => `space/${uuid}.md`;
	const table = createRouteTable({ links, languages: ['de'], defaultLanguage: 'en', fileOf });
	expect(table.warnings).toMatchInlineSnapshot(`
		[
		  "Some paths begin with a language, but their stories are in the default language, because the name of a folder does not translate them. Translate a story itself, which in a folder is a file such as \`about.de.md\` next to \`about.md\`, or change these slugs:
		/de: 'de' (de, default language, space/de.md)
		/de/b: 'de/b' (de/b, default language, space/de/b.md)",
		]
	`);
	expect(createRouteTable({ links, languages: [] }).warnings).toEqual([]);
});
