import { createRouteTable, type RouteTableInput } from 'astro-slugline/routing';
import type { Link } from 'astro-slugline/wire';
import { describe, expect, it } from 'vitest';
import { link, story, variant } from './links.js';

const sets = (input: Partial<RouteTableInput>) => {
	const table = createRouteTable({ links: [], languages: [], ...input });
	return Object.fromEntries(
		table.routes.map((route) => [
			route.path,
			route.alternates.map(({ hreflang, lang, href }) => `${hreflang} ${lang} ${href}`),
		]),
	);
};

describe('field-level translation', () => {
	const links = [
		link('a', { alternates: [variant('de', 'a', { path: 'ah' }), variant('pt-br', 'a')] }),
		link('b', { alternates: [variant('de', 'b', { published: false })] }),
		link('c', { published: false, alternates: [variant('de', 'c')] }),
	];

	it('gives one set to all languages of a story, itself and x-default included', () => {
		const table = createRouteTable({ links, languages: ['pt-br', 'de'], defaultLanguage: 'en', base: '/x' });
		expect(table.get('a', 'de')?.alternates).toEqual([
			{ hreflang: 'en', lang: 'default', path: '/a', href: '/x/a/' },
			{ hreflang: 'pt-BR', lang: 'pt-br', path: '/pt-br/a', href: '/x/pt-br/a/' },
			{ hreflang: 'de', lang: 'de', path: '/de/ah', href: '/x/de/ah/' },
			{ hreflang: 'x-default', lang: 'default', path: '/a', href: '/x/a/' },
		]);
		expect(table.get('a')?.alternates).toBe(table.get('a', 'de')?.alternates);
		expect(table.warnings).toEqual([]);
	});

	it('contains nothing unpublished, and no x-default without a page in the default language', () => {
		expect(sets({ links, languages: ['de'], defaultLanguage: 'en' })).toEqual({
			'/a': ['en default /a/', 'de de /de/ah/', 'x-default default /a/'],
			'/de/ah': ['en default /a/', 'de de /de/ah/', 'x-default default /a/'],
			'/b': ['en default /b/', 'x-default default /b/'],
			'/de/c': ['de de /de/c/'],
		});
	});

	it('has the default language as x-default only, and warns once, if its code is unknown', () => {
		expect(sets({ links: links.slice(0, 2), languages: ['de'] })).toEqual({
			'/a': ['de de /de/ah/', 'x-default default /a/'],
			'/de/ah': ['de de /de/ah/', 'x-default default /a/'],
			'/b': ['x-default default /b/'],
		});
		expect(createRouteTable({ links, languages: ['de', 'pt-br'] }).warnings).toMatchInlineSnapshot(`
			[
			  "The code of the default language is unknown, so its pages have no \`lang\`, and \`hreflang\` lists only the other languages and x-default. Set the option \`defaultLanguage\`.",
			]
		`);
	});

	it('takes the first language tag of a locale', () => {
		const locales = ['en_us', { path: 'deutsch', codes: ['deutsch!', 'de_at', 'de'] }];
		expect(
			sets({ links: links.slice(0, 1), languages: ['de'], i18n: { defaultLocale: 'en_us', locales } }),
		).toMatchObject({
			'/deutsch/ah': ['en-US default /a/', 'de-AT de /deutsch/ah/', 'x-default default /a/'],
		});
		const tags = ['zh-hant-tw', 'sr_latn', 'es-419'].map((code) => {
			const table = createRouteTable({
				links: [link('x', { alternates: [variant(code, 'x')] })],
				languages: [code],
			});
			return table.get('x', code)?.alternates[0]?.hreflang;
		});
		expect(tags).toEqual(['zh-Hant-TW', 'sr-Latn', 'es-419']);
	});

	it('does not apply to a site in one language', () => {
		const table = createRouteTable({ links, languages: [] });
		expect(table.routes.map(({ alternates }) => alternates)).toEqual([[], []]);
		expect(table.warnings).toEqual([]);
	});
});

describe('folder-level translation', () => {
	/** Links, by slug unless given, whose stories are one group. */
	const grouped = (given: (string | Link)[], options: Partial<RouteTableInput> = {}) => {
		const links = given.map((one) => (typeof one === 'string' ? link(one) : one));
		const stories = links.map(({ slug }) => story(slug, { group_id: 'g' }));
		return { links, stories, languages: [], ...options };
	};
	const links = ['en/about', 'de/ueber', link('fr/a-propos', { published: false })];
	const i18n = { defaultLocale: 'en', locales: ['en', { path: 'de', codes: ['de-AT'] }, 'fr'] };
	const english = { defaultLanguage: 'en' };

	it('gives the published stories of a group one set', () => {
		const set = ['en default /en/about/', 'de-AT de-AT /de/ueber/', 'x-default default /en/about/'];
		expect(sets(grouped(links, { i18n }))).toEqual({ '/en/about': set, '/de/ueber': set });
		expect(
			createRouteTable(grouped(links, { i18n })).routes.map(({ lang, locale }) => [lang, locale]),
		).toEqual([
			['default', 'de-AT'],
			['default', 'en'],
		]);
		const alternates = [{ id: link('de/ueber').id, is_folder: false }];
		const byAlternates = { ...grouped(links, { i18n }), stories: [story('en/about', { alternates })] };
		expect(sets(byAlternates)['/de/ueber']).toEqual(set);
	});

	it('recognizes folders by the languages of the space, or by their form', () => {
		const set = ['en default /en/about/', 'de de /de/ueber/', 'x-default default /en/about/'];
		expect(sets(grouped(links, { ...english, languages: ['de'] }))['/de/ueber']).toEqual(set);
		expect(sets(grouped(links, english))['/de/ueber']).toEqual(set);
		expect(sets(grouped(links))['/de/ueber']).toEqual(['de de /de/ueber/', 'en en /en/about/']);
		expect(createRouteTable(grouped(links)).warnings).toHaveLength(1);
	});

	it('treats a story outside all language folders as one in the default language', () => {
		const set = ['en default /about/', 'de de /de/ueber/', 'x-default default /about/'];
		for (const options of [english, { i18n: { defaultLocale: 'en', locales: ['en', 'de'] } }])
			expect(sets(grouped(['about', 'de/ueber'], options))['/about']).toEqual(set);
	});

	it.each([[['en/a', 'en/b']], [['red/a', 'blue/a']], [['us/a', 'uk/a']], [['a', 'b', 'de/c']]])(
		'gives no set if stories cannot be distinguished: %j',
		(slugs) => {
			const { routes } = createRouteTable(grouped(slugs, english));
			expect(routes.map(({ alternates }) => alternates)).toEqual(slugs.map(() => []));
		},
	);

	it.each([
		[['en/about', 'de/about', 'en/about-2'], '/en/about-2'],
		[['en/team/about', 'de/team/ueber', 'fr/team/a-propos', 'en/archive/about'], '/en/archive/about'],
		[['en/about', 'de/ueber', 'archive/about'], '/archive/about'],
	])('of %j leaves out the copy that is not where its translations are: %s', (slugs, copy) => {
		const found = sets(grouped(slugs, english));
		const rest = Object.keys(found).filter((path) => path !== copy);
		expect(rest.map((path) => found[path]?.length)).toEqual(rest.map(() => slugs.length));
		expect(found[copy]?.filter((alternate) => !alternate.includes(copy))).toEqual([]);
		expect(createRouteTable(grouped(slugs, english)).warnings).toEqual([]);
	});

	it('omits a language for which two stories remain, and names them', () => {
		const group = grouped(['en/about', 'en/info', 'de/ueber', 'fr/a-propos'], english);
		expect(sets(group)).toMatchObject({
			'/de/ueber': ['de de /de/ueber/', 'fr fr /fr/a-propos/'],
			'/en/about': ['en default /en/about/', 'x-default default /en/about/'],
		});
		expect(createRouteTable(group).warnings).toMatchInlineSnapshot(`
			[
			  "Several stories of one group are in the same language, so they are missing from \`hreflang\`. Delete the copies, or move each one to the folder of its translations:
			'en/about' (en/about), 'en/info' (en/info)",
			]
		`);
	});

	it('adds the languages that the stories have in their fields, unless both kinds contain one', () => {
		const both = (lang: string, path: string) =>
			sets(
				grouped([link('en/about', { alternates: [variant(lang, 'en/about', { path })] }), 'de/ueber'], {
					...english,
					languages: [lang],
				}),
			);
		expect(both('fr', 'a-propos')['/de/ueber']).toEqual([
			'en default /en/about/',
			'de de /de/ueber/',
			'fr fr /fr/a-propos/',
			'x-default default /en/about/',
		]);
		const own = ['en default /en/about/', 'de de /de/info/', 'x-default default /en/about/'];
		expect(both('de', 'info')).toEqual({
			'/en/about': own,
			'/de/info': own,
			'/de/ueber': ['de de /de/ueber/'],
		});
	});

	it('puts no prefix before a folder of another locale', () => {
		const prefixed = { defaultLocale: 'en', locales: ['en', 'de'], prefixDefaultLocale: true };
		expect(sets(grouped(['en/about', 'de/ueber'], { i18n: prefixed }))).toHaveProperty('/de/ueber');
		const lone = [link('de/impressum'), link('about')];
		const { routes, warnings } = createRouteTable({ links: lone, languages: [], i18n: prefixed });
		expect(warnings).toEqual([]);
		expect(routes.map(({ path, locale }) => [path, locale])).toEqual([
			['/en/about', 'en'],
			['/de/impressum', 'de'],
		]);
	});
});
