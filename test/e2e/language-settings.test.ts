// Sites in several languages, with all of Astro's settings that decide which addresses they have. What is expected is computed here, by
// rules that know nothing of the package, and is the same for all ways to serve a site.
import { expect, it } from 'vitest';
import {
	addressIn,
	type LanguageSite,
	openSite,
	type Settings,
	type Shown,
	type Way,
} from '../support/language-site.js';
import { isLong } from '../support/long.js';

const locales = ['en', 'es', 'es-MX'] as const;
type Locale = (typeof locales)[number];
type Texts = Partial<Record<Locale, string>>;

/** Astro's `fallback`, and the languages that stand in for each one, the nearest first. */
const fallbacks = {
	none: { option: undefined, chains: { en: [], es: [], 'es-MX': [] } },
	short: { option: { es: 'en' }, chains: { en: [], es: ['en'], 'es-MX': [] } },
	long: { option: { 'es-mx': 'es', es: 'en' }, chains: { en: [], es: ['en'], 'es-MX': ['es', 'en'] } },
} as const;

type Fallback = keyof typeof fallbacks;
type Row = Omit<Settings, 'fallback'> & { fallback: Fallback; ways: Way[]; isUsual: boolean };

const row = (
	ways: string,
	prefixDefaultLocale: boolean,
	fallback: Fallback,
	fallbackType: Settings['fallbackType'],
	base: Settings['base'],
	trailingSlash: Settings['trailingSlash'],
	isUsual = false,
): Row => ({
	...{ ways: ways.split(' ') as Way[], isUsual },
	...{ prefixDefaultLocale, fallback, fallbackType, base, trailingSlash },
});

/** Each site is served in two ways at least. A normal run has the first two. */
const rows: Row[] = [
	row('static served live', true, 'long', 'redirect', '/', 'always', true),
	row('static served live', false, 'long', 'rewrite', '/docs', 'never', true),
	row('served live', false, 'long', 'redirect', '/docs', 'ignore'),
	row('static live', true, 'short', 'rewrite', '/docs', 'always'),
	row('served live', false, 'short', 'redirect', '/', 'never'),
	row('static served', true, 'short', 'rewrite', '/', 'ignore'),
	row('static live', false, 'none', 'redirect', '/', 'always'),
	row('static served', true, 'none', 'redirect', '/docs', 'never'),
	row('served live', false, 'none', 'rewrite', '/docs', 'ignore'),
];

/** A story by its slugs in the languages that it has. */
interface Story {
	slugs: Texts & { en: string };
	titles: Texts;
	/** Its field `note`, where it is translated. */
	notes?: Texts;
	/** True if it has an author. */
	isSigned?: boolean;
}

const authors = { en: 'Ann', es: 'Ana' };

const stories: Story[] = [
	{ slugs: { en: '', es: '' }, titles: { en: 'Home', es: 'Inicio' } },
	{
		slugs: { en: 'about', es: 'acerca', 'es-MX': 'sobre' },
		titles: { en: 'About', es: 'Acerca', 'es-MX': 'Sobre' },
		...{ notes: { en: 'Note', es: 'Nota' }, isSigned: true },
	},
	{ slugs: { en: 'news', es: 'noticias' }, titles: { en: 'News', es: 'Noticias' }, isSigned: true },
	{ slugs: { en: 'contact' }, titles: { en: 'Contact' }, isSigned: true },
	{ slugs: { en: 'people/ann', es: 'people/ann' }, titles: authors },
];

const footers = { en: 'Footer', es: 'Pie' };

const inPath = (...parts: string[]) => parts.filter((part) => part !== '').join('/');

const settingsOf = (site: Row): Settings => ({ ...site, fallback: fallbacks[site.fallback].option });

/** The address of a slug in a language. */
function addressOf(site: Row, locale: Locale, slug: string): string {
	const isBare = locale === 'en' && !site.prefixDefaultLocale;
	return addressIn(settingsOf(site), inPath(isBare ? '' : locale.toLowerCase(), slug));
}

/** The nearest language of a chain, which begins with the language itself, that has something. */
function nearestIn(site: Row, texts: Texts, locale: Locale): Locale | undefined {
	const chain: readonly Locale[] = fallbacks[site.fallback].chains[locale];
	return [locale, ...chain].find((one) => texts[one] !== undefined);
}

/** The text of a language, of the nearest one of its chain, or else of the default language. */
const textFor = (site: Row, texts: Texts, locale: Locale): string | undefined =>
	texts[nearestIn(site, texts, locale) ?? 'en'];

/** Where a story's own page is, in a language that it has. */
const ownAddress = (site: Row, { slugs }: Story, locale: Locale) =>
	addressOf(site, locale, slugs[locale] ?? '');

/** Where a link to a story leads on the page of a language: to its page there, or else to the nearest one. */
function linkTo(site: Row, story: Story, locale: Locale): string {
	const nearest = nearestIn(site, story.slugs, locale) ?? 'en';
	const isShown = site.fallbackType === 'rewrite' && nearestIn(site, story.slugs, locale) !== undefined;
	return addressOf(site, isShown ? locale : nearest, story.slugs[nearest] ?? '');
}

/** What the page of a language shows if it shows a story in this language. */
function pageOf(site: Row, story: Story, locale: Locale, shown: Locale): Shown {
	const own = locales.filter((one) => story.slugs[one] !== undefined);
	return {
		...{ lang: shown, current: locale, isFallback: String(shown !== locale) },
		canonical: ownAddress(site, story, shown),
		hreflang: [
			...own.map((one) => `${one} ${ownAddress(site, story, one)}`),
			`x-default ${ownAddress(site, story, 'en')}`,
		],
		title: story.titles[shown],
		note: textFor(site, story.notes ?? { en: '' }, shown),
		// What surrounds a story and what it refers to is in the language of the address.
		author: story.isSigned ? textFor(site, authors, locale) : '',
		footer: textFor(site, footers, locale),
		menu: stories.map((other) => linkTo(site, other, locale)),
	};
}

/** All addresses of a site, and what is there. */
function expectedAt(site: Row): Record<string, Shown> {
	const found = stories.flatMap((story) =>
		locales.flatMap((locale): [string, Shown][] => {
			const shown = nearestIn(site, story.slugs, locale);
			if (shown === undefined) return [];
			const address = addressOf(site, locale, story.slugs[shown] ?? '');
			const isPage = shown === locale || site.fallbackType === 'rewrite';
			return [
				[address, isPage ? pageOf(site, story, locale, shown) : { redirect: ownAddress(site, story, shown) }],
			];
		}),
	);
	expect(new Set(found.map(([address]) => address)).size).toBe(found.length);
	return Object.fromEntries(found);
}

/** Each slug below each locale, and below two: what a site could have and mostly does not. */
function possibleIn(site: Row): string[] {
	const fronts = ['', 'en', 'es', 'es-mx', 'es-MX', 'en/en', 'en/es', 'es/es', 'es-mx/es', 'es-mx/es-mx'];
	const slugs = stories.flatMap((story) => Object.values(story.slugs));
	return fronts.flatMap((front) =>
		[...new Set([...slugs, 'menu', 'footer', 'none', 'people'])].map((slug) =>
			addressIn(settingsOf(site), inPath(front, slug)),
		),
	);
}

/** What is at all addresses that a site has or could have. */
async function shownAt(site: Row, { addresses, at }: LanguageSite): Promise<Record<string, Shown>> {
	const shown: Record<string, Shown> = {};
	for (const address of new Set([...addresses, ...possibleIn(site)])) {
		const found = await at(address);
		if (found) shown[address] = found;
	}
	return shown;
}

/** Addresses on the pages of a site at which nothing is. */
function deadIn(shown: Record<string, Shown>): string[] {
	const linked = Object.values(shown).flatMap((page) => {
		if ('redirect' in page) return [page.redirect];
		return [page.canonical, ...page.menu, ...page.hreflang.map((one) => one.split(' ')[1])];
	});
	return [...new Set(linked)].map(String).filter((address) => !(address in shown));
}

/** Sentences of the build and the server that warn. */
const warningsIn = (output: string): string[] =>
	output
		.split('\n')
		.filter((line) => /\[?(?:WARN|ERROR)\]?/.test(line))
		// Astro's own, of its copies of the site's page for 404.
		.filter((line) => !line.includes('Could not render `/404` from route `/404`'));

const keys = ['prefixDefaultLocale', 'fallback', 'fallbackType', 'base', 'trailingSlash', 'way'] as const;

it('has each pair of settings in a table of twenty sites, and each way to serve twice in a normal run', () => {
	const sites = rows.flatMap((site) => site.ways.map((way) => ({ ...site, way })));
	const count = (names: readonly (typeof keys)[number][]) =>
		new Set(sites.map((site) => names.map((name) => site[name]).join())).size;
	for (const a of keys)
		for (const b of keys) if (a !== b) expect([a, b, count([a, b])]).toEqual([a, b, count([a]) * count([b])]);
	expect(sites).toHaveLength(20);
	const usual = sites.filter(({ isUsual }) => isUsual).map(({ way }) => way);
	expect(usual.sort()).toEqual(['live', 'live', 'served', 'served', 'static', 'static']);
});

for (const site of rows.filter(({ isUsual }) => isLong || isUsual)) {
	const { ways, isUsual: _, ...settings } = site;
	it(`has the same pages and redirects however it is served: ${Object.values(settings).join(', ')}`, async () => {
		const expected = expectedAt(site);
		expect(deadIn(expected)).toEqual([]);
		for (const way of ways) {
			const opened = await openSite(settingsOf(site), way);
			const shown = await shownAt(site, opened);
			expect({ way, shown }).toEqual({ way, shown: expected });
			expect({ way, dead: deadIn(shown) }).toEqual({ way, dead: [] });
			// Below prefixes, nothing is at the root, unless a page on demand is.
			const isRootless = site.prefixDefaultLocale && way !== 'live';
			const rootless = expect.stringContaining(`Nothing answers ${site.base.replace(/\/?$/, '/')}, because`);
			const warnings = isRootless ? [rootless] : [];
			expect({ way, warnings: warningsIn(opened.output()) }).toEqual({ way, warnings });
			if (way !== 'served') continue;
			const links = await opened.text?.(addressIn(settingsOf(site), 'links'));
			const news = stories.find(({ slugs }) => slugs.en === 'news');
			expect(JSON.parse(links ?? '')).toEqual(locales.map((locale) => news && linkTo(site, news, locale)));
		}
	});
}
