import {
	cleanPath,
	createRouteTable,
	encodePath,
	RouteError,
	type RouteTableInput,
} from 'astro-slugline/routing';
import type { Link } from 'astro-slugline/wire';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isLong } from '../support/long.js';
import { folder, idOf, link, story, variant } from './links.js';

const runs = { seed: 20_261_121, numRuns: isLong ? 5000 : 150 };

const codes = ['de', 'pt-br', 'fr'];
const segment = fc.constantFrom(
	...[
		'a',
		'b',
		'c',
		'blog',
		'home',
		'index',
		'de',
		'DE',
		'pt_br',
		'pt-BR',
		'fr',
		'über',
		'a b',
		'100%',
		'x?',
		'%20',
	],
);
const slug = fc.array(segment, { minLength: 1, maxLength: 3 }).map((segments) => segments.join('/'));
const value = fc.oneof(
	{ weight: 3, arbitrary: fc.constant(undefined) },
	{ weight: 1, arbitrary: fc.constantFrom(null, '', '/', 'de/', '/de/de/a', '//a//b/') },
	{ weight: 3, arbitrary: slug },
);
const published = fc.constantFrom(true, true, false, null);

const alternate = (lang: string, own: string) =>
	fc.record({ path: value, translated_slug: value, published }).map(({ path, translated_slug, published }) =>
		variant(lang, own, {
			...(path === undefined ? {} : { path }),
			...(translated_slug === undefined ? {} : { translated_slug }),
			published,
		}),
	);

const oneLink = slug.chain((own) =>
	fc
		.record({
			path: fc.oneof({ weight: 4, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value }),
			published,
			is_startpage: fc.constantFrom(false, false, true),
			alternates: fc.tuple(...codes.map((code) => fc.option(alternate(code, own)))),
		})
		.map(({ alternates, ...fields }) => {
			const parent = own.split('/').slice(0, -1).join('/');
			return link(own, {
				...fields,
				path: fields.path ?? null,
				parent_id: parent === '' ? null : idOf(`folder ${parent}`),
				alternates: alternates.filter((found) => found !== null),
			});
		}),
);

const space = fc.uniqueArray(oneLink, { maxLength: 8, selector: ({ slug: own }) => own }).map((links) => {
	const parents = new Set(
		links.map(({ slug: own }) => own.split('/').slice(0, -1).join('/')).filter(Boolean),
	);
	return [...links, ...[...parents].map((parent) => folder(parent))];
});

const stories = (links: Link[]) =>
	fc
		.array(fc.constantFrom('g1', 'g2', null), { minLength: links.length, maxLength: links.length })
		.map((groups) =>
			links
				.filter(({ is_folder }) => !is_folder)
				.map(({ slug: own }, at) => story(own, { group_id: groups[at] ?? null })),
		);

const site = fc.constantFrom<Omit<RouteTableInput, 'links' | 'languages'>>(
	{},
	{ defaultLanguage: 'en' },
	{ defaultLanguage: 'en', base: '/docs', trailingSlash: 'never' },
	{ i18n: { defaultLocale: 'en', locales: ['en', 'de', 'pt-BR', 'fr'], prefixDefaultLocale: true } },
	{
		i18n: { defaultLocale: 'de', locales: ['en', 'de', { path: 'brasil', codes: ['pt-BR'] }, 'fr'] },
		defaultLanguage: 'en',
	},
);

const input = space.chain((links) =>
	fc
		.record({ links: fc.constant(links), stories: stories(links), site })
		.map(({ site: options, ...rest }): RouteTableInput & { links: Link[] } => ({
			languages: options.i18n?.defaultLocale === 'de' ? ['pt-br', 'fr', 'de'] : codes,
			...rest,
			...options,
		})),
);

/** The table, or the sentence that refuses it. */
function tableOf(from: RouteTableInput) {
	try {
		return createRouteTable(from);
	} catch (error) {
		if (error instanceof RouteError) return error.message;
		throw error;
	}
}

const checkTable = (
	check: (from: RouteTableInput & { links: Link[] }, table: ReturnType<typeof createRouteTable>) => void,
) =>
	fc.assert(
		fc.property(input, (from) => {
			const table = tableOf(from);
			if (typeof table === 'string') expect(table).toContain('Two pages have the same path');
			else check(from, table);
		}),
		runs,
	);

describe('for any space', () => {
	it('every path is the path of one page, or the table is refused', () => {
		checkTable((_, { routes }) => {
			expect(new Set(routes.map(({ path }) => path)).size).toBe(routes.length);
		});
	});

	it('contains exactly what is published', () => {
		checkTable(({ links }, { routes }) => {
			const expected = links
				.filter(({ is_folder }) => !is_folder)
				.flatMap((from) => [
					...(from.published ? [`${from.uuid} default`] : []),
					...from.alternates.filter((of) => of.published).map(({ lang }) => `${from.uuid} ${lang}`),
				]);
			expect(routes.map(({ uuid, lang }) => `${uuid} ${lang}`).sort()).toEqual(expected.sort());
		});
	});

	it('a variant has its prefix once', () => {
		checkTable((from, { routes }) => {
			for (const { lang, path } of routes) {
				if (lang === 'default') continue;
				const [first, second] = path.slice(1).toLowerCase().replaceAll('_', '-').split('/');
				const bare = from.i18n?.defaultLocale === lang;
				const prefix = lang === 'pt-br' && from.i18n?.defaultLocale === 'de' ? 'brasil' : lang;
				if (!bare) expect(first).toBe(prefix);
				expect([lang, prefix]).not.toContain(bare ? first : second);
			}
		});
	});

	it('path, param, and address agree', () => {
		checkTable(({ base = '', trailingSlash }, { routes }) => {
			for (const { path, param, href } of routes) {
				expect(`/${param ?? ''}`).toBe(path);
				expect(path).toBe(`/${cleanPath(path)}`);
				expect(new URL(href, 'https://example.org').pathname).toBe(href);
				const slash = trailingSlash === 'never' || path === '/' ? '' : '/';
				expect(decodeURIComponent(href)).toBe(base !== '' && path === '/' ? base : `${base}${path}${slash}`);
			}
		});
	});

	it('a set has one page per language, including this one if its language has a code', () => {
		checkTable((_, { routes }) => {
			const paths = new Set(routes.map(({ path }) => path));
			for (const { path, lang, alternates } of routes) {
				const tags = alternates.map(({ hreflang }) => hreflang);
				expect(new Set(tags).size).toBe(tags.length);
				for (const alternate of alternates) expect(paths).toContain(alternate.path);
				if (lang === 'default') expect(alternates.map((alternate) => alternate.path)).toContain(path);
			}
		});
	});

	it('the order of the input does not matter', () => {
		const shuffled = input.chain((from) =>
			fc.tuple(
				fc.constant(from),
				fc.shuffledSubarray(from.links, { minLength: from.links.length }),
				fc.shuffledSubarray([...(from.stories ?? [])], { minLength: [...(from.stories ?? [])].length }),
			),
		);
		fc.assert(
			fc.property(shuffled, ([from, links, order]) => {
				const [one, other] = [tableOf(from), tableOf({ ...from, links, stories: order })];
				if (typeof one === 'string' || typeof other === 'string') expect(other).toBe(one);
				else expect([other.routes, other.warnings]).toEqual([one.routes, one.warnings]);
			}),
			runs,
		);
	});
});

describe('for any text', () => {
	const pieces = fc.constantFrom(
		...'% 25 %25 %25 2F 2e 3f . .. / \\ # ? \u0000 \ud83d e \u0301 \u00e9 %C3%A4 %C3 a'.split(' '),
		' ',
	);
	const text = fc.oneof(
		fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
		fc.string({ unit: 'binary' }),
	);

	it('a cleaned path stays as it is, and is valid in an address', () => {
		fc.assert(
			fc.property(text, (any) => {
				const path = cleanPath(any);
				expect(cleanPath(path)).toBe(path);
				expect(cleanPath(`/${path}/`)).toBe(path);
				expect(path).not.toMatch(/^\/|\/$|\/\/|[?#\\]|(?:^|\/)\.(?:\/|$)/);
				expect(decodeURIComponent(encodePath(path))).toBe(`/${path}`);
				if (!path.split('/').includes('..')) {
					expect(new URL(encodePath(path), 'https://example.org').pathname).toBe(encodePath(path));
				}
			}),
			runs,
		);
	});
});
