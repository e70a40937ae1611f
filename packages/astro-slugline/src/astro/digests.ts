import { hash } from 'node:crypto';
import type { RouteTable } from '../routing/index.js';
import { referenceDigests, type StoryRow, type SyncedSpace } from '../sync/index.js';

/** A hash for digests and for the names of files. */
export const hashOf = (text: string): string => hash('sha256', text, 'hex').slice(0, 32);

const separator = '.';

/** The digest of each row's entry: its own, a dot, and that of what it refers to. */
export function entryDigests(
	space: SyncedSpace,
	routes: RouteTable,
	relations: readonly string[] | undefined,
): Map<StoryRow, string> {
	const { rows } = space;
	const digests = referenceDigests({
		rows,
		relations,
		hrefOf: (uuid, lang) => routes.get(uuid, lang)?.href,
		hash: hashOf,
	});
	for (const [row, digest] of digests) digests.set(row, `${row.digest}${separator}${digest}`);
	return digests;
}

/** The part of an entry's digest that is of its own content. */
export const ownPart = (digest: string | number | undefined): string =>
	String(digest ?? '').split(separator, 1)[0] ?? '';
