import type { RouteTable } from '../../../routing/index.js';
import { hashOf } from '../../../shared/node/hash.js';
import { referenceDigests, type StoryRow, type SyncedSpace } from '../../../sync/index.js';
import { storyDigest } from './digest-parts.js';

/** The digest of each row's story: the first two parts of the digest of its entry. */
export function storyDigests(
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
	for (const [row, digest] of digests) digests.set(row, storyDigest(row.digest, digest));
	return digests;
}
