import { createRouteTable, type RouteTableInput } from 'astro-slugline/routing';
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
	const links = [link('en/about'), link('de/ueber'), link('fr/a-propos', { published: false })];
	const stories = links.map(({ slug }) => story(slug, { group_id: 'g' }));
	const i18n = { defaultLocale: 'en', locales: ['en', { path: 'de', codes: ['de-AT'] }, 'fr'] };

	it('gives the published stories of a group one set', () => {
		const set = ['en default /en/about/', 'de-AT de-AT /de/ueber/', 'x-default default /en/about/'];
		expect(sets({ links, stories, i18n })).toEqual({ '/en/about': set, '/de/ueber': set });
		const table = createRouteTable({ links, stories, languages: [], i18n });
		expect(table.routes.map(({ lang, locale }) => [lang, locale])).toEqual([
			['default', 'de-AT'],
			['default', 'en'],
		]);
	});

	it('is found by the alternates of one story too', () => {
		const alternates = [{ id: link('de/ueber').id, is_folder: false }];
		const byAlternates = [story('en/about', { alternates })];
		expect(sets({ links, stories: byAlternates, i18n })['/de/ueber']).toHaveLength(3);
	});

	it('recognizes folders by the languages of the space, or by their form', () => {
		const set = ['en default /en/about/', 'de de /de/ueber/', 'x-default default /en/about/'];
		expect(sets({ links, stories, languages: ['de'], defaultLanguage: 'en' })['/de/ueber']).toEqual(set);
		expect(sets({ links, stories, defaultLanguage: 'en' })['/de/ueber']).toEqual(set);
		expect(sets({ links, stories })['/de/ueber']).toEqual(['de de /de/ueber/', 'en en /en/about/']);
		expect(createRouteTable({ links, stories, languages: [] }).warnings).toHaveLength(1);
	});

	it('treats a story outside all language folders as one in the default language', () => {
		const mixed = [link('about'), link('de/ueber')];
		const group = mixed.map(({ slug }) => story(slug, { group_id: 'g' }));
		const set = ['en default /about/', 'de de /de/ueber/', 'x-default default /about/'];
		expect(sets({ links: mixed, stories: group, defaultLanguage: 'en' })['/about']).toEqual(set);
		expect(
			sets({ links: mixed, stories: group, i18n: { defaultLocale: 'en', locales: ['en', 'de'] } })['/about'],
		).toEqual(set);
	});

	it('gives no set if stories cannot be distinguished', () => {
		for (const slugs of [
			['en/a', 'en/b'],
			['red/a', 'blue/a'],
			['us/a', 'uk/a'],
			['a', 'b', 'de/c'],
		]) {
			const same = slugs.map((slug) => link(slug));
			const group = slugs.map((slug) => story(slug, { group_id: 'g' }));
			const table = createRouteTable({ links: same, stories: group, languages: [], defaultLanguage: 'en' });
			expect(table.routes.map(({ alternates }) => alternates)).toEqual(slugs.map(() => []));
		}
	});

	it('chooses the copy that is where its translations are', () => {
		for (const [slugs, copy] of [
			[['en/about', 'de/about', 'en/about-2'], '/en/about-2'],
			[['en/team/about', 'de/team/ueber', 'fr/team/a-propos', 'en/archive/about'], '/en/archive/about'],
			[['en/about', 'de/ueber', 'archive/about'], '/archive/about'],
		] as const) {
			const same = slugs.map((slug) => link(slug));
			const group = slugs.map((slug) => story(slug, { group_id: 'g' }));
			const found = sets({ links: same, stories: group, defaultLanguage: 'en' });
			const rest = Object.keys(found).filter((path) => path !== copy);
			expect(rest.map((path) => found[path]?.length)).toEqual(rest.map(() => slugs.length));
			expect(found[copy]?.filter((alternate) => !alternate.includes(copy))).toEqual([]);
			const table = createRouteTable({ links: same, stories: group, languages: [], defaultLanguage: 'en' });
			expect(table.warnings).toEqual([]);
		}
	});

	it('omits a language for which two stories remain, and names them', () => {
		const slugs = ['en/about', 'en/info', 'de/ueber', 'fr/a-propos'];
		const same = slugs.map((slug) => link(slug));
		const group = slugs.map((slug) => story(slug, { group_id: 'g' }));
		const found = sets({ links: same, stories: group, defaultLanguage: 'en' });
		expect(found['/de/ueber']).toEqual(['de de /de/ueber/', 'fr fr /fr/a-propos/']);
		expect(found['/en/about']).toEqual(['en default /en/about/', 'x-default default /en/about/']);
		const table = createRouteTable({ links: same, stories: group, languages: [], defaultLanguage: 'en' });
		expect(table.warnings).toMatchInlineSnapshot(`
			[
			  "Several stories of one group are in the same language, so they are missing from \`hreflang\`. Delete the copies, or move each one to the folder of its translations:
			'en/about' (en/about), 'en/info' (en/info)",
			]
		`);
	});

	it('adds the languages that the stories have in their fields', () => {
		const both = [
			link('en/about', { alternates: [variant('fr', 'en/about', { path: 'a-propos' })] }),
			link('de/ueber'),
		];
		const group = both.map(({ slug }) => story(slug, { group_id: 'g' }));
		expect(
			sets({ links: both, stories: group, languages: ['fr'], defaultLanguage: 'en' })['/de/ueber'],
		).toEqual([
			'en default /en/about/',
			'de de /de/ueber/',
			'fr fr /fr/a-propos/',
			'x-default default /en/about/',
		]);
	});

	it('leaves each story its own set if both kinds contain a language', () => {
		const both = [
			link('en/about', { alternates: [variant('de', 'en/about', { path: 'info' })] }),
			link('de/ueber'),
		];
		const group = both.map(({ slug }) => story(slug, { group_id: 'g' }));
		expect(sets({ links: both, stories: group, languages: ['de'], defaultLanguage: 'en' })).toEqual({
			'/en/about': ['en default /en/about/', 'de de /de/info/', 'x-default default /en/about/'],
			'/de/info': ['en default /en/about/', 'de de /de/info/', 'x-default default /en/about/'],
			'/de/ueber': ['de de /de/ueber/'],
		});
	});

	it('puts no prefix before a folder of another locale', () => {
		const prefixed = { defaultLocale: 'en', locales: ['en', 'de'], prefixDefaultLocale: true };
		expect(sets({ links: links.slice(0, 2), stories, i18n: prefixed })).toHaveProperty('/de/ueber');
		const lone = createRouteTable({
			links: [link('de/impressum'), link('about')],
			languages: [],
			i18n: prefixed,
		});
		expect(lone.routes.map(({ path, locale }) => [path, locale])).toEqual([
			['/en/about', 'en'],
			['/de/impressum', 'de'],
		]);
	});
});
