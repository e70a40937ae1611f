/**
 * Entries of `stories()` and `links()` have a digest of three parts: their own content, what they refer to, and their own
 * content without its quiet fields. The last one is what a page shows of an entry: what else it uses is recorded when it is read.
 */
const ofThreeParts = /^[0-9a-f]{16,}\.[0-9a-f]+\.([0-9a-f]{16,})$/;

/** The part of an entry's digest that stands for what a page shows of it. */
export const ownDigest = (digest: number | string): string =>
	ofThreeParts.exec(String(digest))?.[1] ?? String(digest);

/** True if `ownDigest` says nothing of the entry's quiet fields. */
export const isOfParts = (digest: number | string | undefined): digest is string =>
	typeof digest === 'string' && ofThreeParts.test(digest);

/** As `isOfParts`, of an entry that is known to be from `stories()` or `links()`: quicker by far, as its hashes are not looked at. */
export function isOfOurParts(digest: string): boolean {
	const second = digest.indexOf('.');
	const third = digest.indexOf('.', second + 1);
	return second > 0 && third > second && digest.indexOf('.', third + 1) < 0;
}

/** As `ownDigest`, of such an entry. */
export const ourOwnDigest = (digest: string): string =>
	isOfOurParts(digest) ? digest.slice(digest.lastIndexOf('.') + 1) : digest;
