import type { RouteI18n, RouteTableInput, StoryRouteFields } from 'astro-slugline/routing';
import type { Link } from 'astro-slugline/wire';
import fc from 'fast-check';
import { folder, idOf, link, story, variant } from './links.js';

/** The languages of all spaces and sites; the first one is that of the links themselves, unless the site has another default locale. */
export const codes = ['en', 'es', 'es-mx', 'pt-br', 'fr'];
export const styles = ['pt-br', 'pt-br', 'pt-BR', 'pt_BR', 'pt_br', 'PT-BR'];

export const fold = (code: string): string => code.toLowerCase().replaceAll('_', '-');

/** A code in the case and with the separator of an example. @example spelled('es-mx', 'pt_BR') // 'es_MX' */
export function spelled(code: string, style: string): string {
	const [language = '', ...regions] = code.split('-');
	const isUpper = (text: string) => text === text.toUpperCase();
	return [
		isUpper(style.slice(0, 2)) ? language.toUpperCase() : language,
		...regions.map((region) => (isUpper(style.slice(3)) ? region.toUpperCase() : region)),
	].join(style.charAt(2));
}

// ---- Astro's settings ----

/** A locale of Astro before it is spelled. */
export interface Locale {
	code: string;
	style: string;
	form: 'text' | 'object' | 'word';
}

export interface Settings extends Pick<RouteI18n, 'prefixDefaultLocale' | 'fallbackType'> {
	locales: readonly Locale[];
	/** A code. */
	defaultLocale: string;
	/** Codes, and those of the locales that stand in for them. */
	fallback: Readonly<Record<string, string>>;
}

export const nameOf = ({ code, style }: Locale): string => spelled(code, style);
export const pathOf = (locale: Locale): string =>
	locale.form === 'word' ? `site-${locale.code}` : nameOf(locale);

export function i18nOf({ locales, defaultLocale, fallback, ...rest }: Settings): RouteI18n {
	const paths = new Map(locales.map((locale) => [locale.code, pathOf(locale)]));
	const named = (code: string) => paths.get(code) ?? code;
	return {
		...rest,
		defaultLocale: named(defaultLocale),
		locales: locales.map((locale) =>
			locale.form === 'text' ? nameOf(locale) : { path: pathOf(locale), codes: [nameOf(locale)] },
		),
		fallback: Object.fromEntries(Object.entries(fallback).map(([from, to]) => [named(from), named(to)])),
	};
}

/** The codes that stand in for a code, the nearest first. */
export function chainOf(code: string, { fallback }: Pick<Settings, 'fallback'>): string[] {
	const next = fallback[code];
	return next === undefined ? [] : [next, ...chainOf(next, { fallback })];
}

/** Chains of up to three: each locale but the default one may fall back to one of the first three before it. */
const fallbacks = (inOrder: readonly string[], defaultLocale: string) =>
	fc
		.tuple(
			...inOrder.map((_, at) =>
				fc.option(fc.nat({ max: Math.max(0, Math.min(at, 3) - 1) }), { freq: 4, nil: undefined }),
			),
		)
		.map((targets) =>
			Object.fromEntries(
				inOrder.flatMap((from, at): [string, string][] => {
					const to = inOrder[targets[at] ?? at];
					return from === defaultLocale || to === undefined || to === from ? [] : [[from, to]];
				}),
			),
		);

const settings: fc.Arbitrary<Settings> = fc
	.record({
		others: fc.shuffledSubarray(codes.slice(1), { minLength: 1 }),
		defaultLocale: fc.constantFrom('en', 'first'),
	})
	.chain(({ others, defaultLocale: named }) => {
		const defaultLocale = named === 'first' ? (others[0] ?? 'en') : 'en';
		const all = ['en', ...others];
		return fc.record({
			locales: fc.tuple(
				...all.map((code) =>
					fc.record({
						code: fc.constant(code),
						style: fc.constantFrom(...styles),
						form: fc.constantFrom<Locale['form']>('text', 'object', 'word'),
					}),
				),
			),
			defaultLocale: fc.constant(defaultLocale),
			prefixDefaultLocale: fc.boolean(),
			fallback: fc
				.shuffledSubarray(all, { minLength: all.length })
				.chain((inOrder) => fallbacks(inOrder, defaultLocale)),
			fallbackType: fc.constantFrom('redirect', 'rewrite'),
		});
	});

// ---- Spaces ----

const published = fc.constantFrom(true, true, false);

/** Slugs of a story in a language: not translated, its own, with the language, its folder's, or one that others may have. */
function translations(slug: string, lang: string): string[] {
	const [top = '', ...rest] = slug.split('/');
	const own = `${slug}-${fold(lang)}`;
	return [slug, slug, own, `${lang}/${own}`, [`${top}-${fold(lang)}`, ...rest].join('/'), 'a', 'B'];
}

/** The variants of a story, published together or each by itself. */
const variants = (slug: string, languages: readonly string[]) =>
	fc
		.record({
			together: fc.option(fc.boolean()),
			each: fc.tuple(
				...languages.map((lang) =>
					fc.option(
						fc.record({
							own: fc.constantFrom(...translations(slug, lang)),
							isIn: fc.constantFrom('path', 'translated_slug', 'both'),
							published: fc.constantFrom(true, true, false, null),
						}),
					),
				),
			),
		})
		.map(({ together, each }) =>
			each.flatMap((fields, at) => {
				const lang = languages[at];
				if (!fields || lang === undefined) return [];
				const { own, isIn } = fields;
				const path = isIn === 'translated_slug' ? null : own;
				const translated_slug = isIn === 'path' ? null : own;
				return [variant(lang, slug, { path, translated_slug, published: together ?? fields.published })];
			}),
		);

interface Place {
	slug: string;
	/** The group of its story. */
	group: string | null;
	isStart?: boolean;
}

const linkAt = ({ slug, group, isStart = false }: Place, languages: readonly string[]) => {
	const parent = slug.split('/').slice(0, -1).join('/');
	const name = slug.split('/').findLast((segment) => segment !== 'index') ?? '';
	// A story at the path of another language than its folder's is in that one.
	const real = [`/real/${name}`, `/${name}`, ...(group === null ? [`/es/${name}`, '/'] : [])];
	return fc
		.record({
			published,
			alternates: variants(slug, languages),
			path: fc.oneof(
				{ weight: 4, arbitrary: fc.constant(null) },
				{ weight: 1, arbitrary: fc.constantFrom(...real) },
			),
		})
		.map(({ alternates, ...fields }) =>
			link(slug, {
				...fields,
				// A story without a page in its own language is in no group.
				alternates: group === null || fields.published ? alternates : [],
				is_startpage: isStart,
				parent_id: parent === '' ? null : idOf(`folder ${parent}`),
			}),
		);
};

/** The stories of one subject: one that is translated by field, several in folders of their languages, or both. */
const subject = (
	name: string,
	languages: readonly string[],
	{ folders, standard }: { folders: readonly string[]; standard: string },
) =>
	fc
		.record({
			kind: fc.constantFrom('fields', 'folders', 'both'),
			form: fc.constantFrom('page', 'page', 'in a folder', 'start page'),
			style: fc.constantFrom(...styles.slice(0, 4)),
			some: fc.shuffledSubarray([...folders], { minLength: 1 }),
			isDefaultOutside: fc.boolean(),
			hasOwnSlugs: fc.boolean(),
		})
		.chain(({ kind, form, style, some, isDefaultOutside, hasOwnSlugs }) => {
			const isStart = form === 'start page';
			const end = (own: string) => (isStart ? `${own}/index` : form === 'page' ? own : `blog/${own}`);
			const places: Place[] =
				kind === 'fields'
					? [{ slug: end(name), group: null, isStart }]
					: some.map((code) => {
							const own = end(hasOwnSlugs ? `${name}-${code}` : name);
							const isOutside = code === standard && isDefaultOutside;
							return { slug: isOutside ? own : `${spelled(code, style)}/${own}`, group: name, isStart };
						});
			const fields = kind === 'folders' ? [] : languages;
			return fc.tuple(...places.map((place) => linkAt(place, fields))).map((links) => ({
				links,
				stories: places.map(({ slug, group }) => story(slug, { group_id: group })),
			}));
		});

export interface Site {
	input: RouteTableInput & { links: Link[]; stories: StoryRouteFields[] };
	settings: Settings | undefined;
}

const languages = fc
	.shuffledSubarray(codes.slice(1))
	.chain((some) => fc.constantFrom(...styles).map((style) => some.map((code) => spelled(code, style))));

const options = fc.record({
	version: fc.constantFrom('published', undefined, 'draft'),
	base: fc.constantFrom(undefined, '/', '/docs'),
	trailingSlash: fc.constantFrom(undefined, 'always', 'never', 'ignore'),
	format: fc.constantFrom(undefined, 'directory', 'file', 'preserve'),
	defaultLanguage: fc.constantFrom(undefined, 'en'),
});

export const site: fc.Arbitrary<Site> = fc
	.tuple(languages, fc.option(settings, { freq: 8, nil: undefined }), options)
	.chain(([some, given, rest]) => {
		const places = {
			// A folder with the name of a locale that Astro does not have is in the default language.
			folders: given?.locales.map(({ code }) => code) ?? codes,
			standard: rest.defaultLanguage ?? given?.defaultLocale ?? 'en',
		};
		return fc.tuple(...['a', 'b', 'c', 'd'].map((name) => subject(name, some, places))).map((subjects) => {
			const links = subjects.flatMap((one) => one.links);
			const parents = new Set(links.map(({ slug }) => slug.split('/').slice(0, -1).join('/')));
			parents.delete('');
			return {
				settings: given,
				input: {
					...rest,
					links: [...links, ...Array.from(parents, (parent) => folder(parent))],
					stories: subjects.flatMap((one) => one.stories),
					languages: some,
					i18n: given && i18nOf(given),
				},
			};
		});
	});

/** The code of the space's default language; undefined if nothing says it. */
const defaultCodeOf = ({ input, settings }: Site): string | undefined =>
	input.defaultLanguage ?? settings?.defaultLocale;

/** The code of a language of a table. */
export const codeOf = (lang: string, given: Site): string | undefined =>
	lang === 'default' ? defaultCodeOf(given) : fold(lang);

/** Where a locale has the page whose path, without any language, is given. */
export function pathIn(
	code: string,
	rest: string,
	{ locales, defaultLocale, prefixDefaultLocale }: Settings,
): string {
	const locale = locales.find((one) => one.code === code);
	const prefix = locale && (code !== defaultLocale || prefixDefaultLocale) ? [pathOf(locale)] : [];
	return `/${[...prefix, ...(rest === '' ? [] : [rest])].join('/')}`;
}

/** A path without the names of a language at its front. */
export function withoutLanguage(path: string, code: string, { settings }: Site): string {
	const locale = settings?.locales.find((one) => one.code === code);
	const names = new Set([code, ...(locale ? [fold(pathOf(locale))] : [])]);
	const segments = path.split('/').filter(Boolean);
	const start = segments.findIndex((segment) => !names.has(fold(segment)));
	return segments.slice(start === -1 ? segments.length : start).join('/');
}
