import { hashOf } from '../../../shared/node/hash.js';
import { textOfData } from '../../content-store/index.js';

const separator = '.';

/** The first two parts of an entry's digest: for the story's own content, and for its references. */
export const storyDigest = (own: string, references: string): string => `${own}${separator}${references}`;

/** The part of an entry's digest for its own content. */
export const ownPart = (digest: string | number | undefined): string =>
	String(digest ?? '').split(separator, 1)[0] ?? '';

/**
 * Adds the third part to an entry's digest, for what pages show of it: its data after the schema. The whole digest is
 * `<own content>.<references>.<shown>`.
 */
export const withShown = (digest: string, data: Record<string, unknown>): string =>
	`${digest}${separator}${shownDigest(digest, data)}`;

/** The same for an entry whose data is unchanged: `digest` with the third part of the previous digest. */
export function withShownOf(digest: string, previous: string | number | undefined): string {
	const [, , shown = ''] = String(previous).split(separator);
	return `${digest}${separator}${shown}`;
}

function shownDigest(digest: string, data: Record<string, unknown>): string {
	try {
		return hashOf(textOfData(data));
	} catch {
		// A schema created a value that cannot be serialized, such as a function.
		return ownPart(digest);
	}
}
