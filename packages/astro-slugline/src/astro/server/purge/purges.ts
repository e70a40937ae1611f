/**
 * Remembers purges, so that pages whose rendering overlapped one are not stored. Numbers and not times, because clocks go back. The
 * service alone can send calls, so there are no more tags than its space has stories, folders, and datasources.
 */
export function createPurges() {
	/** The number of the last purge of each tag. */
	const numbers = new Map<string, number>();
	let count = 0;
	return {
		/** The number of purges so far. */
		count: (): number => count,
		note(tags: Iterable<string>): void {
			count += 1;
			for (const tag of tags) numbers.set(tag, count);
		},
		/** True if one of the tags was purged after the first `since` purges. */
		has(tags: Iterable<string>, since: number): boolean {
			for (const tag of tags) if ((numbers.get(tag) ?? 0) > since) return true;
			return false;
		},
	};
}

/** The purges of this process. */
export const purges = createPurges();
