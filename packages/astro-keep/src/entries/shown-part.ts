/** The digest of an entry of our loaders: `<own content>.<references>.<shown>`. */
const ofThreeParts = /^[0-9a-f]{16,}\.[0-9a-f]+\.([0-9a-f]{16,})$/;

/** The third part of an entry's digest, for what pages show of it; undefined for an entry of another loader, whose digest may say less. */
export const shownPart = (digest: number | string | undefined): string | undefined =>
	ofThreeParts.exec(String(digest))?.[1];
