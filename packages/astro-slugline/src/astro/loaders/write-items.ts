import type { LoaderContext } from 'astro/loaders';
import type { CollectionWriter } from '../content-store/index.js';
import { withShown, withShownOf } from '../session/index.js';

/** Writes the entries of a collection: items as the API returns them, with their ids. */
export async function writeItems(
	{ generateDigest, parseData }: LoaderContext,
	writer: CollectionWriter,
	items: Iterable<readonly [id: string, item: object]>,
	stamp: string,
): Promise<void> {
	for (const [id, item] of items) {
		const digest = `${generateDigest(JSON.stringify(item))}.0`;
		const previous = writer.digestOf(id);
		if (withShownOf(digest, previous) === previous) {
			writer.keep(id, previous);
		} else {
			const data = await parseData({ id, data: { ...item } });
			writer.add({ id, data, digest: withShown(digest, data) });
		}
	}
	writer.settle(stamp);
}
