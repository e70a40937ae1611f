import { getHeapStatistics } from 'node:v8';

/** The part of the memory that the text of kept values may have; the values themselves take about as much again. */
const share = 1 / 8;

/** Values that were made from text, kept while there is room. */
export interface RecentlyUsed<Value> {
	/**
	 * The value of an owner, made if it is not kept. Those whose use is longest ago go first.
	 *
	 * @param size bytes of text
	 */
	get(owner: object, size: number, make: () => Value): Value;
	/** The value of an owner, if it is kept. */
	peek(owner: object): Value | undefined;
}

/** @param room bytes of text */
export function recentlyUsed<Value>(
	room: number = getHeapStatistics().heap_size_limit * share,
): RecentlyUsed<Value> {
	// In the order of use.
	const kept = new Map<object, { value: Value; size: number }>();
	let total = 0;
	return {
		peek: (owner) => kept.get(owner)?.value,
		get(owner, size, make) {
			const known = kept.get(owner);
			const item = known ?? { value: make(), size };
			if (known) kept.delete(owner);
			else total += size;
			kept.set(owner, item);
			for (const [oldest, { size: freed }] of kept) {
				if (total <= room || oldest === owner) break;
				kept.delete(oldest);
				total -= freed;
			}
			return item.value;
		},
	};
}
