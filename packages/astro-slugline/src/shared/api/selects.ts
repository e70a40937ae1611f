import { isIn } from 'astro-keep/shared/text/slashes';

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

/** True if a link is below a folder, by the start of its slug, and a direct child of another, by its numeric id; 0 is the top level. */
export const selectsLink = (
	{ startsWith = '', withParent }: { startsWith?: string; withParent?: number },
	{ slug, parent_id }: { slug: string; parent_id: number | null },
): boolean =>
	slug.startsWith(startsWith.replace(/^\/+/, '')) &&
	(withParent === undefined || (parent_id ?? 0) === withParent);
