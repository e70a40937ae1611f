import { isIn } from '../text/slashes.js';

/** Which stories of a space are wanted, as far as their rows say it. Those that match all are. */
interface Selection {
	startsWith?: string | undefined;
	contentType?: string | readonly string[] | undefined;
	/** Codes of languages besides the default one, which is always wanted. */
	languages?: readonly string[] | undefined;
}

/** True if a story in one language is selected. */
export const selects = (
	{ startsWith, contentType, languages }: Selection,
	row: { defaultSlug: string; component: string; lang: string },
): boolean =>
	(startsWith === undefined || isIn(row.defaultSlug, startsWith)) &&
	(contentType === undefined || [contentType].flat().includes(row.component)) &&
	(languages === undefined || row.lang === 'default' || languages.includes(row.lang));
