import type { AstroConfig } from 'astro';

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
