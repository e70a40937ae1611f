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
 * Reads the entries of a datasource once for their values, and once more for each dimension: one entry per id, in the order of the
 * list. Entries that share a name stay separate.
 *
 * @param ask lists the entries in a dimension, by its `entry_value`
 */
export async function mergedEntries(
	dimensions: readonly { entry_value: string }[],
	ask: (dimension?: string) => Promise<readonly PlainEntry[]>,
): Promise<MergedEntry[]> {
	const names = dimensions.map(({ entry_value }) => entry_value);
	const [plain, ...others] = await Promise.all([ask(), ...names.map(ask)]);
	const merged = new Map<number, MergedEntry>();
	for (const { id, name, value } of plain) merged.set(id, { id, name, value, dimensions: {} });
	for (const [at, dimension] of names.entries())
		for (const { id, dimension_value: value } of others[at] ?? []) {
			const target = merged.get(id);
			if (target && value !== null) target.dimensions[dimension] = value;
		}
	return [...merged.values()];
}

/** The entries of a collection by their ids: names, or numeric ids where several share a name. Collections have no order of their own. */
export function entriesById(entries: readonly MergedEntry[]) {
	const byName = Map.groupBy(entries, ({ name }) => name);
	return entries.map((entry, position) => {
		const isOnly = byName.get(entry.name)?.length === 1;
		return [isOnly ? entry.name : String(entry.id), { ...entry, position }] as const;
	});
}
