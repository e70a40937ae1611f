import { foldCode, insteadOf } from 'astro-keep/shared/text/named';
import { answers, record } from 'astro-keep/tracking';
import type { SiteLanguage } from '../../../routing/index.js';
import type { RouteData, RoutesModule } from '../data/index.js';
import { liveReads } from '../live/index.js';
import { ofRoutes } from './routes-now.js';

/** What pages ask of the language plan. */
const plan = ofRoutes((spaces: RoutesModule['spaces']) => {
	const all = Object.values(spaces);
	const languages = all.flatMap((space) => space.languages);
	const firstBy = (nameOf: (language: SiteLanguage) => string) =>
		new Map(languages.map((language) => [foldCode(nameOf(language)), language] as const).reverse());
	const byLocale = firstBy(({ locale = '' }) => locale);
	const isOfFolder = ({ lang, locale, storyLang }: RouteData) =>
		lang === 'default' &&
		locale !== undefined &&
		storyLang === undefined &&
		byLocale.get(foldCode(locale))?.lang !== 'default';
	return {
		languages,
		origin: all.find(({ origin }) => origin !== undefined)?.origin,
		byLocale,
		byCode: firstBy(({ lang }) => lang),
		groups: new Map(
			all.flatMap(({ groups = [] }) =>
				groups.flatMap((group) => Object.values(group).map((uuid) => [uuid, group] as const)),
			),
		),
		hasFolders: all.some(({ routes }) => Object.values(routes).some(isOfFolder)),
	};
});

/** A language of the site by its code in the space, or by its locale in Astro. */
function siteLanguage(name: string): SiteLanguage | undefined {
	const { byCode, byLocale } = plan();
	return byCode.get(foldCode(name)) ?? byLocale.get(foldCode(name));
}

export const isSiteLanguage = (name: string): boolean => siteLanguage(name) !== undefined;

/** What the site has instead of a language; undefined for one that it has or may have, because its default language has no name. */
export function insteadOfLanguage(name: string): string | undefined {
	const { languages, hasFolders } = plan();
	const names = languages.map(({ lang, locale }) => locale ?? lang);
	return names.length === 0 || names.includes('default') || hasFolders || isSiteLanguage(name)
		? undefined
		: insteadOf(name, names);
}

/**
 * The language of stories for a locale of Astro: `default` for the locale of the default language, and the space's code for other
 * locales. Other names are returned unchanged. With folder-level translation, stories of the default language have several locales,
 * so no locale stands for it.
 */
export function languageOfLocale(locale: string): string {
	const lang = siteLanguage(locale)?.lang ?? locale;
	return lang === 'default' && plan().hasFolders ? locale : lang;
}

/** The language of the fallback page that an entry is on; undefined for one on a page of its own. See `fallbackId`. */
export function pageLanguage(id: string): string | undefined {
	const at = id.lastIndexOf('@');
	return at > 0 ? plan().byCode.get(foldCode(id.slice(at + 1)))?.lang : undefined;
}

/** The language of a page: that of its story or of the story's folder, or that for which another one stands in. */
export function spokenOn({
	lang,
	locale,
	storyLang,
}: Pick<RouteData, 'lang' | 'locale' | 'storyLang'>): string {
	if (lang !== 'default' || locale === undefined || storyLang !== undefined) return lang;
	return plan().byLocale.get(foldCode(locale))?.lang ?? locale;
}

/** The language whose paths begin as a path does; undefined for one without a prefix. */
export const languageOfPath = (path: string): string | undefined =>
	plan().languages.find(({ prefix }) => prefix !== '' && isBelow(path, prefix))?.lang;

/**
 * Where the addresses of a request's domain begin; undefined for a site with one domain.
 *
 * @param matched the path by which Astro finds the page: in the domain of a locale, it puts the locale in front
 * @param path in the site, as it was requested
 */
export function originOf(matched: string, path: string): string | undefined {
	const { languages, origin } = plan();
	if (origin === undefined) return undefined;
	const [all, own] = [matched, path].map((one) => one.split('/').filter((segment) => segment !== ''));
	const start = foldCode((all ?? []).slice(0, (all?.length ?? 0) - (own?.length ?? 0)).join('/'));
	const isNamed = (name: string | undefined) => name !== undefined && foldCode(name) === start;
	const found = languages.find(({ locale, prefix }) => isNamed(locale) || isNamed(prefix || undefined));
	return found?.domain ?? origin;
}

/** What the paths of a domain begin with in the site: they have no prefix of their language. */
export const prefixOf = (origin: string | undefined): string =>
	origin === undefined ? '' : (plan().languages.find(({ domain }) => domain === origin)?.prefix ?? '');

/** The path of a page, with its origin where only that tells pages of two domains apart. */
export const pathOf = (url: URL): string =>
	plan().origin === undefined || liveReads()?.origin() !== undefined
		? url.pathname
		: `${url.origin}${url.pathname}`;

/** A path without the prefix of its language; undefined if it has none. */
export function pathWithin(lang: string, path: string): string | undefined {
	const { prefix = '' } = siteLanguage(lang) ?? {};
	return prefix !== '' && isBelow(path, prefix) ? path.slice(prefix.length + 1) : undefined;
}

/** What the paths of a page's language begin with on a site where those of each language begin with it; else an empty text. */
export function sharedPrefix(page: RouteData): string {
	const { byCode, origin } = plan();
	const isOnAll = origin === undefined && (byCode.get('default')?.prefix ?? '') !== '';
	return (isOnAll && siteLanguage(spokenOn(page))?.prefix) || '';
}

/** An address as pages of the request have it: without its origin if that is the request's own. */
export function hrefHere(href: string): string {
	const origin = liveReads()?.origin();
	return origin !== undefined && href.startsWith(`${origin}/`) ? href.slice(origin.length) : href;
}

export const isBelow = (path: string, prefix: string): boolean => `${path}/`.startsWith(`${prefix}/`);

/**
 * The languages in which a page of a language shows stories, the nearest first: that one, those that stand in for it, and the default
 * one.
 *
 * @param lang `default`, a code of the space, or a locale of Astro
 * @example languageChain('es-MX') // ['es-MX', 'es', 'default']
 */
export function languageChain(lang: string): string[] {
	const language = siteLanguage(lang);
	return [...new Set([lang, language?.lang ?? lang, ...(language?.chain ?? []), 'default'])];
}

/** A language and those that Astro's `fallback` names for it, the nearest first. */
export const namedChain = (lang: string): string[] => [
	languageOfLocale(lang),
	...(siteLanguage(lang)?.chain ?? []),
];

/** The stories of a folder-level translation, which the page depends on from then on. */
const groupOf = (uuid: string) => plan().groups.get(uuid);

/** The uuids of a story's folder-level translation, its own included. */
export const translationsOf = (uuid: string): string[] => Object.values(groupOf(uuid) ?? {});

answers('group', async (uuid) => JSON.stringify(groupOf(uuid) ?? null));

/** Notes that the page depends on which stories are translations of a story. */
export const recordGroup = (uuid: string): void => record('group', uuid);

/**
 * What shows a story on a page of a language, the nearest first: the story or a translation of it in another folder, each with the
 * code that the space has for its language. The last one is the story itself.
 */
export function shownIn(uuid: string, lang: string): { uuid: string; lang: string }[] {
	const members = Object.entries(groupOf(uuid) ?? {});
	const isInFolder = members.some(([folder, member]) => member === uuid && folder !== 'default');
	const inLanguage = languageChain(lang).flatMap((code) => [
		...(code === 'default' && isInFolder ? [] : [{ uuid, lang: code }]),
		...members.flatMap(([folder, member]) =>
			foldCode(folder) === foldCode(code) ? [{ uuid: member, lang: 'default' }] : [],
		),
		...members.flatMap(([, member]) => (code === 'default' ? [] : [{ uuid: member, lang: code }])),
	]);
	return [...inLanguage, { uuid, lang: 'default' }];
}
