/** Tags of which a process remembers the purge. If there are more, all so far count as purges of everything. */
const maxTags = 10_000;

/** Remembers purges, so that pages whose rendering overlapped one are not stored. Numbers and not times, because clocks go back. */
export function createPurges() {
	/** The number of the last purge of each tag. */
	const numbers = new Map<string, number>();
	let count = 0;
	/** The last purge that is no longer remembered by its tags. */
	let forgotten = 0;
	return {
		/** The number of purges so far. */
		count: (): number => count,
		note(tags: Iterable<string>): void {
			count += 1;
			for (const tag of tags) numbers.set(tag, count);
			if (numbers.size <= maxTags) return;
			numbers.clear();
			forgotten = count;
		},
		/** True if one of the tags was purged after the first `since` purges. */
		has(tags: Iterable<string>, since: number): boolean {
			if (since < forgotten) return true;
			for (const tag of tags) if ((numbers.get(tag) ?? 0) > since) return true;
			return false;
		},
	};
}

/** The purges of this process. */
export const purges = createPurges();
