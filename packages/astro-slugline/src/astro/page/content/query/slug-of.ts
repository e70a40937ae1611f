import { trimSlashes } from '../../../../shared/text/slashes.js';

/** Full slug in the default language, without the language in front. Links have it in `slug`. */
export function slugOf({ default_full_slug, full_slug, slug, lang }: Record<string, unknown>): string {
	if (typeof default_full_slug === 'string' && default_full_slug) return trimSlashes(default_full_slug);
	const full = trimSlashes(typeof full_slug === 'string' ? full_slug : String(slug ?? ''));
	return typeof lang === 'string' && full.startsWith(`${lang}/`) ? full.slice(lang.length + 1) : full;
}
