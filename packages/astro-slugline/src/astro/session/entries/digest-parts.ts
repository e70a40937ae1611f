import { textOfData } from 'astro-keep/content-store';
import { hashOf } from 'astro-keep/shared/node/hash';
import type { RouteTable } from '../../../routing/index.js';
import { referenceDigests, type StoryRow, type SyncedSpace } from '../../../sync/index.js';

const separator = '.';

/** The dates of publication that a folder has invented, which entries do not have, by the uuid of their story. */
export type InventedDates = ReadonlyMap<string, readonly string[]>;

/** The first part of an entry's digest: its story, and which dates of it are invented, which the story does not say. */
export function ownDigest({ digest, uuid }: StoryRow, invented: InventedDates | undefined): string {
	const dates = invented?.get(uuid) ?? [];
	return dates.length === 0 ? digest : hashOf([digest, ...dates].join());
}

/** The digest of each row's story: the first two parts of the digest of its entry, for its own content and for its references. */
export function storyDigests(
	{ rows }: SyncedSpace,
	routes: RouteTable,
	relations: readonly string[] | undefined,
	invented: InventedDates | undefined,
): Map<StoryRow, string> {
	const digests = referenceDigests({
		rows,
		relations,
		hrefOf: (uuid, lang) => routes.get(uuid, lang)?.href,
		hash: hashOf,
	});
	for (const [row, references] of digests)
		digests.set(row, `${ownDigest(row, invented)}${separator}${references}`);
	return digests;
}

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
