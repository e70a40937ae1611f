import { href, routeOf } from 'astro-slugline/paths';
import { feedItems, headOf } from 'astro-slugline/rendering';
import { createRouteTable, type RouteTableInput } from 'astro-slugline/routing';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { pageRoutes } from '../../packages/astro-slugline/src/astro/page/data/index.js';
import { giveLive, type liveReads } from '../../packages/astro-slugline/src/astro/page/live/index.js';
import {
	languageChain,
	originOf,
	shownIn,
} from '../../packages/astro-slugline/src/astro/page/paths/index.js';
import { chainOf, codeOf, fold, site } from '../routing/language-sites.js';
import { idOf, link, story, variant } from '../routing/links.js';
import { isLong } from '../support/long.js';

/** The uuid of a story, by its slug. */
const to = (slug: string) => `00000000-0000-4000-8000-${String(idOf(slug)).padStart(12, '0')}`;

/** Gives pages the routes of a site. */
function openSite({ links, stories = [], ...input }: RouteTableInput) {
	const withUuid = <Item extends { uuid: string }>(item: Item) => ({ ...item, uuid: to(item.uuid) });
	const table = createRouteTable({
		...input,
		links: [...links].map(withUuid),
		stories: [...stories].map(withUuid),
	});
	const rows = table.routes.map(({ uuid, lang, fullSlug }) => ({
		...{ uuid, lang },
		slug: lang === 'default' ? fullSlug : `${lang}/translated/${fullSlug}`,
	}));
	const routes = {
		...{ collections: { pages: { space: 'default' } }, relations: [], dataAttributes: [] },
		spaces: { default: pageRoutes(rows, table, (text) => text) },
	};
	openDomain(undefined, routes);
	return table;
}

/** The routes that pages have. */
let opened: unknown;

/** Answers requests of a domain. */
function openDomain(origin: string | undefined, routes = opened): void {
	opened = routes;
	giveLive({
		...{ origin: () => origin, routes: () => routes, collection: () => undefined, missed() {} },
	} as unknown as NonNullable<ReturnType<typeof liveReads>>);
}

afterAll(() => giveLive(undefined as never));

const folders: RouteTableInput = {
	languages: [],
	i18n: { defaultLocale: 'en', locales: ['en', 'de', 'de-CH', 'fr'], fallback: { 'de-CH': 'de' } },
	links: ['about', 'de/ueber', 'legal', 'de/impressum', 'fr/seul'].map((slug) => link(slug)),
	stories: [
		story('about', { group_id: 'a' }),
		story('de/ueber', { group_id: 'a' }),
		story('legal', { group_id: 'b' }),
		story('de/impressum', { group_id: 'b' }),
		story('fr/seul', { group_id: 'c' }),
	],
};

describe('with a folder for each language', () => {
	it('leads to the story of the group in the language of the page, or of its chain, or where the author pointed', () => {
		openSite(folders);
		expect(href(to('about'), { from: '/de/impressum/' })).toBe('/de/ueber/');
		expect(href(to('de/ueber'), { from: '/legal/' })).toBe('/about/');
		expect(href(to('de/ueber'), { lang: 'de-CH' })).toBe('/de/ueber/');
		expect(href(to('fr/seul'), { from: '/legal/' })).toBe('/fr/seul/');
		expect(href(to('about'), { from: '/fr/seul/' })).toBe('/about/');
	});

	it('has the route of a story itself, and not of its translation', () => {
		openSite(folders);
		expect(routeOf({ uuid: to('de/ueber') })?.href).toBe('/de/ueber/');
		const data = { uuid: to('de/ueber'), name: 'Über', content: {} };
		const { links } = headOf({ data }, { site: new URL('https://example.com') });
		expect(links[0]).toEqual({ rel: 'canonical', href: 'https://example.com/de/ueber/' });
	});

	it('keeps an address that names another language, and follows one that names none', () => {
		openSite(folders);
		expect(href('/de/ueber', { from: '/legal/' })).toBe('/de/ueber/');
		expect(href('/about#team', { from: '/de/impressum/' })).toBe('/de/ueber/#team');
	});

	it('knows the stories of a group that are no pages', () => {
		openSite({ ...folders, pages: { exclude: ['about', 'de/ueber'] } });
		expect(shownIn(to('about'), 'de')).toContainEqual({ uuid: to('de/ueber'), lang: 'default' });
		expect(href(to('about'), { from: '/de/impressum/' })).toBeUndefined();
	});
});

describe('a language', () => {
	const fields: RouteTableInput = {
		languages: ['es', 'es-mx'],
		i18n: { defaultLocale: 'en', locales: ['en', 'es', 'es-MX'], fallback: { 'es-MX': 'es' } },
		links: [link('about', { alternates: [variant('es', 'acerca')] }), link('index', { path: '/' })],
	};

	it('is named by its code or its locale, in any case, and has the chain of its locale', () => {
		openSite(fields);
		expect(['ES_mx', 'es-MX'].map((name) => languageChain(name).slice(1))).toEqual([
			['es-mx', 'es', 'default'],
			['es-mx', 'es', 'default'],
		]);
		expect(languageChain('en')).toEqual(['en', 'default']);
		expect(languageChain('nowhere')).toEqual(['nowhere', 'default']);
	});

	it('has a feed of its own stories, and of those of the languages that stand in for it', () => {
		openSite(fields);
		const entry = (slug: string, lang = 'default') => ({
			data: { uuid: to(slug), lang, name: slug, content: {} },
		});
		const entries = [entry('about'), entry('about', 'es'), entry('index')];
		const linksIn = (lang: string) =>
			feedItems(entries, { site: new URL('https://example.com'), lang }).map(({ link: address }) => address);
		expect(linksIn('es-MX')).toEqual(['https://example.com/es/acerca/']);
		expect(linksIn('es')).toEqual(['https://example.com/es/acerca/']);
		expect(linksIn('default')).toEqual(['https://example.com/about/', 'https://example.com/']);
	});

	it('has a feed with the descriptions of the SEO field', () => {
		openSite(fields);
		const seo = { plugin: 'seo_metatags', description: ' The team. ' };
		const data = { uuid: to('about'), lang: 'default', name: 'About', content: { seo } };
		expect(feedItems([{ data }], { site: undefined })).toEqual([
			{ title: 'About', link: '/about/', description: 'The team.' },
		]);
	});

	it('is that of the address on a page without a story', () => {
		openSite(fields);
		expect(href('/about', { from: new URL('https://example.com/es/404/') })).toBe('/es/acerca/');
		expect(href('/about', { from: '/es-MX/none' })).toBe('/es/acerca/');
		expect(href('/about', { from: '/es/404/', locale: 'en' })).toBe('/about/');
	});
});

describe('on a site with several domains', () => {
	const domains: RouteTableInput = {
		languages: ['es', 'fr'],
		base: '/base',
		i18n: {
			...{ defaultLocale: 'en', locales: ['en', 'es', 'fr'], site: 'https://example.com/' },
			domains: { es: 'https://es.example.com' },
		},
		links: [
			link('about', { alternates: [variant('es', 'acerca'), variant('fr', 'apropos')] }),
			link('index', { path: '/', alternates: [variant('es', 'index', { path: '/' })] }),
		],
	};

	it('has absolute addresses, without a prefix in a domain of its own', () => {
		const { routes } = openSite(domains);
		expect(routes.map((route) => `${route.path} ${route.href}`)).toEqual([
			'/about https://example.com/base/about/',
			'/es/acerca https://es.example.com/base/acerca/',
			'/fr/apropos https://example.com/base/fr/apropos/',
			'/ https://example.com/base/',
			'/es https://es.example.com/base/',
		]);
	});

	it('finds the domain of a request by the path that Astro matches', () => {
		openSite(domains);
		expect(originOf('/es/acerca', 'acerca')).toBe('https://es.example.com');
		expect(originOf('/es', '')).toBe('https://es.example.com');
		expect(originOf('/fr/apropos', 'fr/apropos')).toBe('https://example.com');
		expect(originOf('/en/about', 'about')).toBe('https://example.com');
		openSite({ ...domains, i18n: { defaultLocale: 'en', locales: ['en', 'es', 'fr'] } });
		expect(originOf('/es/acerca', 'acerca')).toBeUndefined();
	});

	it('finds pages by their path in the domain, and shortens its addresses only', () => {
		openSite(domains);
		openDomain('https://es.example.com');
		expect(href(to('about'), { from: new URL('https://es.example.com/base/acerca/') })).toBe('/base/acerca/');
		expect(href(to('about'), { from: '/base/acerca/', lang: 'en' })).toBe('https://example.com/base/about/');
		const route = routeOf({ uuid: to('about'), lang: 'es' });
		expect(route?.alternates.map((one) => one.href)).toEqual([
			...['https://example.com/base/about/', '/base/acerca/', 'https://example.com/base/fr/apropos/'],
			'https://example.com/base/about/',
		]);
		openDomain('https://example.com');
		expect(href(to('about'), { from: '/base/fr/apropos/' })).toBe('/base/fr/apropos/');
		expect(href(to('about'), { from: '/base/about/', lang: 'es' })).toBe(
			'https://es.example.com/base/acerca/',
		);
	});

	it('finds the domain of a page in its own address where no request says it', () => {
		openSite(domains);
		expect(href(to('about'), { from: new URL('https://es.example.com/base/acerca/') })).toBe(
			'https://es.example.com/base/acerca/',
		);
		expect(href(to('about'), { from: new URL('https://example.com/base/about/') })).toBe(
			'https://example.com/base/about/',
		);
	});
});

it('leads every link of every page to a page of the nearest language', () => {
	const runs = { seed: 1, numRuns: isLong ? 1000 : 25 };
	fc.assert(
		fc.property(site, ({ input, settings }) => {
			fc.pre(settings !== undefined && isBuildable(input));
			if (!settings) return;
			const table = openSite({ ...input, base: undefined });
			const groups = new Map(input.stories.map(({ uuid, group_id }) => [to(uuid), group_id ?? uuid]));
			const languageOf = ({ locale = '' }: { locale?: string | undefined }) => fold(locale);
			const shown = table.fallbackType === 'rewrite' ? table.fallbacks : [];
			const pages = [
				...table.routes.map((route) => ({ href: route.href, code: languageOf(route) })),
				...shown.map(({ href: address, lang }) => ({
					href: address,
					code: codeOf(lang, { input, settings }) ?? '',
				})),
			];
			const published = new Set(table.routes.map(({ uuid }) => uuid));
			for (const { uuid } of input.stories.filter((one) => published.has(to(one.uuid)))) {
				const group = table.routes.filter((route) => groups.get(route.uuid) === groups.get(to(uuid)));
				for (const page of pages) {
					const address = href(to(uuid), { from: page.href });
					const found = group.find((route) => route.href === address);
					const standIn = shown.find((one) => one.href === address);
					const codes = new Set(group.map(languageOf));
					const nearest = [page.code, ...chainOf(page.code, settings)].find((code) => codes.has(code));
					if (standIn) expect(codes).not.toContain(page.code);
					else if (nearest !== undefined) expect(found && languageOf(found)).toBe(nearest);
					else if (group.some((route) => route.uuid === to(uuid) && route.lang === 'default'))
						expect(found).toBeDefined();
				}
			}
		}),
		runs,
	);
});

/** True for a site in which no two pages share a path. */
function isBuildable(input: RouteTableInput): boolean {
	try {
		createRouteTable(input);
		return true;
	} catch {
		return false;
	}
}
