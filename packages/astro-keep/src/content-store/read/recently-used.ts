import { getHeapStatistics } from 'node:v8';
import { isMainThread } from 'node:worker_threads';

/** The part of the heap for the text of cached values. The values themselves take about as much again. A thread has a heap of its own. */
const share = isMainThread ? 1 / 8 : 1 / 256;

/**
 * A least-recently-used cache of values that are made from text.
 *
 * @param room bytes of text for all values
 */
export function recentlyUsed<Value>(room: number = getHeapStatistics().heap_size_limit * share) {
	// In the order of use.
	const items = new Map<object, { value: Value; size: number }>();
	let total = 0;
	return {
		/** The value of an owner, if it is cached. */
		peek: (owner: object): Value | undefined => items.get(owner)?.value,
		/**
		 * The cached value of an owner, or a new one. Drops the least recently used values if there is no room.
		 *
		 * @param size bytes of the value's text
		 */
		get(owner: object, size: number, make: () => Value): Value {
			const cached = items.get(owner);
			const item = cached ?? { value: make(), size };
			if (cached) items.delete(owner);
			else total += size;
			items.set(owner, item);
			for (const [oldest, { size: freed }] of items) {
				if (total <= room || oldest === owner) break;
				items.delete(oldest);
				total -= freed;
			}
			return item.value;
		},
	};
}
