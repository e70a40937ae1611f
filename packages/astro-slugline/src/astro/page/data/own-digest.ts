/** Entries of `stories()` and `links()` have a digest with three parts: for their own content, for their references, and for their data. */
const ofThreeParts = /^[0-9a-f]{16,}\.[0-9a-f]+\.([0-9a-f]{16,})$/;

/** The part of an entry's digest for its data; undefined for an entry of another loader, whose digest may say less. */
export const dataDigest = (digest: number | string | undefined): string | undefined =>
	ofThreeParts.exec(String(digest))?.[1];
