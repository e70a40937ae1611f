/**
 * Entries of `stories()` and `links()` have a digest with three parts: for their own content, for their references, and for their
 * own content without volatile fields. Pages depend on the last part. Other reads of an entry are recorded separately.
 */
const ofThreeParts = /^[0-9a-f]{16,}\.[0-9a-f]+\.([0-9a-f]{16,})$/;

/** The part of an entry's digest that pages depend on. */
export const ownDigest = (digest: number | string): string =>
	ofThreeParts.exec(String(digest))?.[1] ?? String(digest);

/** True for a digest with three parts, so that `ownDigest` does not change with volatile fields. */
export const isOfParts = (digest: number | string | undefined): digest is string =>
	typeof digest === 'string' && ofThreeParts.test(digest);

/** As `isOfParts`, for an entry that must be from `stories()` or `links()`. Much faster, because it does not check the hashes. */
export function isOfOurParts(digest: string): boolean {
	const second = digest.indexOf('.');
	const third = digest.indexOf('.', second + 1);
	return second > 0 && third > second && digest.indexOf('.', third + 1) < 0;
}

/** As `ownDigest`, for such an entry. */
export const ourOwnDigest = (digest: string): string =>
	isOfOurParts(digest) ? digest.slice(digest.lastIndexOf('.') + 1) : digest;
