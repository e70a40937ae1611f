/** True if a full slug in the default language begins as `startsWith` says; a folder's start page is in the folder. */
export function isIn(slug: string, startsWith: string): boolean {
	const start = startsWith.replace(/^\/+/, '');
	return slug.startsWith(start) || `${slug}/` === start;
}
