import type { AstroConfig } from 'astro';

/** Warns of settings of Astro's i18n with which addresses would be wrong. */
export function i18nWarnings({ i18n }: Pick<AstroConfig, 'i18n'>): string[] {
	const [fallback] = Object.keys(i18n?.fallback ?? {});
	const [domain] = Object.keys(i18n?.domains ?? {});
	return [
		...(fallback === undefined
			? []
			: [
					`Astro's \`i18n.fallback\` copies each page of a route below the locale. From a route with the stories of all locales, it writes /${fallback}/${fallback}/… beside the right pages: leave it out there. A story without a translation has no page in that language, and query() with \`fallback: true\` lists it in the default one.`,
				]),
		...(domain === undefined
			? []
			: [
					`The domain of the locale '${domain}' in \`i18n.domains\` is ignored: addresses of stories, canonical addresses, and hreflang are those of \`site\`. Leave it out, or build the site of each domain by itself, with a \`site\` of its own.`,
				]),
	];
}
