import { hash } from 'node:crypto';

/** A hash for digests and for the names of files. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const separator = '.';

/** The digest of an entry: that of its own content, and that of what it refers to. */
export const entryDigest = (own: string, references: string): string => `${own}${separator}${references}`;

/** The part of an entry's digest that is of its own content. */
export const ownPart = (digest: string | number | undefined): string =>
	String(digest ?? '').split(separator, 1)[0] ?? '';
