/**
 * Entries of `stories()` and `links()` have a digest of three parts: their own content, what they refer to, and their own
 * content without its quiet fields. The last one is what a page shows of an entry: what else it uses is recorded when it is read.
 */
const ofThreeParts = /^[0-9a-f]+\.[0-9a-f]+\.([0-9a-f]+)$/;

/** The part of an entry's digest that stands for what a page shows of it. */
export const ownDigest = (digest: number | string): string =>
	ofThreeParts.exec(String(digest))?.[1] ?? String(digest);

/** True if `ownDigest` says nothing of the entry's quiet fields. */
export const isOfParts = (digest: number | string | undefined): digest is string =>
	typeof digest === 'string' && ofThreeParts.test(digest);
