import { serialize } from 'node:v8';
import { hashOf } from '../../../shared/hash.js';
import { quietFields } from '../../../shared/volatile-fields.js';

const separator = '.';

/** The digest of an entry: that of its own content, and that of what it refers to. */
export const entryDigest = (own: string, references: string): string => `${own}${separator}${references}`;

/** The part of an entry's digest that is of its own content. */
export const ownPart = (digest: string | number | undefined): string =>
	String(digest ?? '').split(separator, 1)[0] ?? '';

/**
 * An entry's whole digest: of its own content, a dot, of what it refers to, a dot, and of what pages show of it: its data
 * without the quiet fields.
 */
export const withShown = (digest: string, data: Record<string, unknown>): string =>
	`${digest}${separator}${shownDigest(digest, data)}`;

/** A digest with another reference part, of an entry whose data is as it was. */
export function withReferences(known: string | number | undefined, digest: string): string {
	const [, , shown = ''] = String(known).split(separator);
	return `${digest}${separator}${shown}`;
}

function shownDigest(digest: string, data: Record<string, unknown>): string {
	const shown = { ...data };
	for (const name of quietFields) delete shown[name];
	try {
		return hashOf(serialize(shown));
	} catch {
		// A schema has made something that has no bytes, such as a function.
		return ownPart(digest);
	}
}
