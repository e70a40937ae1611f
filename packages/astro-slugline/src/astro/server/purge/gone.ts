/** Milliseconds between two purges of pages that are gone, because visitors cause them, and hosts allow few. */
const defaultIntervalMs = 30_000;

/** Pages that wait for a purge. A page beyond them is purged when it is asked for again. */
const maxWaiting = 100;

/** Collects the tags of pages that are gone, and returns those that are to be purged now. */
export function createGone(intervalMs = defaultIntervalMs) {
	const waiting = new Set<string>();
	let next = Number.NEGATIVE_INFINITY;
	return (tag: string, now: number): string[] => {
		if (waiting.size < maxWaiting) waiting.add(tag);
		if (now < next) return [];
		next = now + intervalMs;
		const tags = [...waiting];
		waiting.clear();
		return tags;
	};
}
