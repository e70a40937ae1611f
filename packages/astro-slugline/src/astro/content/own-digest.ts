/**
 * The part of an entry's digest that is about the entry alone. Entries of `stories()` have `<own>.<references>`, those of
 * `links()` `<own>.<dates>`: what else a page uses of them is recorded when it is read.
 */
export function ownDigest(digest: number | string): string {
	const text = String(digest);
	return /^[0-9a-f]{12,}\.[0-9a-f]{12,}$/.test(text) ? text.slice(0, text.indexOf('.')) : text;
}
