import { fileURLToPath } from 'node:url';
import type { AstroConfig } from 'astro';
import type { RouteTableInput } from '../../../routing/index.js';
import { filesBelow } from '../../../shared/node/files-below.js';
import { type Options, outputName } from '../../settings/index.js';

/** The parts of Astro's config that decide routes and paths. */
export type RoutedSite = Pick<
	AstroConfig,
	'base' | 'trailingSlash' | 'i18n' | 'site' | 'build' | 'root' | 'publicDir' | 'integrations'
>;

export type RouteSettings = ReturnType<typeof routeSettings>;

/** The input of a route table that does not come from the space: plain data in a fixed order, so that it can be hashed. */
export function routeSettings(options: Options, site: RoutedSite) {
	const { base, trailingSlash, build } = site;
	const { home, page, collection, ...pages } = options.routes;
	// Astro copies these into the output.
	const publicFiles = filesBelow(fileURLToPath(site.publicDir), true);
	return {
		defaultLanguage: options.defaultLanguage,
		i18n: i18nOf(site),
		base,
		trailingSlash,
		format: build.format,
		files: [outputName(options.id), ...sitemapFiles(site), ...publicFiles],
		pages,
		home,
	} satisfies Partial<RouteTableInput>;
}

/** Astro's `i18n`, as far as it decides paths. */
export function i18nOf({ i18n, site }: Pick<AstroConfig, 'i18n' | 'site'>): RouteTableInput['i18n'] {
	if (!i18n) return undefined;
	const routing = typeof i18n.routing === 'object' ? i18n.routing : undefined;
	return {
		defaultLocale: i18n.defaultLocale,
		locales: i18n.locales.map((locale) =>
			typeof locale === 'string' ? locale : { path: locale.path, codes: [...locale.codes] },
		),
		prefixDefaultLocale: routing?.prefixDefaultLocale ?? false,
		...(i18n.fallback && { fallback: i18n.fallback, fallbackType: routing?.fallbackType ?? 'redirect' }),
		...(i18n.domains && site && { domains: i18n.domains, site }),
	};
}

/** A site whose pages are all in one place, as in dev and in preview. */
export const withoutDomains = <Site extends Pick<AstroConfig, 'i18n'>>(site: Site): Site =>
	site.i18n?.domains ? { ...site, i18n: { ...site.i18n, domains: undefined } } : site;

/** The first files of Astro's sitemap integration: a page with such a name would be a folder in their place. */
const sitemapFiles = ({ integrations }: RoutedSite): string[] =>
	integrations.some(({ name }) => name === '@astrojs/sitemap') ? ['sitemap-index.xml', 'sitemap-0.xml'] : [];
