import { createRouteTable, type RouteI18n, type RouteTableInput } from 'astro-slugline/routing';
import { describe, expect, it } from 'vitest';
import { link, variant } from './links.js';

const links = [
	link('home', { path: '/', alternates: [variant('de', 'home'), variant('pt_br', 'home')] }),
	link('blog/hello', { alternates: [variant('de', 'blog/hello', { path: 'de/blog/hallo' })] }),
];

const table = (i18n: RouteI18n, more: Partial<RouteTableInput> = {}) =>
	createRouteTable({ links, languages: ['de', 'pt_br'], i18n, ...more });

const paths = (i18n: RouteI18n, more: Partial<RouteTableInput> = {}) =>
	table(i18n, more).routes.map(({ lang, locale, path }) => `${lang} ${locale} ${path}`);

describe("with Astro's i18n", () => {
	it('a language has the prefix of its locale, found by path or code, in any spelling', () => {
		expect(paths({ defaultLocale: 'en', locales: ['en', 'de', 'pt-BR'] })).toEqual([
			'default en /blog/hello',
			'de de /de/blog/hallo',
			'default en /',
			'de de /de',
			'pt_br pt-BR /pt-BR',
		]);
		const locales = [
			'en',
			{ path: 'deutsch', codes: ['de', 'de-AT'] },
			{ path: 'brasil', codes: ['pt', 'pt-BR'] },
		];
		expect(paths({ defaultLocale: 'en', locales })).toEqual([
			'default en /blog/hello',
			'de de /deutsch/blog/hallo',
			'default en /',
			'de de /deutsch',
			'pt_br pt /brasil',
		]);
	});

	it('the default locale has a prefix only with prefixDefaultLocale', () => {
		expect(paths({ defaultLocale: 'en', locales: ['en', 'de', 'pt-br'], prefixDefaultLocale: true })).toEqual(
			[
				'default en /en/blog/hello',
				'de de /de/blog/hallo',
				'default en /en',
				'de de /de',
				'pt_br pt-br /pt-br',
			],
		);
	});

	it('defaultLanguage can name a locale other than the default one', () => {
		const i18n = { defaultLocale: 'de', locales: ['en', 'de', 'pt-br'] };
		expect(paths(i18n, { defaultLanguage: 'en' })).toEqual([
			'default en /en/blog/hello',
			'de de /blog/hallo',
			'default en /en',
			'de de /',
			'pt_br pt-br /pt-br',
		]);
	});

	it('no prefix of the default language is doubled', () => {
		const i18n = { defaultLocale: 'en', locales: ['en', 'de'], prefixDefaultLocale: true };
		const { routes } = createRouteTable({ links: [link('en/about'), link('en')], languages: ['de'], i18n });
		expect(routes.map(({ path }) => path)).toEqual(['/en', '/en/about']);
	});

	it('warns of a locale for which Astro writes other addresses, and says how to name it', () => {
		const warningsOf = (locales: RouteI18n['locales']) => table({ defaultLocale: 'en', locales }).warnings;
		expect(warningsOf(['en', 'de', 'pt-BR'])).toEqual([
			"Pages of the locale 'pt-BR' are below /pt-BR/, but Astro's getRelativeLocaleUrl() gives /pt-br/. Write it as { path: 'pt-br', codes: ['pt-BR'] } in `locales` of astro.config, with which both are /pt-br/.",
		]);
		expect(warningsOf(['en', 'de', { path: 'pt-br', codes: ['pt-BR'] }])).toEqual([]);
		const home = { defaultLocale: 'pt-BR', locales: ['pt-BR', 'de'] };
		expect(table(home, { languages: ['de'] }).warnings).toEqual([]);
		expect(table({ ...home, prefixDefaultLocale: true }, { languages: ['de'] }).warnings).toHaveLength(1);
	});

	it('skips a language that matches no locale, with a warning', () => {
		const { routes, warnings } = table({ defaultLocale: 'en', locales: ['en', 'de'] });
		expect(routes.map(({ lang }) => lang)).toEqual(['default', 'de', 'default', 'de']);
		expect(warnings).toMatchInlineSnapshot(`
			[
			  "The language 'pt_br' of the space is skipped, because it matches none of the site's locales ('en', 'de'). Add it to \`locales\` in astro.config to build its pages.",
			]
		`);
	});

	it('skips variants in the default language’s own code, with a warning', () => {
		const i18n = { defaultLocale: 'de', locales: ['de', 'pt-br'] };
		const { routes, warnings } = table(i18n);
		expect(routes.map(({ path }) => path)).toEqual(['/blog/hello', '/', '/pt-br']);
		expect(warnings).toMatchInlineSnapshot(`
			[
			  "The default texts are shown as 'de', and the translations into 'de' have no pages, because 'de' is the default language of the site. Set \`defaultLanguage\` (or Astro's \`i18n.defaultLocale\`) to the language of the default texts.",
			]
		`);
		expect(
			table({ defaultLocale: 'en', locales: ['en', 'de', 'pt-br'] }, { languages: ['en', 'de', 'pt_br'] })
				.warnings,
		).toEqual([]);
		const plain = createRouteTable({ links, languages: ['de', 'pt_br'], defaultLanguage: 'de' });
		expect(plain.routes.map(({ path }) => path)).toEqual(['/blog/hello', '/', '/pt_br']);
		expect(plain.warnings).toHaveLength(1);
	});

	it('finds the default language by its code', () => {
		expect(table({ defaultLocale: 'en', locales: ['en', 'de'] }).get('home', 'en')?.path).toBe('/');
	});

	it('refuses a configuration without a place for a language', () => {
		expect(() => table({ defaultLocale: 'fr', locales: ['en', 'de'] })).toThrowErrorMatchingInlineSnapshot(
			`[RouteError: Astro's i18n.defaultLocale 'fr' is not one of its locales: 'en', 'de'.]`,
		);
		expect(() =>
			table({ defaultLocale: 'en', locales: ['en', 'de'] }, { defaultLanguage: 'fr' }),
		).toThrowErrorMatchingInlineSnapshot(
			`[RouteError: The default language 'fr' is not one of Astro's locales: 'en', 'de'.]`,
		);
		expect(() =>
			table({ defaultLocale: 'en', locales: ['en', { path: 'x', codes: ['de', 'pt-BR'] }] }),
		).toThrowErrorMatchingInlineSnapshot(
			`[RouteError: The languages 'de' and 'pt_br' of the space both have their pages at '/x'.]`,
		);
	});
});

describe('addresses', () => {
	const hrefs = (more: Partial<RouteTableInput>) =>
		createRouteTable({ links, languages: [], ...more }).routes.map(({ href, path, param }) => [
			href,
			path,
			param,
		]);

	it('have the base and trailing slash that Astro expects', () => {
		const plain = [
			['/blog/hello/', '/blog/hello', 'blog/hello'],
			['/', '/', undefined],
		];
		expect(hrefs({})).toEqual(plain);
		expect(hrefs({ trailingSlash: 'always', format: 'file' })).toEqual(plain);
		for (const more of [{ trailingSlash: 'never' }, { format: 'file' }, { format: 'preserve' }] as const) {
			expect(hrefs(more).map(([href]) => href)).toEqual(['/blog/hello', '/']);
		}
		for (const base of ['/docs', 'docs', '/docs/']) {
			expect(hrefs({ base }).map(([href]) => href)).toEqual(['/docs/blog/hello/', '/docs/']);
			expect(hrefs({ base, trailingSlash: 'never' }).map(([href]) => href)).toEqual([
				'/docs/blog/hello',
				'/docs',
			]);
		}
		expect(hrefs({ base: '/docs' }).map(([, path]) => path)).toEqual(['/blog/hello', '/']);
	});
});
