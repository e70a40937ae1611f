import type { AstroConfig } from 'astro';
import { trimEndSlashes } from 'astro-keep/shared/text/slashes';

/**
 * Warns of settings of Astro's i18n with which addresses would be wrong.
 *
 * @param isIncremental true if the build leaves out the pages that Astro adds for `fallback` to routes of stories
 */
export function i18nWarnings({ i18n }: Pick<AstroConfig, 'i18n'>, isIncremental: boolean): string[] {
	const [fallback] = Object.keys(i18n?.fallback ?? {});
	if (fallback === undefined || isIncremental) return [];
	return [
		`With \`incremental: false\`, Astro copies each page of a route below the locales of \`i18n.fallback\`, so that a route with the stories of all locales also writes /${fallback}/${fallback}/… beside the right pages. Remove \`incremental: false\`, or \`i18n.fallback\`.`,
	];
}

/**
 * Warns of a site whose pages are all below their languages if its root answers nothing.
 *
 * @param isAnswered true for an address with a page, a file, or a redirect
 */
export function rootWarnings(
	{ i18n, base, trailingSlash }: Pick<AstroConfig, 'i18n' | 'base' | 'trailingSlash'>,
	isAnswered: (address: string) => boolean,
): string[] {
	const front = trimEndSlashes(base);
	const isBelow = typeof i18n?.routing === 'object' && i18n.routing.prefixDefaultLocale;
	if (!isBelow || isAnswered(`${front}/`)) return [];
	const target = `${front}/${i18n.defaultLocale}${trailingSlash === 'never' ? '' : '/'}`;
	return [
		`Nothing answers ${front}/, because all languages are below their prefix. Add \`redirects: { '/': '${target}' }\` to astro.config.`,
	];
}

/** What a build and dev say of any other site whose root answers nothing. */
export const noStartPage =
	'Nothing answers `/`: no story has this path, as `index.md` of a folder has, and there is no src/pages/index.astro. Add one of them, or a redirect from `/`.';
