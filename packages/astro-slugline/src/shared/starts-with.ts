/**
 * True if a full slug in the default language starts with `startsWith`. A folder's start page belongs to the
 * folder.
 */
export function isIn(slug: string, startsWith: string): boolean {
	const start = startsWith.replace(/^\/+/, '');
	return slug.startsWith(start) || `${slug}/` === start;
}
