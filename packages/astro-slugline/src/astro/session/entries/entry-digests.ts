import type { RouteTable } from '../../../routing/index.js';
import { hashOf } from '../../../shared/node/hash.js';
import { referenceDigests, type StoryRow, type SyncedSpace } from '../../../sync/index.js';
import { entryDigest } from './digest-parts.js';

/** The digest of each row's entry: the digest of its own content, a dot, and the digest of its references. */
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
	for (const [row, digest] of digests) digests.set(row, entryDigest(row.digest, digest));
	return digests;
}
