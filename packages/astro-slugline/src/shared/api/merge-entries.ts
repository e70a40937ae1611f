/** An entry of a datasource, with its value in the dimension that was asked for. */
interface PlainEntry {
	id: number;
	name: string;
	value: string;
	dimension_value: string | null;
}

/** A datasource entry with the values of all dimensions, by the dimension's `entry_value`. */
export interface MergedEntry {
	id: number;
	name: string;
	value: string;
	dimensions: Record<string, string>;
}

/**
 * Merges the lists of entries: one entry per id, in the order of the plain list, with its value in each dimension. Entries that share
 * a name stay separate.
 *
 * @param byDimension the list of each dimension, by its `entry_value`
 */
export function mergeEntries(
	plain: readonly PlainEntry[],
	byDimension: readonly (readonly [dimension: string, entries: readonly PlainEntry[]])[],
): MergedEntry[] {
	const merged = new Map<number, MergedEntry>();
	for (const { id, name, value } of plain) merged.set(id, { id, name, value, dimensions: {} });
	for (const [dimension, entries] of byDimension) {
		for (const entry of entries) {
			const target = merged.get(entry.id);
			if (target && entry.dimension_value !== null) target.dimensions[dimension] = entry.dimension_value;
		}
	}
	return [...merged.values()];
}
