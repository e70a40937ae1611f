import {
	createRouteTable,
	fallbackLanguageOf,
	type RouteI18n,
	type RouteTableInput,
} from 'astro-slugline/routing';
import { describe, expect, it } from 'vitest';
import { folder, link, variant } from './links.js';

const i18n: RouteI18n = {
	defaultLocale: 'en',
	locales: ['en', 'es', 'es-MX'],
	fallback: { 'es-MX': 'es', es: 'en' },
};

const languages = ['es', 'es-mx'];

/** The addresses where another language stands in, as `address (language) = page`. */
const fallbacks = (links: RouteTableInput['links'], more: Partial<RouteTableInput> = {}) =>
	createRouteTable({ links, languages, i18n, ...more }).fallbacks.map(
		({ href, lang, to }) => `${href} (${lang}) = ${to.href}`,
	);

describe('the addresses where another language stands in', () => {
	it('are those of the nearest language of the chain that has the story', () => {
		const links = [
			link('about', { alternates: [variant('es', 'about', { path: 'acerca' })] }),
			link('home', { path: '/', alternates: [variant('es', 'home'), variant('es-mx', 'home')] }),
			link('legal'),
		];
		expect(fallbacks(links)).toEqual([
			'/es-MX/acerca/ (es-mx) = /es/acerca/',
			'/es/legal/ (es) = /legal/',
			'/es-MX/legal/ (es-mx) = /legal/',
		]);
	});

	it('end where the chain does, and are none without one', () => {
		const links = [link('about'), link('team', { alternates: [variant('es', 'team')] })];
		expect(fallbacks(links, { i18n: { ...i18n, fallback: { 'es-MX': 'es' } } })).toEqual([
			'/es-MX/team/ (es-mx) = /es/team/',
		]);
		const { fallback: _, ...without } = i18n;
		expect(fallbacks(links, { i18n: without })).toEqual([]);
		expect(fallbacks(links, { i18n: undefined })).toEqual([]);
	});

	it('have the base, the prefix of the default locale, and the slash of the site', () => {
		const more = {
			base: '/docs',
			trailingSlash: 'never',
			i18n: { ...i18n, prefixDefaultLocale: true },
		} as const;
		expect(fallbacks([link('about')], more)).toEqual([
			'/docs/es/about (es) = /docs/en/about',
			'/docs/es-MX/about (es-mx) = /docs/en/about',
		]);
		expect(fallbacks([link('home', { path: '/' })], more)).toEqual([
			'/docs/es (es) = /docs/en',
			'/docs/es-MX (es-mx) = /docs/en',
		]);
	});

	it('leave the path of another page to that page, however it is written', () => {
		const links = [link('about'), link('other', { alternates: [variant('es', 'other', { path: 'About' })] })];
		expect(fallbacks(links)).toEqual([
			'/es-MX/about/ (es-mx) = /about/',
			// The Spanish page of `other` is at /es/About/.
		]);
	});

	it('are also of locales that the space does not have', () => {
		const locales = [...i18n.locales, { path: 'francais', codes: ['fr'] }];
		const more = { i18n: { ...i18n, locales, fallback: { francais: 'es', es: 'en' } } };
		const links = [link('about'), link('team', { alternates: [variant('es', 'team')] })];
		expect(fallbacks(links, more)).toEqual([
			'/es/about/ (es) = /about/',
			'/francais/about/ (fr) = /about/',
			'/francais/team/ (fr) = /es/team/',
		]);
		const table = createRouteTable({ links: [link('about')], languages: [], ...more });
		expect(table.routes.map(({ href }) => href)).toEqual(['/about/']);
		// The others have one that stands in for them.
		expect(table.warnings).toEqual([
			'No story is in `es-MX`, which `locales` in astro.config lists. Add the language to the space, remove it, or, except with Starlight, name what stands in for it in `i18n.fallback`.',
		]);
		expect(createRouteTable({ links: [], languages: [], ...more }).warnings).toEqual([]);
	});

	it('follow the folders of folder-level translation', () => {
		const group = (slug: string, group_id: string) => ({ uuid: slug, full_slug: slug, group_id });
		const links = [
			folder('en'),
			folder('es'),
			link('en/about'),
			link('es/acerca'),
			link('en/legal'),
			link('es/solo'),
		];
		const stories = [
			group('en/about', 'about'),
			group('es/acerca', 'about'),
			group('en/legal', 'legal'),
			group('es/solo', 'solo'),
		];
		const more = { stories, languages: [], i18n: { ...i18n, prefixDefaultLocale: true } };
		expect(fallbacks(links, more)).toEqual([
			'/es/legal/ (es) = /en/legal/',
			'/es-MX/legal/ (es-MX) = /en/legal/',
			'/es-MX/acerca/ (es-MX) = /es/acerca/',
			'/es-MX/solo/ (es-MX) = /es/solo/',
		]);
	});

	it('are refused if locales stand in for each other', () => {
		const fallback = { es: 'es-MX', 'es-MX': 'es' };
		expect(() =>
			fallbacks([link('about')], { i18n: { ...i18n, fallback } }),
		).toThrowErrorMatchingInlineSnapshot(
			`[RouteError: In Astro's i18n.fallback, locales stand in for each other: es, es-MX, es.]`,
		);
	});
});

it('the language whose fields the service takes is the next of the chain that the space has', () => {
	const of = (language: string, more: Partial<RouteTableInput> = {}) =>
		fallbackLanguageOf(language, { languages, i18n, ...more });
	expect(of('es-mx')).toBe('es');
	expect(of('es')).toBeUndefined();
	expect(of('fr')).toBeUndefined();
	expect(of('es-mx', { languages: ['es-mx'] })).toBeUndefined();
	expect(of('es-mx', { i18n: undefined })).toBeUndefined();
	// The default language is nearer than what it falls back to itself, and the service takes its fields anyway.
	const past = { es: 'en', en: 'es-MX' };
	expect(of('es', { i18n: { ...i18n, fallback: past } })).toBeUndefined();
	// Settings without chains are not looked at: a client that reads a space needs no site.
	expect(of('es', { i18n: { defaultLocale: 'xx', locales: ['en'] } })).toBeUndefined();
});
