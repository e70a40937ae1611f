/**
 * Remembers purges, so that pages whose rendering overlapped one are not stored. Numbers and not times, because clocks go back. The
 * service alone can send calls, so there are no more tags than its space has stories, folders, and datasources.
 */
export function createPurgeLog() {
	/** The number of the last purge of each tag. */
	const numbers = new Map<string, number>();
	let count = 0;
	return {
		/** The number of purges so far. */
		count: (): number => count,
		add(tags: Iterable<string>): void {
			count += 1;
			for (const tag of tags) numbers.set(tag, count);
		},
		/** True if one of the tags was purged since an epoch, which is a number of purges. */
		purgedSince(epoch: number, tags: Iterable<string>): boolean {
			for (const tag of tags) if ((numbers.get(tag) ?? 0) > epoch) return true;
			return false;
		},
	};
}

/** The purges of this process. */
export const purgeLog = createPurgeLog();
