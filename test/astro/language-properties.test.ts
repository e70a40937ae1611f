import { createRouteTable, type Route, RouteError, type RouteTable } from 'astro-slugline/routing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pageRoutes } from '../../packages/astro-slugline/src/astro/page/data/index.js';
import {
	chainOf,
	codeOf,
	codes,
	fold,
	i18nOf,
	pathIn,
	type Settings,
	type Site,
	site,
	spelled,
	styles,
	withoutLanguage,
} from '../routing/language-sites.js';
import { isLong } from '../support/long.js';

const runs = { seed: 1, numRuns: isLong ? 1000 : 25 };

/** At most this share of the runs may be without a table, because two pages share a path. */
const maxSkipped = 1 / 3;

/** The table of a site; undefined if two pages share a path. */
function tableOf(input: Site['input']): RouteTable | undefined {
	try {
		return createRouteTable(input);
	} catch (error) {
		if (error instanceof RouteError && error.message.startsWith('Two pages have the same path'))
			return undefined;
		throw error;
	}
}

/** Checks the tables of random sites. */
function forAny<Given extends Site>(
	sites: fc.Arbitrary<Given>,
	check: (given: Given, table: RouteTable) => void,
) {
	let skipped = 0;
	fc.assert(
		fc.property(sites, (given) => {
			const table = tableOf(given.input);
			if (table) check(given, table);
			else skipped += 1;
		}),
		runs,
	);
	expect(skipped / runs.numRuns).toBeLessThanOrEqual(maxSkipped);
}

/** Checks the tables of random sites with Astro's `i18n`. */
const forAnyI18n = (check: (given: Site & { settings: Settings }, table: RouteTable) => void) =>
	forAny(site, ({ input, settings }, table) => {
		if (settings) check({ input, settings }, table);
		else expect(table.fallbacks).toEqual([]);
	});

/** The group of each story, which is its own if it has none. */
const groupsOf = ({ stories }: Site['input']) =>
	new Map(stories.map(({ uuid, group_id }) => [uuid, group_id ?? uuid]));

/** The pages of each group, or of a story without one. */
const pagesByGroup = (input: Site['input'], routes: readonly Route[]): Map<string | undefined, Route[]> => {
	const groups = groupsOf(input);
	return Map.groupBy(routes, ({ uuid }) => groups.get(uuid));
};

const lowerPath = ({ path }: { path: string }): string => path.toLowerCase();

/** What the service has of each story, as the pages of a site are told. */
const rowsOf = ({ routes }: RouteTable) =>
	routes.map(({ uuid, lang, fullSlug }) => ({
		uuid,
		lang,
		// No other story has this slug.
		slug: lang === 'default' ? fullSlug : `${lang}/translated/${fullSlug}`,
	}));

const pagesOf = (table: RouteTable) => pageRoutes(rowsOf(table), table, (text) => text);

test('no two pages or fallbacks are written to one path', () => {
	forAny(site, (_, { routes, fallbacks, warnings }) => {
		const all = [...routes, ...fallbacks];
		expect(new Set(all.map(({ href }) => href)).size).toBe(all.length);
		const pages = new Set(routes.map(lowerPath));
		// Of pages whose paths differ only in case, the table warns.
		if (!warnings.some((warning) => warning.startsWith('Some paths differ only in capital letters')))
			expect(pages.size).toBe(routes.length);
		expect(new Set([...pages, ...fallbacks.map(lowerPath)]).size).toBe(pages.size + fallbacks.length);
	});
});

test('each page of an hreflang set has that set, which lists no fallback and each language once', () => {
	forAny(site, (_, { routes }) => {
		const byPath = new Map(routes.map((route) => [route.path, route]));
		for (const { alternates } of routes) {
			const tags = alternates.map(({ hreflang }) => hreflang);
			expect(new Set(tags).size).toBe(tags.length);
			for (const { path, href } of alternates) {
				expect(byPath.get(path)?.href).toBe(href);
				expect(byPath.get(path)?.alternates).toEqual(alternates);
			}
		}
	});
});

test('each fallback leads to a page in the nearest language of its chain, and none is where the story has a page', () => {
	forAnyI18n((given, { routes, fallbacks }) => {
		const groups = groupsOf(given.input);
		const pages = pagesByGroup(given.input, routes);
		for (const { uuid, lang, to } of fallbacks) {
			const code = codeOf(lang, given) ?? '';
			const inGroup = new Set(pages.get(groups.get(uuid))?.map(({ locale = '' }) => fold(locale)));
			expect(routes).toContain(to);
			expect(to.uuid).toBe(uuid);
			expect(fold(to.locale ?? '')).toBe(chainOf(code, given.settings).find((one) => inGroup.has(one)));
			expect(inGroup).not.toContain(code);
		}
	});
});

test('pages have one route for each page and fallback, or one redirect for each fallback', () => {
	forAny(site, (_, table) => {
		const { routes, redirects = [] } = pagesOf(table);
		const paths = new Set(table.routes.map(({ path }) => path));
		const isRewrite = table.fallbackType === 'rewrite';
		const expected = [
			...table.routes.map(({ path, lang }) => `${path} ${lang}`),
			...(isRewrite ? table.fallbacks : []).map(({ path, lang, to }) => `${path} ${lang} ${to.lang}`),
		];
		const found = Object.values(routes).map(({ path, lang, storyLang }) =>
			[path, lang, ...(storyLang === undefined ? [] : [storyLang])].join(' '),
		);
		expect(found.sort()).toEqual(expected.sort());
		expect(redirects.map(({ from }) => from)).toEqual(
			isRewrite ? [] : table.fallbacks.map(({ path }) => path),
		);
		for (const { from, to } of redirects) expect([paths.has(from), paths.has(to)]).toEqual([false, true]);
	});
});

test('a story is reachable in each locale that has it or has a language of its chain with it', () => {
	forAnyI18n((given, { routes, fallbacks }) => {
		const { input, settings } = given;
		const taken = new Set([...routes, ...fallbacks].map(lowerPath));
		for (const pages of pagesByGroup(input, routes).values()) {
			const inLanguage = (code: string) => pages.filter(({ locale = '' }) => fold(locale) === code);
			const uuids = new Set(pages.map(({ uuid }) => uuid));
			for (const { code } of settings.locales) {
				const nearest = chainOf(code, settings).find((one) => inLanguage(one).length > 0);
				if (nearest === undefined || inLanguage(code).length > 0) continue;
				if (fallbacks.some(({ uuid, lang }) => uuids.has(uuid) && codeOf(lang, given) === code)) continue;
				const paths = inLanguage(nearest).map(({ path }) =>
					pathIn(code, withoutLanguage(path, nearest, given), settings).toLowerCase(),
				);
				expect(paths.filter((path) => taken.has(path))).not.toEqual([]);
			}
		}
	});
});

test('get() finds each route, however its language is written', () => {
	forAny(site, (given, table) => {
		const { input } = given;
		const find = (uuid: string, code: string) =>
			table.routes.find((route) => route.uuid === uuid && codeOf(route.lang, given) === code);
		for (const { uuid } of input.stories) {
			const standard = table.routes.find((route) => route.uuid === uuid && route.lang === 'default');
			expect(['default', 'Default', undefined].map((lang) => table.get(uuid, lang))).toEqual(
				Array(3).fill(standard),
			);
			for (const code of codes) {
				for (const style of styles) expect(table.get(uuid, spelled(code, style))).toBe(find(uuid, code));
			}
		}
	});
});

test('how locales are written does not change which story is a page in which language', () => {
	const respelled = fc
		.record({ site, restyle: fc.constantFrom(...styles) })
		.map(({ site: given, restyle }) => ({ ...given, restyle }));
	const facts = (routes: readonly Route[]) =>
		routes.map(({ uuid, lang, locale, alternates }) => [
			uuid,
			lang,
			locale === undefined ? locale : fold(locale),
			alternates.map(({ hreflang }) => hreflang),
		]);
	forAny(respelled, ({ input, settings, restyle }, { routes }) => {
		if (!settings) return;
		const locales = settings.locales.map((locale) => ({ ...locale, style: restyle }));
		const other = tableOf({ ...input, i18n: i18nOf({ ...settings, locales }) });
		if (other) expect(facts(other.routes)).toEqual(facts(routes));
	});
});

test('the order of links and stories does not matter', () => {
	const shuffled = site.chain(({ input, settings }) =>
		fc
			.tuple(
				fc.shuffledSubarray(input.links, { minLength: input.links.length }),
				fc.shuffledSubarray(input.stories, { minLength: input.stories.length }),
			)
			.map(([links, stories]) => ({ input, settings, other: { ...input, links, stories } })),
	);
	forAny(shuffled, ({ other: input }, table) => {
		const other = tableOf(input);
		const { get: _, ...parts } = table;
		expect(other).toMatchObject(parts);
		expect(other && pagesOf(other)).toEqual(pagesOf(table));
	});
});

test('a preview has all that a build has, and lists the same languages', () => {
	forAny(site, ({ input }) => {
		const build = tableOf({ ...input, version: 'published' });
		const preview = tableOf({ ...input, version: 'draft', isPreview: true });
		if (!build || !preview) return;
		const built = preview.routes.filter(({ isDraft }) => !isDraft);
		expect(built).toEqual(build.routes);
		const drafts = new Map(preview.routes.map((route) => [route.path.toLowerCase(), route.isDraft]));
		for (const fallback of build.fallbacks) {
			if (drafts.get(fallback.path.toLowerCase())) continue;
			expect(preview.fallbacks).toContainEqual(fallback);
		}
		const paths = new Set(built.map(({ path }) => path));
		const listed = preview.routes.flatMap(({ alternates }) => alternates.map(({ path }) => path));
		expect(listed.filter((path) => !paths.has(path))).toEqual([]);
	});
});
